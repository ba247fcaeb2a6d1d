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
package io.mqueduct.testkit;

import io.mqueduct.admin.SettingsOverride;
import io.mqueduct.app.Broker;
import io.mqueduct.config.Settings;
import io.mqueduct.config.SettingsLoader;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The broker in this process, on a Vert.x of its own, with random ports and a data directory that
 * lasts as long as this object. Used by the test's thread.
 */
final class InProcessBackend implements Backend {
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "listeners.tcp.default.bind", "127.0.0.1:0",
          "listeners.ws.default.bind", "127.0.0.1:0",
          "api.bind", "127.0.0.1:0",
          "node.drain_delay", "0s",
          "node.event_loops", "2");

  private final Path directory;
  private Vertx vertx = Vertx.vertx();
  private Broker broker;

  InProcessBackend() {
    try {
      directory = Files.createTempDirectory("mqueduct-test");
      Files.createFile(directory.resolve("empty.yaml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void start(Map<String, String> overrides) {
    Settings settings = settings(overrides);
    await(vertx.close());
    vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(settings.node().eventLoops())
                .setPreferNativeTransport(true));
    broker = await(Broker.start(vertx, settings, SettingsOverride.NONE));
  }

  private Settings settings(Map<String, String> overrides) {
    Map<String, String> all = new LinkedHashMap<>(DEFAULTS);
    all.put("node.data_dir", directory.resolve("data").toString());
    all.putAll(overrides);
    List<String> sets = new ArrayList<>();
    all.forEach((key, value) -> sets.add(key + "=" + value));
    return new SettingsLoader(directory.resolve("empty.yaml"), Map.of(), Map.of(), sets)
        .load()
        .settings();
  }

  @Override
  public void stop() {
    await(broker.stop());
    await(vertx.close());
  }

  @Override
  public void discard() {
    stop();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Queues queues() {
    return new Queues(vertx);
  }

  @Override
  public int port(String type, String name) {
    return type.equals("api") ? broker.apiPort() : broker.port(type + ":" + name);
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the broker did not start or stop", e);
    }
  }
}
