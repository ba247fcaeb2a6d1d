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

import io.mqueduct.config.LiveSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code mqueduct serve}: reads the configuration and hands over to {@link BrokerProcess}. */
@Command(
    name = "serve",
    description = {
      "Starts the broker and runs until SIGTERM or SIGINT, which drain connections before the end"
          + " (node.drain_delay).",
      "The configuration comes from built-in defaults, the file, environment variables"
          + " (MQUEDUCT_MQTT__MAX_INFLIGHT=64) and --set; later ones win. Changes of the file, and"
          + " of certificates and password files it names, are taken up while running where the"
          + " key allows it."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:stopped in order", "1:could not start, with one line why", "2:wrong use"},
    footer = {
      "",
      "Examples:",
      "  mqueduct serve",
      "  mqueduct serve -c /etc/mqueduct.yaml --data /var/lib/mqueduct",
      "  mqueduct serve --set listeners.tcp.default.bind=127.0.0.1:11883"
    })
final class ServeCommand implements Callable<Integer> {
  @Mixin private ConfigOptions config = new ConfigOptions();

  @Override
  public Integer call() {
    return new BrokerProcess(config.loader(), ServeCommand::launch).run();
  }

  private static Future<BrokerProcess.Running> launch(Vertx vertx, LiveSettings live) {
    return Broker.start(vertx, live.current(), live::override)
        .map(
            broker -> {
              live.onChange(broker::change);
              return new RunningBroker(broker);
            });
  }

  /** The broker as what its process runs. */
  private record RunningBroker(Broker broker) implements BrokerProcess.Running {
    @Override
    public String addresses() {
      return broker.where();
    }

    @Override
    public Future<Void> stop() {
      return broker.stop();
    }
  }
}
