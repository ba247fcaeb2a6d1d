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
package io.mqueduct.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.Bytes;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.StartedBroker;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WirePeer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A client that asks and asks and reads no answer is no longer read from, so that answers do not
 * pile up; when it reads, it gets them all.
 */
class UnreadAnswersIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long MB = 1_000_000;

  /** What is sent at most; much more than sockets and send buffers hold. */
  private static final long FLOOD = 64 * MB;

  private StartedBroker broker;

  @BeforeEach
  void start() {
    broker = StartedBroker.with(Map.of());
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  @Test
  void pings() throws IOException {
    floodedWith(Bytes.hex("c000"));
  }

  @Test
  void publishesOfQos1() throws IOException {
    floodedWith(Publish.to("t").qos(1, 1).encoded(Version.V311));
  }

  @Test
  void subscriptions() throws IOException {
    floodedWith(Subscribe.to("t", 1).encoded(Version.V311, 1));
  }

  private void floodedWith(byte[] packet) throws IOException {
    WirePeer peer = broker.connect("greedy").version(Version.V311);
    try (SocketChannel channel = opened("tcp")) {
      send(channel, peer.connectBytes());
      flood(channel, 32, packet);
    }
  }

  @Test
  void webSocketPings() throws IOException {
    try (SocketChannel channel = opened("ws")) {
      send(
          channel,
          ("GET /mqtt HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                  + "Sec-WebSocket-Protocol: mqtt\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      ByteBuffer answer = ByteBuffer.allocate(16);
      channel.read(answer); // HTTP/1.1 101
      byte[] connect = broker.connect("greedy").version(Version.V311).connectBytes();
      send(channel, Bytes.bytes().u8(0x82).u8(0x80 | connect.length).u32(0).raw(connect).toArray());
      // An answer may hold on to the whole buffer that its ping was read into.
      flood(channel, 64, Bytes.bytes().u8(0x89).u8(0x80 | 100).u32(0).raw(new byte[100]).toArray());
    }
  }

  private SocketChannel opened(String listener) throws IOException {
    SocketChannel channel = SocketChannel.open();
    channel.setOption(StandardSocketOptions.SO_RCVBUF, 16 * 1024);
    channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), broker.port(listener)));
    return channel;
  }

  private static void send(SocketChannel channel, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  /** Sends until nothing has been taken for two seconds, or all of it. */
  private void flood(SocketChannel channel, int megabytes, byte[] packet) throws IOException {
    long before = Heap.keptBytes();
    int count = 64 * 1024 / packet.length;
    Bytes many = Bytes.bytes();
    for (int i = 0; i < count; i++) {
      many.raw(packet);
    }
    ByteBuffer buffer = ByteBuffer.wrap(many.toArray());
    channel.configureBlocking(false);
    long sent = 0;
    long lastAt = System.nanoTime();
    while (sent < FLOOD && System.nanoTime() - lastAt < 2_000_000_000L) {
      int some = channel.write(buffer);
      sent += some;
      if (some > 0) {
        lastAt = System.nanoTime();
      } else {
        Thread.onSpinWait();
      }
      if (!buffer.hasRemaining()) {
        buffer.rewind();
      }
    }

    assertThat(Heap.keptBytes() - before)
        .as("kept after %d bytes", sent)
        .isLessThan(megabytes * MB);
    assertThat(sent).as("taken").isLessThan(FLOOD);
    try (WirePeer other = broker.connect("other").patience(PATIENCE).open()) {
      other.ping();
    }
  }
}
