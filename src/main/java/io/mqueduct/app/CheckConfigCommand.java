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

import io.mqueduct.config.ConfigException;
import io.mqueduct.config.EffectiveValue;
import io.mqueduct.config.LoadedSettings;
import io.mqueduct.message.BrokerException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mqueduct check-config}. */
@Command(
    name = "check-config",
    description = {
      "Checks the configuration as serve would read it: file, environment variables"
          + " (MQUEDUCT_MQTT__MAX_INFLIGHT=64), system properties and --set.",
      "Prints every key with its value and where it comes from; secrets are masked. Every mistake"
          + " is one line on standard error."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:the configuration is right", "1:it is not", "2:wrong use"},
    footer = {
      "",
      "Examples:",
      "  mqueduct check-config -c /etc/mqueduct.yaml",
      "  mqueduct check-config --changed --set mqtt.max_inflight=64"
    })
final class CheckConfigCommand implements Callable<Integer> {
  @Mixin private ConfigOptions config = new ConfigOptions();

  @Option(names = "--changed", description = "Print only keys that are not at their default.")
  private boolean changed;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print nothing if the configuration is right.")
  private boolean quiet;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    LoadedSettings loaded;
    try {
      loaded = config.loader().load();
      AccessFiles.open(loaded.settings());
    } catch (ConfigException e) {
      return wrong(e.problems());
    } catch (BrokerException e) {
      return wrong(List.of(String.valueOf(e.getMessage())));
    }
    if (!quiet) {
      PrintWriter out = spec.commandLine().getOut();
      for (EffectiveValue value : loaded.values()) {
        if (!changed || !value.isDefault()) {
          out.println(value.key() + ": " + value.shown() + "  # " + value.origin());
        }
      }
      out.flush();
    }
    return 0;
  }

  private int wrong(List<String> problems) {
    PrintWriter err = spec.commandLine().getErr();
    problems.forEach(problem -> err.println("mqueduct check-config: " + problem));
    err.flush();
    return 1;
  }
}
