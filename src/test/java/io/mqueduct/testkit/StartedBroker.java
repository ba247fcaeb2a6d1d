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

import io.mqueduct.app.Broker;
import io.mqueduct.app.QueueTemplates;
import io.mqueduct.config.LiveSettings;
import io.mqueduct.config.LoadedSettings;
import io.mqueduct.config.SettingsLoader;
import io.netty.channel.EventLoop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.VertxInternal;
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
 * A broker in this process whose settings are known only when the test runs, for example because
 * they name files that the test made. Random ports, two event loops, a data directory of its own.
 * Any thread.
 */
public final class StartedBroker implements AutoCloseable {
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "listeners.tcp.default.bind", "127.0.0.1:0",
          "listeners.ws.default.bind", "127.0.0.1:0",
          "api.bind", "127.0.0.1:0",
          "node.drain_delay", "0s",
          "node.event_loops", "2");

  private final Path directory;
  private final Vertx vertx;
  private final Broker broker;

  private StartedBroker(Path directory, Vertx vertx, Broker broker) {
    this.directory = directory;
    this.vertx = vertx;
    this.broker = broker;
  }

  /** Starts a broker with the defaults of the tests below these settings. */
  public static StartedBroker with(Map<String, String> settings) {
    try {
      Path directory = Files.createTempDirectory("mqueduct-test");
      Path file = Files.createFile(directory.resolve("empty.yaml"));
      Map<String, String> all = new LinkedHashMap<>(DEFAULTS);
      all.put("node.data_dir", directory.resolve("data").toString());
      all.putAll(settings);
      List<String> sets = new ArrayList<>();
      all.forEach((key, value) -> sets.add(key + "=" + value));
      SettingsLoader loader =
          new SettingsLoader(file, Map.of(), Map.of(), sets).checkedBy(QueueTemplates::faults);
      LoadedSettings loaded = loader.load();
      Vertx vertx =
          Vertx.vertx(
              new VertxOptions()
                  .setEventLoopPoolSize(loaded.settings().node().eventLoops())
                  .setPreferNativeTransport(true));
      LiveSettings live = new LiveSettings(vertx, loader, loaded);
      Broker broker = await(Broker.start(vertx, loaded.settings(), live::override));
      live.onChange(broker::change);
      return new StartedBroker(directory, vertx, broker);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The broker itself. */
  public Broker broker() {
    return broker;
  }

  /** One of its event loops; with {@code node.event_loops: 1} the one. */
  public EventLoop eventLoop() {
    return ((VertxInternal) vertx).nettyEventLoopGroup().next();
  }

  /** The port of the listener {@code default} of a type: tcp, ssl, ws or wss. */
  public int port(String type) {
    return broker.port(type + ":default");
  }

  /** The port of the HTTP API. */
  public int apiPort() {
    return broker.apiPort();
  }

  /** A client over TCP with exactly that client identifier. */
  public WirePeer connect(String clientId) {
    int port = port("tcp");
    return new WirePeer(() -> TcpWire.plain(port), clientId);
  }

  @Override
  public void close() {
    await(broker.stop());
    await(vertx.close());
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
