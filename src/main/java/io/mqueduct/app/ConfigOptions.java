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

import io.mqueduct.config.SettingsLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which configuration is meant. */
final class ConfigOptions {
  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      converter = Place.class,
      description = "Configuration file. Default: conf/mqueduct.yaml, if it is there.")
  private @Nullable Path file;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      converter = Name.class,
      description = "Directory of the store; the same as --set node.data_dir=DIR.")
  private @Nullable String data;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Set one key of the configuration, as mqtt.max_inflight=64. Wins over file and"
              + " environment. Repeatable.")
  private List<String> sets = new ArrayList<>();

  SettingsLoader loader() {
    List<String> all = new ArrayList<>(sets);
    if (data != null) {
      all.add("node.data_dir=" + data);
    }
    return SettingsLoader.ofProcess(file, all).checkedBy(QueueTemplates::faults);
  }
}
