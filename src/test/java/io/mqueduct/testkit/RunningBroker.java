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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/**
 * A broker under test, and the clients a test has at it. Used by the test's thread.
 *
 * <p>Client identifiers get a suffix that is new for each test, so that a class can share a broker;
 * {@link WirePeer#clientId(String)} sets one without suffix.
 */
public final class RunningBroker implements AutoCloseable {
  private static final AtomicInteger RUNS = new AtomicInteger();

  private final Backend backend;
  private final Map<String, String> settings;
  private final List<WirePeer> peers = new ArrayList<>();
  private String suffix = "";

  RunningBroker(Backend backend, Map<String, String> settings) {
    this.backend = backend;
    this.settings = settings;
    backend.start(settings);
  }

  /** A broker of this process with settings known only now; to be closed by the test. */
  public static RunningBroker start(Map<String, String> settings) {
    return new RunningBroker(new InProcessBackend(), settings);
  }

  /** A broker in a process of its own, which can be killed; to be closed by the test. */
  public static RunningBroker startProcess(Map<String, String> settings) {
    return new RunningBroker(new ProcessBackend(), settings);
  }

  /** A client over TCP; 5.0 with a clean start unless told otherwise. */
  public WirePeer connect(String clientId) {
    int port = port("tcp");
    return peer(() -> TcpWire.plain(port), clientId);
  }

  /** A client over a WebSocket. */
  public WirePeer connectWs(String clientId) {
    int port = port("ws");
    return peer(() -> WsWire.open(port), clientId);
  }

  /** A client over TLS. */
  public WirePeer connectTls(String clientId, SSLContext context) {
    int port = port("ssl");
    return peer(() -> TcpWire.tls(port, context), clientId);
  }

  /** A client over any wire. */
  public WirePeer peer(WirePeer.Opener opener, String clientId) {
    WirePeer peer = new WirePeer(opener, clientId.isEmpty() ? "" : clientId + suffix);
    peers.add(peer);
    return peer;
  }

  /** A topic or a part of it that no other test uses. */
  public String topic(String name) {
    return name + suffix;
  }

  /** Publishes {@code m1} to {@code m<count>} at QoS 1, each acknowledged. */
  public void publish(String topic, int count) {
    try (WirePeer publisher = connect("publisher")) {
      for (int i = 1; i <= count; i++) {
        publisher.publish(topic, 1, "m" + i);
      }
      publisher.disconnect();
    }
  }

  /** Publishes one message, acknowledged if its QoS has it. */
  public void publish(Publish message) {
    try (WirePeer publisher = connect("publisher")) {
      publisher.publish(message).ping();
      publisher.disconnect();
    }
  }

  /** The port of the listener {@code default} of a type: tcp, ssl, ws or wss. */
  public int port(String type) {
    return backend.port(type, "default");
  }

  /** The port of a listener by name. */
  public int port(String type, String name) {
    return backend.port(type, name);
  }

  /** The named queues of a broker of this process, managed over its event bus. */
  public Queues queues() {
    return backend.queues();
  }

  /** What its process has written to its log, over all starts. */
  public String log() {
    return backend.log();
  }

  /** Stops the broker in order. */
  public void stop() {
    backend.stop();
  }

  /** Kills its process, as {@code kill -9} does. */
  public void kill() {
    backend.kill();
  }

  /** Starts it again on the same data. */
  public void start() {
    backend.start(settings);
  }

  void nextTest() {
    suffix = "-" + RUNS.incrementAndGet();
  }

  void hangUp() {
    peers.forEach(WirePeer::close);
    peers.clear();
  }

  @Override
  public void close() {
    hangUp();
    backend.discard();
  }
}
