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

import io.mqueduct.config.AuthorizationSettings;
import io.mqueduct.config.ListenerSettings;
import io.mqueduct.config.MqttSettings;
import io.mqueduct.config.Settings;
import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import io.mqueduct.protocol.codec.Connect;
import io.mqueduct.protocol.codec.Workspace;
import io.mqueduct.queue.NamedQueues;
import io.mqueduct.routing.RouteCache;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.TopicRules;
import io.mqueduct.session.AttachSettings;
import io.mqueduct.session.Attached;
import io.mqueduct.session.Detach;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionSettings;
import io.mqueduct.session.SessionShards;
import io.mqueduct.session.Will;
import io.vertx.mqtt.MqttEndpoint;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the connections of one event loop share: the loop, its caches and counters, and the ways to
 * the rest of the broker. Owned by that loop.
 */
final class LoopServices {
  /** How long a publisher is not read from after a message while memory is short. */
  static final long SLOWED_MILLIS = 50;

  /** How long a closing connection may take to read its last bytes, milliseconds. */
  static final long CLOSE_TIMEOUT_MILLIS = 5_000;

  /** Until then a loop has read what had arrived when a client seemed to be silent. */
  private static final int READ_MILLIS = 100;

  private static final int STALE_ROUTES_A_TICK = 640;

  /** Connections that take new settings over in one pass of the loop. */
  private static final int FOLLOWING_AT_ONCE = 256;

  private static final SecureRandom RANDOM = new SecureRandom();

  final Logger logger = LoggerFactory.getLogger(Connection.class);
  final RateLimitedLog log = new RateLimitedLog(logger);
  final BrokerLoop loop;
  final String loopAddress;
  final Router router;
  final RouteCache routes;
  final Workspace workspace;
  final AccessControl access;
  final SessionShards shards;
  final Admission admission;
  final @Nullable NamedQueues queues;
  private final SessionRules rules;
  final Endpoints endpoints;
  final LoopStats stats = new LoopStats();
  final PublishOrigin origin = new PublishOrigin();
  final ConnectionTable connections = new ConnectionTable();

  private final Supplier<Settings> current;
  private final ReadClock readClock;
  private Settings settings;
  private TopicRules topics;
  private int followers; // connections that have yet to take new settings over
  private final ArrayList<Connection> overdue = new ArrayList<>();

  LoopServices(
      BrokerLoop loop,
      String loopAddress,
      BrokerParts parts,
      Supplier<Settings> current,
      Endpoints endpoints) {
    this.loop = loop;
    this.loopAddress = loopAddress;
    this.router = parts.router();
    this.routes = parts.router().newCache(loop);
    this.workspace = new Workspace(new KnownTopics(routes));
    this.access = parts.access();
    this.shards = parts.shards();
    this.admission = parts.admission();
    this.queues = parts.queues();
    this.rules = parts.rules();
    this.endpoints = endpoints;
    this.current = current;
    this.readClock = new ReadClock(READ_MILLIS, loop.nowMillis());
    this.settings = current.get();
    this.topics = new TopicRules(settings.mqtt().maxTopicLevels());
  }

  /** Opens the endpoint of vertx-mqtt for a client that was let in. */
  interface Endpoints {
    /** Runs the action, which shows vertx-mqtt the CONNECT, and gives the endpoint it opens. */
    MqttEndpoint open(Connection connection, Runnable fireConnect);
  }

  /** The rules for topic names and filters. */
  TopicRules topics() {
    return topics;
  }

  /** Whether a name, valid otherwise, has more levels than {@code mqtt.max_topic_levels}. */
  boolean exceedsLevels(TopicName topic) {
    byte[] utf8 = topic.utf8();
    int max = settings.mqtt().maxTopicLevels();
    if (utf8.length < max) {
      return false;
    }
    int levels = 1;
    for (byte each : utf8) {
      if (each == '/') {
        levels++;
      }
    }
    return levels > max;
  }

  /** The configuration; if it has changed, every connection follows soon. */
  @SuppressWarnings("ReferenceEquality") // a change of settings is a new object; equals is dear
  Settings settings() {
    Settings latest = current.get();
    if (latest != settings) {
      settings = latest;
      topics = new TopicRules(latest.mqtt().maxTopicLevels());
      if (followers == 0) {
        loop.nextPass(this::follow);
      }
      followers = connections.size();
    }
    return latest;
  }

  private void follow() {
    long now = loop.nowMillis();
    followers = connections.some(followers, FOLLOWING_AT_ONCE, each -> look(each, now));
    if (followers > 0) {
      loop.nextPass(this::follow);
    }
  }

  /** How much memory there is left. */
  MemoryRules.Level memory() {
    return admission.memory();
  }

  /** A listener as it is configured now; where and how it listens is as at the start. */
  ListenerSettings latest(ListenerSettings listener) {
    return latest(listener, settings());
  }

  /** A listener as it is configured by some settings; any thread. */
  static ListenerSettings latest(ListenerSettings listener, Settings settings) {
    for (ListenerSettings each : settings.listeners()) {
      if (each.transport() == listener.transport() && each.name().equals(listener.name())) {
        return each;
      }
    }
    return listener;
  }

  /** How long a connection of a listener may take to a complete CONNECT. */
  long connectMillis(ListenerSettings listener) {
    return listener.transport().isWebSocket()
        ? settings().mqtt().idleTimeoutMillis()
        : settings().limits().connectTimeoutMillis();
  }

  /** How fast a connection of a listener may send. */
  @Nullable InboundRules inboundRules(ListenerSettings listener, long nowMillis) {
    return InboundRules.of(latest(listener), settings().limits(), nowMillis);
  }

  /** Wall clock, at most one pass old. */
  long nowMillis() {
    return loop.nowMillis();
  }

  /** What clients had sent by then has been read; their silence is judged by that. */
  long readMillis() {
    return readClock.readMillis();
  }

  /** Looks at the connections that are due; to be called once a second. */
  void tick() {
    settings();
    routes.dropStale(STALE_ROUTES_A_TICK);
    loop.passBegins();
    long now = loop.nowMillis();
    readClock.tick(now);
    connections.turn(each -> look(each, now));
  }

  /** Has a connection looked at in time, that begins, changes or ends. */
  void watch(Connection connection) {
    connections.lookIn(TimeLimits.untilLookMillis(connection, nowMillis()), connection);
  }

  private void look(Connection connection, long now) {
    try {
      TimeLimits.look(connection, now);
    } catch (RuntimeException e) {
      connection.failed("a time limit", e);
    }
    long wait = TimeLimits.untilLookMillis(connection, now);
    connections.lookIn(wait, connection);
    if (wait <= 0) {
      if (overdue.isEmpty()) {
        loop.later(this::lookAgain, READ_MILLIS);
      }
      overdue.add(connection);
    }
  }

  /** At those whose time was up unless the loop had not read yet what they had sent. */
  private void lookAgain() {
    loop.passBegins();
    long now = loop.nowMillis();
    readClock.tick(now);
    Connection[] all = overdue.toArray(new Connection[0]);
    overdue.clear();
    for (Connection each : all) {
      look(each, now);
    }
  }

  /** Goes on with a connection on this loop; a fault of ours ends that connection only. */
  void run(Connection connection, Runnable task) {
    run(
        () -> {
          try {
            task.run();
          } catch (RuntimeException e) {
            connection.failed("CONNECT", e);
          }
        });
  }

  private void run(Runnable task) {
    if (loop.isCurrent()) {
      task.run();
    } else {
      loop.execute(task);
    }
  }

  /** Whether a client that publishes what it may not is disconnected. */
  boolean disconnectsDenied() {
    return settings().authorization().denyAction() == AuthorizationSettings.DenyAction.DISCONNECT;
  }

  boolean enforcesReceiveMaximum() {
    return settings().mqtt().strictReceiveMaximum() == MqttSettings.ReceiveMaximumRule.ENFORCE;
  }

  /** An identifier for a client that gave none (MQTT-3.1.3-6, MQTT-3.2.2-16). */
  String newClientId() {
    byte[] random = new byte[12];
    RANDOM.nextBytes(random);
    return "mq-" + HexFormat.of().formatHex(random);
  }

  /** What CONNECT asked for, within what the configuration allows. */
  Negotiated negotiate(Connect connect, TopicName mountpoint) {
    MqttSettings mqtt = settings().mqtt();
    int asked = connect.keepAliveSeconds();
    int keepAlive = keepAliveSeconds(connect);
    // A server keep alive binds 5.0 clients; the others only know what they asked for.
    int counted = connect.version() == 5 ? keepAlive : asked;
    return new Negotiated(
        connect.maximumPacketSize(),
        Math.min(connect.receiveMaximum(), mqtt.windowLimit()),
        connect.version() == 5 ? mqtt.maxTopicAlias() : 0,
        (long) (counted * 1000L * mqtt.keepaliveMultiplier()),
        keepAlive,
        connect.requestProblemInformation(),
        connect.requestProblemInformation()
            && PublishHints.areWanted(connect, log), // MQTT-3.1.2-29
        mountpoint);
  }

  private int keepAliveSeconds(Connect connect) {
    int server = settings().mqtt().serverKeepaliveMillis();
    return server == Settings.UNSET ? connect.keepAliveSeconds() : server / 1000;
  }

  /** How long the session is kept after this connection, milliseconds (MQTT-3.1.2-23). */
  long sessionExpiryMillis(Connect connect) {
    if (connect.version() == 5) {
      return clampExpiry(connect.sessionExpirySeconds());
    }
    return connect.cleanStart() ? 0 : settings().mqtt().sessionExpiryIntervalMillis();
  }

  /** Seconds as a client says them, within {@code mqtt.max_session_expiry_interval}. */
  long clampExpiry(long seconds) {
    long millis = seconds == 0xFFFF_FFFFL ? Long.MAX_VALUE : seconds * 1000;
    return Math.min(millis, settings().mqtt().maxSessionExpiryIntervalMillis());
  }

  /** The Will of a CONNECT as the session keeps it. */
  @Nullable Will will(Connection connection, Connect connect) {
    io.mqueduct.protocol.codec.Will asked = connect.will();
    if (asked == null) {
      return null;
    }
    Message message =
        new Message(
            connection.mounted(asked.topic()),
            asked.payload(),
            asked.properties(),
            asked.qos(),
            asked.retain(),
            nowMillis(),
            Message.NEVER,
            connection.clientId,
            connection.principal.userName());
    return new Will(message, asked.delaySeconds(), asked.expirySeconds());
  }

  /**
   * A connection that closed while its session was on the way gives it back at once. It was never
   * there, and has no Will.
   */
  void returnUnused(String clientId, Attached attached, long expiryMillis) {
    Session unused = attached.session();
    shards.giveBack(new Detach(clientId, attached.epoch(), unused, false, expiryMillis));
  }

  /** Has a session follow the configuration. The window that was agreed stays. */
  @SuppressWarnings("ReferenceEquality") // rules that changed are a new object; equals is dear
  void configure(Session session, long now) {
    SessionSettings latest = rules.of(settings().mqtt());
    if (!latest.equals(session.settings())) {
      session.settings(latest, now);
    }
  }

  /** Sends what the session owes (MQTT-4.4.0-1). */
  void attach(Connection connection, Connect connect, long now) {
    configure(connection.session(), now);
    connection.session().attach(connection, new AttachSettings(connect.receiveMaximum()), now);
  }

  /** Counts a client that was let in; true if it comes too often. */
  boolean bans(Connection connection) {
    return admission.bans(connection.clientId, settings(), nowMillis());
  }

  /** Why no further client is let in, or null. */
  Admission.@Nullable Refusal admission(Connection connection) {
    return admission.judge(
        latest(connection.peer.listener()), settings(), connection.clientId, nowMillis());
  }
}
