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

import io.mqueduct.config.LoadedSettings;
import io.mqueduct.config.NodeSettings;
import io.mqueduct.config.SettingsLoader;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;

/** The life of the broker's process: settings, Vert.x, start, signals, drain. Main thread. */
final class BrokerProcess {
  private final SettingsLoader loader;
  private final Logging logging = new Logging();

  BrokerProcess(SettingsLoader loader) {
    this.loader = loader;
  }

  /** Runs until the process is asked to stop; returns the exit code. */
  int run() {
    LoadedSettings loaded = loader.load();
    logging.apply(loaded.settings().log());
    Vertx vertx = Vertx.vertx(vertxOptions(loaded.settings().node()));
    vertx.close();
    throw new CommandFailure("this build has no broker yet");
  }

  /** One loop more than those of the listeners, for the admin API. */
  static VertxOptions vertxOptions(NodeSettings node) {
    return new VertxOptions()
        .setEventLoopPoolSize(node.eventLoops() + 1)
        .setPreferNativeTransport(true);
  }
}
