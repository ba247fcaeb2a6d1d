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
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life of the broker's process: settings, Vert.x, start, signals, drain. Main thread. */
final class BrokerProcess {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerProcess.class);

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
    Broker broker;
    try {
      broker = await(Broker.start(vertx, loaded.settings()));
    } catch (RuntimeException e) {
      vertx.close();
      throw new CommandFailure(String.valueOf(e.getMessage()));
    }
    LOG.info(
        "ready after {} ms: {}", ManagementFactory.getRuntimeMXBean().getUptime(), broker.where());
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stopInOrder(broker, vertx);
                  stopped.countDown();
                },
                "shutdown"));
    try {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  private static void stopInOrder(Broker broker, Vertx vertx) {
    LOG.info("stopping");
    try {
      await(broker.stop());
      await(vertx.close());
      LOG.info("stopped");
    } catch (RuntimeException e) {
      LOG.warn("the stop was not in order: {}", e.getMessage());
    }
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  static VertxOptions vertxOptions(NodeSettings node) {
    return new VertxOptions()
        .setEventLoopPoolSize(node.eventLoops())
        .setPreferNativeTransport(true);
  }
}
