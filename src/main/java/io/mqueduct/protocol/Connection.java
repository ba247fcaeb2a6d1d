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

import io.mqueduct.auth.ClientAccess;
import io.mqueduct.auth.Principal;
import io.mqueduct.config.Settings;
import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import io.mqueduct.protocol.codec.Ack;
import io.mqueduct.protocol.codec.Auth;
import io.mqueduct.protocol.codec.Connect;
import io.mqueduct.protocol.codec.Disconnect;
import io.mqueduct.protocol.codec.InboundAliases;
import io.mqueduct.protocol.codec.OutboundAliases;
import io.mqueduct.protocol.codec.Packet;
import io.mqueduct.protocol.codec.PacketEncoder;
import io.mqueduct.protocol.codec.PacketType;
import io.mqueduct.protocol.codec.Publish;
import io.mqueduct.protocol.codec.Subscribe;
import io.mqueduct.protocol.codec.Unsubscribe;
import io.mqueduct.protocol.codec.Violation;
import io.mqueduct.session.Detach;
import io.mqueduct.session.Outlet;
import io.mqueduct.session.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One MQTT connection, from the first byte to the last: what state it is in, and which flow gets
 * each packet. Owned by the event loop of its socket; while it is CONNECTED that loop owns the
 * session too.
 */
final class Connection extends LookWheel.Place implements PacketSink, Outlet, AckQueue.Sink {
  private static final RateLimitedLog LOG =
      new RateLimitedLog(LoggerFactory.getLogger(Connection.class));
  private static final Logger FAULTS = LoggerFactory.getLogger(Connection.class);

  /** Where a connection stands. */
  enum State {
    /** No CONNECT yet. */
    OPENED,
    /** A CONNECT is being answered; nothing is read. */
    CONNECTING,
    /** An enhanced authentication goes on; only AUTH is read. */
    AUTHENTICATING,
    CONNECTED,
    CLOSED
  }

  final LoopServices services;
  final Peer peer;
  final AckQueue acks = new AckQueue(this);
  final StorePause storePause = new StorePause(this);
  final long openedAtMillis;

  // Set while connecting.
  State state = State.OPENED;
  int version;
  String clientId = "";
  Principal principal = Principal.ANONYMOUS;
  @Nullable ClientAccess access;
  Negotiated negotiated = Negotiated.NONE;
  InboundAliases inboundAliases = new InboundAliases(0);
  @Nullable OutboundAliases outboundAliases;
  @Nullable Session session;
  @Nullable UnfinishedReplays replays;
  @Nullable ConnectedPublisher publisher;
  boolean warnedOfReceiveMaximum;

  /** Index in the loop's table of connections. */
  int slot = -1;

  // For the time limits.
  long heardAtMillis;
  long closedAtMillis = Long.MAX_VALUE;
  Settings settingsSeen;

  private final ConnectFlow connecting;
  private @Nullable ClientChannel channel;
  private long epoch;
  private long expiryMillis;

  Connection(LoopServices services, Peer peer, long nowMillis) {
    this.services = services;
    this.peer = peer;
    this.openedAtMillis = nowMillis;
    this.heardAtMillis = nowMillis;
    this.connecting = new ConnectFlow(this);
    this.settingsSeen = services.settings();
  }

  void channel(ClientChannel opened) {
    channel = opened;
  }

  ClientChannel channel() {
    if (channel == null) {
      throw new IllegalStateException("no channel yet");
    }
    return channel;
  }

  Session session() {
    if (session == null) {
      throw new IllegalStateException("no session in state " + state);
    }
    return session;
  }

  ClientAccess access() {
    if (access == null) {
      throw new IllegalStateException("nobody was let in");
    }
    return access;
  }

  // --- what the client sends; a fault of ours ends this connection, never the loop
  @Override
  public void packet(Packet packet) {
    try {
      dispatch(packet);
    } catch (RuntimeException e) {
      failed(packet.type().name(), e);
    }
  }

  void failed(String packet, RuntimeException fault) {
    if (LOG.allows()) {
      FAULTS.error("client={} peer={} {} could not be handled", clientId, peer, packet, fault);
    }
    services.stats.faults.increment();
    disconnect(ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR, "internal fault");
  }

  private void dispatch(Packet packet) {
    if (state == State.CONNECTED) {
      switch (packet.type()) {
        case PUBLISH -> PublishFlow.publish(this, (Publish) packet);
        case PUBACK, PUBREC, PUBREL, PUBCOMP -> acknowledged((Ack) packet);
        case PINGREQ -> PacketEncoder.pingresp(channel().out());
        case SUBSCRIBE -> SubscribeFlow.subscribe(this, (Subscribe) packet);
        case UNSUBSCRIBE -> SubscribeFlow.unsubscribe(this, (Unsubscribe) packet);
        case DISCONNECT -> disconnected((Disconnect) packet);
        case AUTH -> connecting.reauthenticate((Auth) packet);
        default -> disconnect(ReasonCode.PROTOCOL_ERROR, packet.type() + " after CONNECT");
      }
    } else if (state == State.OPENED && packet instanceof Connect connect) {
      version = connect.version();
      connecting.connect(connect);
    } else if (state == State.AUTHENTICATING && packet instanceof Auth auth) {
      connecting.authenticate(auth);
    } else if (packet instanceof Disconnect) {
      close("DISCONNECT before CONNACK", true);
    } else if (state != State.CLOSED) {
      // Only AUTH and DISCONNECT may come before the CONNACK of an enhanced authentication.
      refuse(ReasonCode.PROTOCOL_ERROR, packet.type() + " before CONNACK");
    }
  }

  private void acknowledged(Ack ack) {
    long now = services.nowMillis();
    switch (ack.type()) {
      case PUBACK -> session().puback(ack.packetId(), ack.code(), ack.reasonString(), now);
      case PUBREC -> session().pubrec(ack.packetId(), ack.code(), now);
      case PUBCOMP -> session().pubcomp(ack.packetId(), ack.code(), now);
      default -> PublishFlow.release(this, ack);
    }
  }

  private void disconnected(Disconnect disconnect) {
    if (disconnect.sessionExpirySeconds() >= 0) {
      expiryMillis = services.clampExpiry(disconnect.sessionExpirySeconds());
    }
    close("DISCONNECT", disconnect.code() != ReasonCode.SUCCESS);
  }

  @Override
  public void violation(Violation violation) {
    if (version == 0) {
      version = channel().version();
    }
    if (state == State.CONNECTED) {
      disconnect(violation.code(), violation.why());
    } else {
      // [MQTT-3.1.4-1] of 3.1.1: a CONNECT that is not one gets no CONNACK.
      boolean isConnect =
          violation.code() == ReasonCode.UNSUPPORTED_PROTOCOL_VERSION
              || violation.code() == ReasonCode.CLIENT_IDENTIFIER_NOT_VALID;
      refuse(violation.code(), violation.why(), version == 5 || (version > 0 && isConnect));
    }
  }

  @Override
  public void heard() {
    heardAtMillis = services.nowMillis();
  }

  @Override
  public long slowsDownMillis() {
    return services.memory() == MemoryRules.Level.NORMAL ? 0 : LoopServices.SLOWED_MILLIS;
  }

  @Override
  public void writable() {
    if (session != null && state == State.CONNECTED) {
      session.onWritable(System.currentTimeMillis());
    }
  }

  @Override
  public void gone() {
    close("socket closed", true);
  }

  // --- how a connection begins and ends

  /** The session is here: from now on packets flow. */
  void connected(Session attached, long attachedEpoch, long sessionExpiryMillis) {
    session = attached;
    epoch = attachedEpoch;
    expiryMillis = sessionExpiryMillis;
    state = State.CONNECTED;
    services.connections.put(clientId, this);
    services.stats.connects.increment();
    services.stats.connected.increment();
    services.watch(this);
  }

  boolean isAttached(long ofEpoch) {
    return state == State.CONNECTED && epoch == ofEpoch;
  }

  /** Says no to a CONNECT, in the words of the client's version, and closes. */
  void refuse(ReasonCode code, String why) {
    refuse(code, why, version != 0);
  }

  private void refuse(ReasonCode code, String why, boolean withConnAck) {
    if (state == State.CLOSED) {
      return;
    }
    if (withConnAck) {
      PacketEncoder.refusal(
          channel().out(),
          version,
          code,
          negotiated.problemInformation() ? why : null,
          negotiated.maxPacketSize());
    }
    LOG.info("client={} peer={} refused, code={} why={}", clientId, peer, code, why);
    services.stats.connectsRefused.increment();
    close(why, false);
  }

  @Override
  public void disconnect(ReasonCode code, String why) {
    if (state != State.CONNECTED) { // no DISCONNECT before the CONNACK [MQTT-3.14.0-1]
      refuse(code == ReasonCode.SERVER_SHUTTING_DOWN ? ReasonCode.SERVER_UNAVAILABLE : code, why);
      return;
    }
    if (channel().isActive()) {
      String said = negotiated.problemInformation() ? why : null;
      PacketEncoder.disconnect(
          channel().out(), version, code, said, null, negotiated.maxPacketSize());
    }
    close(why + ", code=" + code, true);
  }

  /** Ends the connection and gives the session back; the Will stands unless the client took it. */
  void close(String why, boolean willStands) {
    if (state == State.CLOSED) {
      return;
    }
    state = State.CLOSED;
    closedAtMillis = System.currentTimeMillis();
    services.watch(this);
    connecting.abandon();
    Session mine = session;
    if (mine != null) {
      session = null;
      services.connections.remove(clientId, this);
      services.stats.connected.decrement();
      mine.detach(closedAtMillis);
      services.routes.handOver(); // before its Will, or what it publishes through another loop
      if (replays != null) {
        replays.leaveTo(mine);
      }
      services.shards.giveBack(new Detach(clientId, epoch, mine, willStands, expiryMillis));
      LOG.info("client={} peer={} disconnected, why={}", clientId, peer, why);
    }
    channel().close();
  }

  // --- what the session sends

  @Override
  public boolean isCongested() {
    return channel().isCongested();
  }

  @Override
  public boolean publish(
      Message message,
      int packetId,
      int qos,
      boolean dup,
      boolean retain,
      int[] subscriptionIds,
      long nowMillis) {
    return DeliveryFlow.publish(
        this, message, packetId, qos, dup, retain, subscriptionIds, nowMillis);
  }

  @Override
  public void pubrel(int packetId, ReasonCode code) {
    ack(PacketType.PUBREL, packetId, code);
  }

  // --- what the publisher is told

  @Override
  public void acknowledge(
      int packetId, int qos, ReasonCode code, int fillPercent, @Nullable String reason) {
    if (state != State.CONNECTED) {
      return;
    }
    if (version < 5 && code.isError()) {
      // Never a success that is not true (MQTT-3.3.5-2): the older versions have no other answer.
      disconnect(code, "publish refused: " + code);
      return;
    }
    PublishHints.ack(this, qos, packetId, code, fillPercent, reason);
  }

  /** Writes PUBACK, PUBREC, PUBREL or PUBCOMP. */
  void ack(PacketType type, int packetId, ReasonCode code) {
    String why = ReasonTexts.of(code);
    PacketEncoder.ack(channel().out(), version, type, packetId, code, why, negotiated.forReasons());
  }

  /** The topic as the broker knows it, with the listener's mountpoint in front. */
  TopicName mounted(TopicName topic) {
    return negotiated.isMounted()
        ? TopicName.of(negotiated.mountpoint().text() + topic.text())
        : topic;
  }
}
