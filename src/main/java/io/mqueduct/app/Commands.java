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

import io.mqueduct.app.bench.BenchCommand;
import io.mqueduct.app.client.PubCommand;
import io.mqueduct.app.client.SubCommand;
import io.mqueduct.app.rest.ApiKeysCommand;
import io.mqueduct.app.rest.BackupCommand;
import io.mqueduct.app.rest.ClientsCommand;
import io.mqueduct.app.rest.QueuesCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.AutoComplete.GenerateCompletion;

/** The commands of the program, in the order of {@code --help}; made only when needed. */
final class Commands {
  /** Commands that work on the tree of all commands. */
  static final Set<String> NEED_ALL = Set.of("generate-completion");

  /** Commands whose failures are one line on standard error, beside which a log is noise. */
  static final Set<String> WITHOUT_LOG =
      Set.of(
          "pub",
          "sub",
          "clients",
          "queues",
          "api-keys",
          "bench",
          "backup",
          "restore",
          "check-store");

  private Commands() {}

  static Map<String, Supplier<Object>> all() {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("serve", ServeCommand::new);
    commands.put("pub", PubCommand::new);
    commands.put("sub", SubCommand::new);
    commands.put("queues", QueuesCommand::new);
    commands.put("clients", ClientsCommand::new);
    commands.put("api-keys", ApiKeysCommand::new);
    commands.put("bench", BenchCommand::new);
    commands.put("backup", BackupCommand::new);
    commands.put("restore", RestoreCommand::new);
    commands.put("check-store", CheckStoreCommand::new);
    commands.put("check-config", CheckConfigCommand::new);
    commands.put("passwd", PasswdCommand::new);
    commands.put("version", VersionCommand::new);
    commands.put("generate-completion", GenerateCompletion::new);
    return commands;
  }
}
