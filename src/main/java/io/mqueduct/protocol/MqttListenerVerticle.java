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

import io.mqueduct.bus.Address;
import io.mqueduct.config.ListenerSettings;
import io.mqueduct.config.Settings;
import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.protocol.codec.PacketDecoder;
import io.mqueduct.session.Evict;
import io.mqueduct.session.InSession;
import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.Message;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import io.vertx.mqtt.MqttEndpoint;
import io.vertx.mqtt.MqttServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every listener of the broker on one event loop, with the connections that the loop was given and
 * the sessions that are lent to them. One instance per loop; Vert.x deals new sockets out in turn.
 */
public final class MqttListenerVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(MqttListenerVerticle.class);
  private static final RateLimitedLog FAILURES = new RateLimitedLog(LOG);
  private static final long DRAIN_PASS_MILLIS = 50;

  private final int index;
  private final BrokerParts parts;
  private final Supplier<Settings> settings;
  private final Map<String, MqttServer> servers = new LinkedHashMap<>();
  private @Nullable LoopServices services;
  private @Nullable MqttEndpoint accepted;

  /**
   * The listeners on one loop.
   *
   * @param index of the loop, from 0
   */
  public MqttListenerVerticle(int index, BrokerParts parts, Supplier<Settings> settings) {
    this.index = index;
    this.parts = parts;
    this.settings = settings;
  }

  @Override
  public Future<?> start() {
    LoopServices mine =
        new LoopServices(
            BrokerLoop.of(MqttServerSeam.eventLoop(context)),
            Address.mqttLoop(index),
            parts,
            settings,
            this::openEndpoint);
    services = mine;
    vertx.setPeriodic(ConnectionTable.TURN_MILLIS, id -> mine.tick());
    Future<?> started =
        vertx.eventBus().<Object>localConsumer(mine.loopAddress, this::received).completion();
    int negative = -1;
    for (ListenerSettings listener : settings.get().listeners()) {
      if (listener.isEnabled()) {
        int ephemeral = negative--;
        started = started.compose(ignored -> listen(listener, ephemeral));
      }
    }
    return started;
  }

  private LoopServices services() {
    if (services == null) {
      throw new IllegalStateException("not started");
    }
    return services;
  }

  private Future<?> listen(ListenerSettings listener, int ephemeral) {
    AcceptGate gate = new AcceptGate(parts.admission(), listener, this::opens);
    MqttServer server =
        MqttServerSeam.create(
            vertx,
            ListenerOptions.of(
                listener, settings.get().mqtt(), settings.get().limits().connectTimeoutMillis()),
            gate,
            socket -> accept(listener, gate, socket),
            failure -> failed(listener, failure));
    server.endpointHandler(endpoint -> accepted = endpoint);
    server.exceptionHandler(failure -> failed(listener, failure));
    servers.put(listener.id(), server);
    // A negative port is one free port that all loops share.
    int port = listener.bind().port() == 0 ? ephemeral : listener.bind().port();
    return server
        .listen(port, listener.bind().host())
        .recover(failure -> Future.failedFuture(new ListenException(listener, failure)));
  }

  /** A socket that came to nothing: a failed TLS handshake, no PROXY header. */
  private static void failed(ListenerSettings listener, Throwable why) {
    if (why instanceof ClosedChannelException) {
      LOG.debug("listener={} a socket was closed before it was used", listener.id());
    } else {
      FAILURES.info("listener={} connection failed: {}", listener.id(), String.valueOf(why));
    }
  }

  /** The port that a listener really has. */
  public int actualPort(String listenerId) {
    MqttServer server = servers.get(listenerId);
    if (server == null) {
      throw new IllegalArgumentException("no listener " + listenerId);
    }
    return server.actualPort();
  }

  /** What Vert.x knows this instance by. */
  String id() {
    return deploymentID();
  }

  /** What this loop has counted. */
  public LoopStats stats() {
    return services().stats;
  }

  /** Any thread: counts a socket of a listener. */
  private boolean opens(ListenerSettings listener) {
    Settings now = settings.get();
    return parts.admission().opened(LoopServices.latest(listener, now), now);
  }

  private void accept(ListenerSettings listener, AcceptGate gate, MqttServerSeam.Accepted socket) {
    LoopServices mine = services();
    Channel channel = socket.last().channel();
    Settings now = mine.settings();
    ListenerSettings latest = mine.latest(listener);
    if (!gate.lets(channel)) {
      channel.close();
      return;
    }
    Peer peer = new Peer(address(socket.socket()), latest, certificates(socket.socket()));
    Connection connection = new Connection(mine, peer, System.currentTimeMillis());
    int high = now.limits().sendBufferHigh();
    int low = Math.min(now.limits().sendBufferLow(), high);
    ClientChannel bytes =
        new ClientChannel(
            mine.loop,
            new PacketDecoder(mine.workspace, now.mqtt().maxPacketSize()),
            connection,
            mine.stats,
            high,
            low);
    bytes.rules(mine.inboundRules(listener, connection.openedAtMillis));
    connection.channel(bytes);
    mine.connections.opened(connection);
    mine.watch(connection);
    channel.closeFuture().addListener(closed -> mine.connections.gone(connection));
    AcceptedPipeline.install(
        socket.last().pipeline(),
        bytes,
        latest,
        low,
        high,
        now.mqtt().maxPacketSize(),
        now.limits().connectTimeoutMillis());
  }

  /** Has vertx-mqtt open the endpoint of a client that is let in; synchronous by its nature. */
  private MqttEndpoint openEndpoint(Connection connection, Runnable fireConnect) {
    accepted = null;
    fireConnect.run();
    MqttEndpoint endpoint = accepted;
    accepted = null;
    if (endpoint == null) {
      throw new IllegalStateException("vertx-mqtt opened no endpoint for " + connection.clientId);
    }
    return endpoint;
  }

  private static @Nullable InetSocketAddress address(NetSocket socket) {
    SocketAddress remote = socket.remoteAddress();
    if (remote == null || remote.hostAddress() == null) {
      return null;
    }
    try {
      // A literal address: nothing is looked up.
      return new InetSocketAddress(InetAddress.getByName(remote.hostAddress()), remote.port());
    } catch (UnknownHostException e) {
      return null;
    }
  }

  private static List<X509Certificate> certificates(NetSocket socket) {
    SSLSession session = socket.isSsl() ? socket.sslSession() : null;
    if (session == null) {
      return List.of();
    }
    try {
      List<X509Certificate> chain = new ArrayList<>();
      for (Certificate each : session.getPeerCertificates()) {
        if (each instanceof X509Certificate x509) {
          chain.add(x509);
        }
      }
      return chain;
    } catch (SSLPeerUnverifiedException e) {
      return List.of(); // the client showed none
    }
  }

  private void received(Message<Object> message) {
    Object body = message.body();
    if (body instanceof Evict evict) {
      evict(evict);
    } else if (body instanceof InSession asked) {
      InSession.answer(
          message,
          () ->
              asked.task().run(connected(asked.clientId()).session(), System.currentTimeMillis()));
    } else if (body instanceof OperatorSubscribe asked) {
      InSession.answerLater(
          message,
          told -> OperatorOrders.subscribe(connected(asked.clientId()), asked, told::accept));
    } else if (body instanceof OperatorUnsubscribe asked) {
      InSession.answerLater(
          message,
          told -> OperatorOrders.unsubscribe(connected(asked.clientId()), asked, told::accept));
    } else {
      throw new IllegalArgumentException("unknown request " + body);
    }
  }

  private Connection connected(String clientId) {
    Connection connection = services().connections.byClientId(clientId);
    if (connection == null || connection.session == null) {
      throw new BrokerException(Problem.TAKEN_OVER, "the connection has ended");
    }
    return connection;
  }

  private void evict(Evict evict) {
    Connection connection = services().connections.byClientId(evict.clientId());
    if (connection != null && connection.isAttached(evict.epoch())) {
      connection.disconnect(evict.code(), "evicted");
    }
  }

  /** Reads the certificate files of a listener again; new handshakes use them. */
  public Future<Boolean> reloadCertificate(ListenerSettings listener) {
    MqttServer server = servers.get(listener.id());
    return server == null
        ? Future.succeededFuture(false)
        : server.updateSSLOptions(ListenerOptions.reloaded(listener), true);
  }

  /**
   * Says goodbye to every connection (0x8B), evenly over the given time, so that not all clients
   * come back elsewhere in the same moment.
   */
  public Future<Void> drain(long overMillis) {
    Promise<Void> drained = Promise.promise();
    long passes = Math.max(1, overMillis / DRAIN_PASS_MILLIS);
    context.runOnContext(ignored -> drainSome(services(), passes, 0, drained));
    return drained.future();
  }

  /**
   * One pass of a drain.
   *
   * @param passes how many there are, with this one
   * @param owed what the passes before should have closed besides, less than one connection
   */
  private void drainSome(LoopServices mine, long passes, double owed, Promise<Void> drained) {
    int open = mine.connections.size();
    double due = owed + (double) open / passes;
    long some = passes == 1 ? open : (long) due;
    mine.connections.last(
        some,
        connection -> {
          connection.disconnect(ReasonCode.SERVER_SHUTTING_DOWN, "the broker stops");
          mine.connections.gone(connection);
        });
    if (mine.connections.size() == 0) {
      drained.complete();
    } else {
      vertx.setTimer(
          DRAIN_PASS_MILLIS, id -> drainSome(mine, Math.max(1, passes - 1), due - some, drained));
    }
  }
}
