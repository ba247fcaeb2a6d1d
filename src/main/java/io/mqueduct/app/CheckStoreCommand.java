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
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mqueduct check-store}. */
@Command(
    name = "check-store",
    description = {
      "Reads a store, or a backup of one, from end to end: the checksums of all tables, and whether"
          + " what it counts is what it holds. Changes nothing.",
      "The broker must not run on it. What is wrong is one line each on standard error."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:nothing is wrong", "1:something is, or it cannot be read", "2:wrong use"},
    footer = {
      "",
      "Examples:",
      "  mqueduct check-store --data /data",
      "  mqueduct check-store /backups/2026-07-01"
    })
final class CheckStoreCommand implements Callable<Integer> {
  @Mixin private ConfigOptions config = new ConfigOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      converter = Place.class,
      description = "A backup. Default: the store of the configuration.")
  private @Nullable Path backup;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Path directory = backup == null ? StorePlace.of(config) : backup;
    StorePlace.requireUnused(directory);
    PrintWriter err = spec.commandLine().getErr();
    StoreCheck.Report report;
    try (ProgressLine line = ProgressLine.on(err)) {
      report = RocksStore.check(directory, line);
    }
    for (String finding : report.findings()) {
      err.println(spec.qualifiedName() + ": " + finding);
    }
    err.flush();
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        String.format(
            Locale.ROOT,
            "%s: %d sessions, %d lists of queues and shared groups, %d messages, %d of them shared; %s",
            directory,
            report.sessions(),
            report.queues(),
            report.messages(),
            report.shared(),
            report.isSound() ? "nothing is wrong" : report.wrong() + " things are wrong"));
    out.flush();
    return report.isSound() ? 0 : 1;
  }
}
