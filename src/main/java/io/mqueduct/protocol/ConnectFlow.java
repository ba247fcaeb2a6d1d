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

import io.mqueduct.auth.AuthResult;
import io.mqueduct.auth.ClientAccess;
import io.mqueduct.auth.ClientIdentity;
import io.mqueduct.auth.ConnectCredentials;
import io.mqueduct.auth.EnhancedAuthentication;
import io.mqueduct.auth.EnhancedExchange;
import io.mqueduct.auth.EnhancedStep;
import io.mqueduct.auth.Principal;
import io.mqueduct.message.BrokerException;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import io.mqueduct.protocol.Connection.State;
import io.mqueduct.protocol.codec.Auth;
import io.mqueduct.protocol.codec.Connect;
import io.mqueduct.protocol.codec.InboundAliases;
import io.mqueduct.protocol.codec.NettyConnect;
import io.mqueduct.protocol.codec.OutboundAliases;
import io.mqueduct.protocol.codec.PacketEncoder;
import io.mqueduct.protocol.codec.Will;
import io.mqueduct.session.Attach;
import io.mqueduct.session.Attached;
import io.mqueduct.session.ConnectionFacts;
import io.vertx.mqtt.MqttEndpoint;
import org.jspecify.annotations.Nullable;

/**
 * From CONNECT to CONNACK: checks, authentication, the session, and what was agreed (MQTT 5.0
 * sections 3.1, 3.2, 4.12). One per connection, owned by its loop. Whatever is asynchronous finds
 * out first whether the connection is still there.
 */
final class ConnectFlow {
  /** What a connection uses of the aliases that its client allows: those topics that come most. */
  private static final int MOST_OUTBOUND_ALIASES = 64;

  private final Connection connection;
  private @Nullable Connect connect;
  private @Nullable EnhancedExchange exchange;
  private String method = "";
  private byte @Nullable [] finalData;
  private boolean assigned;
  private long lostExpiryMillis;

  ConnectFlow(Connection connection) {
    this.connection = connection;
  }

  private Connect connect() {
    if (connect == null) {
      throw new IllegalStateException("no CONNECT");
    }
    return connect;
  }

  /** The connection is closed: nothing that comes later matters. */
  void abandon() {
    Connect packet = connect;
    if (packet != null) {
      lostExpiryMillis = connection.services.sessionExpiryMillis(packet);
    }
    connect = null;
    exchange = null;
  }

  private boolean isOver() {
    return connection.state == State.CLOSED || connect == null;
  }

  void connect(Connect packet) {
    connect = packet;
    connection.state = State.CONNECTING;
    connection.channel().hold();
    connection.clientId = packet.clientId();
    connection.negotiated = Negotiated.asked(packet);
    Admission.Refusal refusal = ConnectRules.judge(connection, packet);
    if (refusal != null) {
      connection.refuse(refusal.code(), refusal.why());
      return;
    }
    if (packet.clientId().isEmpty()) { // [MQTT-3.1.3-6], [MQTT-3.1.3-7]
      connection.clientId = connection.services.newClientId();
      assigned = true;
    }
    if (packet.authenticationMethod() != null) {
      beginExchange(packet.authenticationMethod(), packet.authenticationData());
    } else {
      checkPassword();
    }
  }

  private ConnectCredentials credentials() {
    return new ConnectCredentials(
        connection.clientId,
        connect == null ? null : connect.username(),
        connect == null ? null : connect.password(),
        connection.peer.address(),
        connection.peer.listener().id(),
        connection.peer.certificates(),
        connection.version);
  }

  private ClientAccess access(Principal principal) {
    return connection
        .services
        .access
        .authorizer()
        .forClient(ClientIdentity.of(credentials(), principal));
  }

  private void checkPassword() {
    connection
        .services
        .access
        .authenticators()
        .authenticate(credentials())
        .onComplete(
            outcome ->
                connection.services.run(connection, () -> passwordChecked(outcome.result())));
  }

  private void passwordChecked(@Nullable AuthResult result) {
    if (isOver()) {
      return;
    }
    if (result instanceof AuthResult.Granted granted) {
      letIn(granted.principal());
    } else if (result instanceof AuthResult.Denied denied) {
      connection.refuse(denied.code(), denied.why());
    } else {
      connection.refuse(ReasonCode.SERVER_UNAVAILABLE, "authentication gave no answer");
    }
  }

  // --- enhanced authentication, section 4.12

  private void beginExchange(String name, byte @Nullable [] data) {
    EnhancedExchange begun = begin(name, null);
    if (begun == null) { // [MQTT-4.12.0-1]
      connection.refuse(
          ReasonCode.BAD_AUTHENTICATION_METHOD, "authentication method not supported");
      return;
    }
    exchange = begun;
    method = name;
    step(data);
  }

  private @Nullable EnhancedExchange begin(String name, @Nullable Principal current) {
    EnhancedAuthentication known = connection.services.access.enhanced().find(name);
    return known == null ? null : known.begin(credentials(), current);
  }

  void authenticate(Auth auth) {
    if (auth.code() != ReasonCode.CONTINUE_AUTHENTICATION) {
      connection.refuse(ReasonCode.PROTOCOL_ERROR, "AUTH out of turn");
      return;
    }
    connection.channel().hold();
    step(auth.data());
  }

  /** AUTH on a connection that is up (MQTT-4.12.1-1, MQTT-4.12.1-2). */
  void reauthenticate(Auth auth) {
    if (auth.code() == ReasonCode.REAUTHENTICATE && exchange == null) {
      exchange = begin(auth.method(), connection.principal);
      method = auth.method();
    } else if (auth.code() != ReasonCode.CONTINUE_AUTHENTICATION) {
      connection.disconnect(ReasonCode.PROTOCOL_ERROR, "AUTH out of turn");
      return;
    }
    if (exchange == null) {
      connection.disconnect(ReasonCode.PROTOCOL_ERROR, "AUTH out of turn");
      return;
    }
    connection.channel().hold();
    step(auth.data());
  }

  private void step(byte @Nullable [] data) {
    EnhancedExchange current = exchange;
    if (current == null) {
      throw new IllegalStateException("no exchange");
    }
    current
        .step(data)
        .onComplete(
            outcome ->
                connection.services.run(connection, () -> stepped(current, outcome.result())));
  }

  private void stepped(EnhancedExchange current, @Nullable EnhancedStep step) {
    if (connection.state == State.CLOSED || exchange != current) {
      return;
    }
    boolean again = connection.state == State.CONNECTED;
    if (step instanceof EnhancedStep.Continue more) {
      if (!again) {
        connection.state = State.AUTHENTICATING;
      }
      auth(ReasonCode.CONTINUE_AUTHENTICATION, more.data());
      connection.channel().resume();
      return;
    }
    exchange = null;
    if (step instanceof EnhancedStep.Success success && again) {
      connection.principal = success.principal();
      connection.access = access(success.principal());
      auth(ReasonCode.SUCCESS, success.data());
      connection.channel().resume();
    } else if (step instanceof EnhancedStep.Success success) {
      finalData = success.data();
      letIn(success.principal());
    } else {
      EnhancedStep.Failure failure =
          step instanceof EnhancedStep.Failure known
              ? known
              : new EnhancedStep.Failure(ReasonCode.UNSPECIFIED_ERROR, "no answer");
      if (again) {
        connection.disconnect(failure.code(), "re-authentication failed");
      } else {
        connection.refuse(failure.code(), failure.why());
      }
    }
  }

  private void auth(ReasonCode code, byte @Nullable [] data) {
    long limit = connection.negotiated.maxPacketSize();
    if (!PacketEncoder.auth(connection.channel().out(), code, method, data, null, limit)) {
      connection.disconnect(ReasonCode.PACKET_TOO_LARGE, "AUTH is larger than the client takes");
    }
  }

  // --- the session

  private void letIn(Principal principal) {
    connection.principal = principal;
    connection.state = State.CONNECTING;
    Connect packet = connect();
    LoopServices services = connection.services;
    if (!assigned && services.bans(connection)) {
      connection.refuse(ReasonCode.BANNED, "connects too often, limits.flapping");
      return;
    }
    connection.access = access(principal);
    TopicName mountpoint =
        Mountpoint.of(
            connection.peer.listener().mountpoint(), connection.clientId, principal.userName());
    if (mountpoint == null) {
      connection.refuse(
          ReasonCode.NOT_AUTHORIZED, "its name cannot be in the mountpoint of the listener");
      return;
    }
    connection.negotiated = services.negotiate(packet, mountpoint);
    aliases(packet);
    Will will = packet.will();
    if (will != null && PublishFlow.isReserved(connection, will.topic())) {
      connection.refuse(ReasonCode.TOPIC_NAME_INVALID, "the topic of the Will is the broker's own");
      return;
    }
    if (will != null
        && !connection.access().mayPublish(will.topic().text(), will.qos(), will.retain())) {
      connection.refuse(ReasonCode.NOT_AUTHORIZED, "not allowed to publish the Will");
      return;
    }
    if (!Handshake.fits(connection, packet, assigned, finalData)) { // [MQTT-3.1.2-24]
      connection.refuse(ReasonCode.PACKET_TOO_LARGE, "CONNACK is larger than the client takes");
      return;
    }
    services
        .shards
        .attach(
            new Attach(
                connection.clientId,
                packet.cleanStart(),
                services.loop,
                services.loopAddress,
                services.sessionExpiryMillis(packet),
                connection.version,
                principal.userName(),
                services.will(connection, packet)))
        .onSuccess(attached -> services.run(connection, () -> attached(attached)))
        .onFailure(failure -> services.run(connection, () -> notAttached(failure)));
  }

  private void aliases(Connect packet) {
    connection.inboundAliases = new InboundAliases(connection.negotiated.topicAliasMaximum());
    if (packet.topicAliasMaximum() > 0) {
      connection.outboundAliases =
          new OutboundAliases(Math.min(packet.topicAliasMaximum(), MOST_OUTBOUND_ALIASES));
    }
  }

  private void notAttached(Throwable failure) {
    if (!isOver()) {
      ReasonCode code =
          failure instanceof BrokerException known
              ? known.problem().reasonCode()
              : ReasonCode.UNSPECIFIED_ERROR;
      connection.refuse(
          code == ReasonCode.SESSION_TAKEN_OVER
              ? ReasonCode.SERVER_BUSY
              : code, // no code of CONNACK
          String.valueOf(failure.getMessage()));
    }
  }

  private void attached(Attached attached) {
    LoopServices services = connection.services;
    if (isOver()) {
      services.returnUnused(connection.clientId, attached, lostExpiryMillis);
      return;
    }
    Connect packet = connect();
    long now = services.nowMillis();
    long expiryMillis = services.sessionExpiryMillis(packet);
    attached
        .session()
        .facts(
            new ConnectionFacts(
                connection.version,
                connection.principal.userName(),
                connection.peer.address(),
                connection.peer.listener().id(),
                connection.negotiated.keepAliveSeconds(),
                packet.cleanStart(),
                expiryMillis,
                connection.negotiated.mountpoint().text(),
                now));
    connection.connected(attached.session(), attached.epoch(), expiryMillis);
    connection.channel().speaks(NettyConnect.version(packet));
    MqttEndpoint endpoint =
        services.endpoints.open(
            connection,
            () -> connection.channel().fire(NettyConnect.of(packet, connection.clientId)));
    Handshake.accept(endpoint, connection, packet, attached.present(), assigned, finalData);
    connection.channel().handshakeDone();
    connect = null;
    finalData = null;
    services.attach(connection, packet, now);
    connection.channel().resume();
  }
}
