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
package io.mqueduct.protocol;

import io.mqueduct.auth.AuthenticatorChain;
import io.mqueduct.auth.Authorizer;
import io.mqueduct.auth.ClientIdentity;
import io.mqueduct.auth.EnhancedMethods;
import io.mqueduct.config.Settings;
import io.mqueduct.config.SettingsLoader;
import io.mqueduct.protocol.codec.Connect;
import io.mqueduct.protocol.codec.Packet;
import io.mqueduct.protocol.codec.PacketDecoder;
import io.mqueduct.protocol.codec.Violation;
import io.mqueduct.protocol.codec.Workspace;
import io.mqueduct.routing.RetainedStore;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.SharedRules;
import io.mqueduct.routing.SharedStrategy;
import io.mqueduct.session.AttachSettings;
import io.mqueduct.session.DropListener;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionJournal;
import io.mqueduct.session.SessionSettings;
import io.mqueduct.session.SessionShards;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.FastThreadLocal;
import io.vertx.core.eventbus.EventBus;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A connected client on a channel without a socket, whose loop goes on when the test says so; no
 * registry is behind it. Used by one thread, which is the loop's.
 */
final class EmbeddedClient implements PacketSink {
  final EmbeddedChannel socket = new EmbeddedChannel();
  final Router router;
  final BrokerLoop loop;
  final Session session;
  final Connection connection;

  EmbeddedClient(int version, @Nullable SessionJournal journal) {
    FastThreadLocal.removeAll(); // the loop of an earlier one
    loop = BrokerLoop.of(socket.eventLoop());
    router =
        new Router(
            new RetainedStore(RetainedStore.Limits.NONE),
            new SharedRules(
                new SharedRules.Values(SharedStrategy.RANDOM, 0, false, false), Instant::now));
    Settings settings = SettingsLoader.of(Map.of());
    Authorizer authorizer = authorizer();
    BrokerParts parts =
        new BrokerParts(
            router,
            new AccessControl(
                new AuthenticatorChain(List.of(), true),
                new EnhancedMethods(List.of()),
                authorizer),
            new SessionShards(nobody(), List.of(loop)),
            new SessionRules(),
            null,
            new Admission(() -> MemoryRules.Level.NORMAL, SocketRoom.UNKNOWN));
    LoopServices services =
        new LoopServices(
            loop,
            "here",
            parts,
            () -> settings,
            (connection, fire) -> {
              throw new IllegalStateException("there is no vertx-mqtt");
            });
    connection =
        new Connection(services, new Peer(null, settings.listeners().get(0), List.of()), 0);
    session = connect("c", version, journal);
  }

  /** Another client on the same loop, whose tasks are those of the first one's socket. */
  EmbeddedClient(String clientId, EmbeddedClient first) {
    loop = first.loop;
    router = first.router;
    connection = new Connection(first.connection.services, first.connection.peer, 0);
    session = connect(clientId, first.connection.version, null);
  }

  private static Authorizer authorizer() {
    return new Authorizer(List.of(), true, 0);
  }

  private Session connect(String clientId, int version, @Nullable SessionJournal journal) {
    LoopServices services = connection.services;
    ClientChannel bytes =
        new ClientChannel(
            loop,
            new PacketDecoder(new Workspace(new KnownTopics(services.routes)), 16 * 1024 * 1024),
            this,
            services.stats,
            1024 * 1024,
            1024);
    connection.channel(bytes);
    socket.pipeline().addLast(bytes);
    connection.version = version;
    connection.clientId = clientId;
    connection.access =
        authorizer().forClient(new ClientIdentity(clientId, null, null, null, true, List.of()));
    Session made =
        new Session(clientId, SessionSettings.DEFAULTS, loop, DropListener.NONE, journal);
    connection.connected(made, 1, 0);
    made.attach(connection, new AttachSettings(65_535), loop.nowMillis());
    byte[] properties = version == 5 ? new byte[1] : new byte[0];
    send(0x10, body().text("MQTT").raw(version, 2, 0, 0).raw(properties).text(clientId));
    return made;
  }

  private static EventBus nobody() {
    return (EventBus)
        Proxy.newProxyInstance(
            EventBus.class.getClassLoader(),
            new Class<?>[] {EventBus.class},
            (proxy, method, arguments) -> null);
  }

  /** The body of a packet. */
  static final class Body {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Body raw(int... values) {
      for (int each : values) {
        bytes.write(each);
      }
      return this;
    }

    Body raw(byte[] values) {
      bytes.writeBytes(values);
      return this;
    }

    Body text(String value) {
      byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
      return raw(utf8.length >>> 8, utf8.length).raw(utf8);
    }
  }

  static Body body() {
    return new Body();
  }

  /** One packet. */
  static byte[] packet(int firstByte, Body body) {
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    packet.write(firstByte);
    int length = body.bytes.size();
    do {
      packet.write(length > 127 ? length & 127 | 128 : length);
      length >>>= 7;
    } while (length > 0);
    packet.writeBytes(body.bytes.toByteArray());
    return packet.toByteArray();
  }

  /** The client sends a packet. */
  void send(int firstByte, Body body) {
    send(packet(firstByte, body));
  }

  /** The client sends bytes. */
  void send(byte[] bytes) {
    socket.writeInbound(Unpooled.wrappedBuffer(bytes));
  }

  /** The client sends bytes, and the pass in which they are read goes on. */
  void sendWithinPass(byte[] bytes) {
    socket.pipeline().fireChannelRead(Unpooled.wrappedBuffer(bytes));
  }

  /** What the client was sent since the last call, up to now. */
  byte[] received() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (ByteBuf next = socket.readOutbound(); next != null; next = socket.readOutbound()) {
      byte[] bytes = new byte[next.readableBytes()];
      next.readBytes(bytes);
      next.release();
      all.writeBytes(bytes);
    }
    return all.toByteArray();
  }

  @Override
  public void packet(Packet packet) {
    if (!(packet instanceof Connect)) {
      connection.packet(packet);
    }
  }

  @Override
  public void violation(Violation violation) {
    connection.violation(violation);
  }

  @Override
  public void heard() {
    connection.heard();
  }

  @Override
  public long slowsDownMillis() {
    return 0;
  }

  @Override
  public void writable() {
    connection.writable();
  }

  @Override
  public void gone() {
    connection.gone();
  }
}
