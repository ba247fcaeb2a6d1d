/*
 * Copyright 2026 The Mqueduct authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.mqueduct.app;

import io.mqueduct.store.StoreCheck;
import io.mqueduct.store.rocksdb.RocksStore;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mqueduct restore}. */
@Command(
    name = "restore",
    description = {
      "Copies a backup to where the broker of the configuration has its store.",
      "The backup is checked before. The broker must not run, and must not have a store there."
    },
    footer = {
      "",
      "Examples:",
      "  mqueduct restore /backups/2026-07-01 --data /data",
      "  mqueduct restore /backups/2026-07-01 -c /etc/mqueduct.yaml"
    })
final class RestoreCommand implements Runnable {
  @Mixin private ConfigOptions config = new ConfigOptions();

  @Parameters(paramLabel = "DIR", converter = Place.class, description = "The backup.")
  private Path backup = Path.of("");

  @Option(names = "--no-check", description = "Do not check the backup before.")
  private boolean unchecked;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    Path target = StorePlace.of(config);
    StorePlace.requireUnused(target);
    try (ProgressLine line = ProgressLine.on(spec.commandLine().getErr())) {
      if (!unchecked) {
        StoreCheck.Report report = RocksStore.check(backup, line);
        if (!report.isSound()) {
          throw new CommandFailure(
              report.wrong()
                  + " things are wrong with the backup "
                  + backup
                  + ", the first: "
                  + report.findings().get(0)
                  + "; --no-check restores it nevertheless");
        }
      }
      RocksStore.restore(backup, target, line);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("restored " + backup + " to " + target);
    out.flush();
  }
}
