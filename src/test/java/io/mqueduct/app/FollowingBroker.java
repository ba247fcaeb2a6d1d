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

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.config.LiveSettings;
import io.mqueduct.config.SettingsChange;
import io.mqueduct.config.SettingsLoader;
import io.mqueduct.testkit.TcpWire;
import io.mqueduct.testkit.WirePeer;
import io.mqueduct.testkit.WsWire;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;

/**
 * A broker in this process that follows a configuration file, and the files it names, as {@code
 * serve} does. Random ports on two event loops. Used by the test's thread.
 */
final class FollowingBroker implements AutoCloseable {
  private static final long SCAN_MILLIS = 20;

  private final Path directory;
  private final Vertx vertx;
  private final LiveSettings live;
  private final Broker broker;
  private final BlockingQueue<SettingsChange> applied = new LinkedBlockingQueue<>();
  private final List<WirePeer> peers = new ArrayList<>();

  private FollowingBroker(Path directory, String yaml) {
    this.directory = directory;
    write(yaml);
    SettingsLoader loader =
        new SettingsLoader(
            directory.resolve("mqueduct.yaml"),
            Map.of(),
            Map.of(),
            List.of(
                "node.data_dir=" + directory.resolve("data"),
                "node.event_loops=2",
                "node.drain_delay=0",
                "listeners.tcp.default.bind=127.0.0.1:0",
                "listeners.ws.default.bind=127.0.0.1:0",
                "listeners.ssl.default.bind=127.0.0.1:0",
                "listeners.wss.default.bind=127.0.0.1:0",
                "api.bind=127.0.0.1:0"));
    vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2).setPreferNativeTransport(true));
    try {
      live = new LiveSettings(vertx, loader, loader.load());
      broker = await(Broker.start(vertx, live.current(), live::override));
    } catch (RuntimeException e) {
      vertx.close().await();
      throw e;
    }
    live.onChange(change -> broker.change(change).onComplete(done -> applied.add(change)));
    await(live.watch(SCAN_MILLIS));
  }

  /** Starts one whose configuration and data are in a directory. */
  static FollowingBroker start(Path directory, String yaml) {
    return new FollowingBroker(directory, yaml);
  }

  Broker broker() {
    return broker;
  }

  Vertx vertx() {
    return vertx;
  }

  int port(String listener) {
    return broker.port(listener);
  }

  WirePeer connect(String clientId) {
    return connectTo("tcp:default", clientId);
  }

  WirePeer connectTo(String listener, String clientId) {
    int port = port(listener);
    return peer(() -> TcpWire.plain(port), clientId);
  }

  WirePeer connectWs(String clientId) {
    int port = port("ws:default");
    return peer(() -> WsWire.open(port), clientId);
  }

  WirePeer connectTls(String clientId, SSLContext context) {
    int port = port("ssl:default");
    return peer(() -> TcpWire.tls(port, context), clientId);
  }

  WirePeer peer(WirePeer.Opener opener, String clientId) {
    WirePeer peer = new WirePeer(opener, clientId);
    peers.add(peer);
    return peer;
  }

  /** Publishes {@code m1} to {@code m<count>} at QoS 1, each acknowledged. */
  void publish(String topic, int count) {
    WirePeer publisher = connect("publisher");
    for (int i = 1; i <= count; i++) {
      publisher.publish(topic, 1, "m" + i);
    }
    publisher.disconnect();
  }

  /** Changes the configuration and waits until the broker has taken the change up. */
  SettingsChange reconfigure(String yaml) {
    write(yaml);
    return nextChange();
  }

  /** Changes a file that the configuration names, and waits until the broker has looked at it. */
  SettingsChange rewrite(Path file, String text) {
    return rewrite(file, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  SettingsChange rewrite(Path file, byte[] bytes) {
    replace(file, bytes);
    return nextChange();
  }

  private SettingsChange nextChange() {
    try {
      SettingsChange change = applied.poll(60, TimeUnit.SECONDS);
      assertThat(change).as("change taken up").isNotNull();
      return change;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void write(String yaml) {
    replace(
        directory.resolve("mqueduct.yaml"), yaml.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  static void replace(Path file, byte[] bytes) {
    try {
      Path next = Files.write(file.resolveSibling(file.getFileName() + ".next"), bytes);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static <T> T await(Future<T> future) {
    try {
      return future.await(60, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException("the broker takes too long", e);
    }
  }

  /** Says goodbye to all clients and stops, with Vert.x. */
  @Override
  public void close() {
    peers.forEach(WirePeer::close);
    await(live.close());
    await(broker.stop());
    await(vertx.close());
  }
}
