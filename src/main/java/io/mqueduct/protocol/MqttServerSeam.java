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

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.internal.VertxWrapper;
import io.vertx.core.internal.net.NetServerInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.internal.tls.ServerSslContextProvider;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TrafficShapingOptions;
import io.vertx.core.net.impl.tcp.NetServerBuilder;
import io.vertx.core.spi.metrics.Metrics;
import io.vertx.core.spi.transport.Transport;
import io.vertx.mqtt.MqttServer;
import io.vertx.mqtt.MqttServerOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The one place that reaches below vertx-mqtt's public interface.
 *
 * <p>{@link MqttServer} asks its Vert.x for a TCP server and installs its pipeline on every socket
 * that is accepted. The seam answers that request with a server that shows each socket to the
 * broker right after vertx-mqtt has built its pipeline, on the socket's event loop and before the
 * first byte is read. Nothing else in the broker imports {@code io.vertx.core.internal}.
 */
final class MqttServerSeam extends VertxWrapper {
  private final Handler<Accepted> accepted;
  private final Handler<Throwable> failed;
  private final ChannelHandler gate;

  /** A socket that vertx-mqtt has just set up. */
  record Accepted(NetSocket socket, ChannelHandlerContext last) {}

  private MqttServerSeam(
      VertxInternal delegate,
      ChannelHandler gate,
      Handler<Accepted> accepted,
      Handler<Throwable> failed) {
    super(delegate);
    this.gate = gate;
    this.accepted = accepted;
    this.failed = failed;
  }

  /**
   * An MQTT server of vertx-mqtt whose sockets pass through {@code gate} when they are accepted,
   * and are shown to {@code accepted} when TLS and the PROXY header are done; {@code failed} is
   * told of those that end before. Loops that listen at one port share the gate of the first.
   */
  static MqttServer create(
      Vertx vertx,
      MqttServerOptions options,
      ChannelHandler gate,
      Handler<Accepted> accepted,
      Handler<Throwable> failed) {
    return MqttServer.create(
        new MqttServerSeam((VertxInternal) vertx, gate, accepted, failed), options);
  }

  /** Netty's event loop behind a verticle's context. */
  static EventLoop eventLoop(Context context) {
    return ((ContextInternal) context).nettyEventLoop();
  }

  @Override
  public Transport transport() {
    return new GatedTransport(super.transport(), gate);
  }

  @Override
  public NetServerInternal createNetServer(NetServerOptions options) {
    // As Vert.x does it, but with the transport of this object.
    NetServerInternal server = new NetServerBuilder(this, options.copy()).build();
    server.exceptionHandler(failed); // vertx-mqtt sets none
    return new ShowingServer(server, accepted);
  }

  /** A TCP server that passes everything on, and each socket to us as well. */
  private record ShowingServer(NetServerInternal server, Handler<Accepted> accepted)
      implements NetServerInternal {

    @Override
    public NetServerInternal connectHandler(@Nullable Handler<NetSocket> handler) {
      if (handler == null) {
        server.connectHandler(null);
        return this;
      }
      server.connectHandler(
          socket -> {
            handler.handle(socket);
            accepted.handle(
                new Accepted(socket, ((NetSocketInternal) socket).channelHandlerContext()));
          });
      return this;
    }

    @Override
    public Handler<NetSocket> connectHandler() {
      return server.connectHandler();
    }

    @Override
    public NetServerInternal exceptionHandler(Handler<Throwable> handler) {
      server.exceptionHandler(handler);
      return this;
    }

    @Override
    public ServerSslContextProvider sslContextProvider() {
      return server.sslContextProvider();
    }

    @Override
    public Future<NetServer> listen() {
      return server.listen().map(this);
    }

    @Override
    public Future<NetServer> listen(SocketAddress localAddress) {
      return server.listen(localAddress).map(this);
    }

    @Override
    public Future<NetServer> listen(ContextInternal context, SocketAddress localAddress) {
      return server.listen(context, localAddress).map(this);
    }

    @Override
    public int sniEntrySize() {
      return server.sniEntrySize();
    }

    @Override
    public boolean isClosed() {
      return server.isClosed();
    }

    @Override
    public Future<Void> shutdown(Duration timeout) {
      return server.shutdown(timeout);
    }

    @Override
    public int actualPort() {
      return server.actualPort();
    }

    @Override
    public Future<Boolean> updateSSLOptions(ServerSSLOptions options, boolean force) {
      return server.updateSSLOptions(options, force);
    }

    @Override
    public Future<Boolean> updateTrafficShapingOptions(TrafficShapingOptions options) {
      return server.updateTrafficShapingOptions(options);
    }

    @Override
    public Metrics getMetrics() {
      return server.getMetrics();
    }

    @Override
    public boolean isMetricsEnabled() {
      return server.isMetricsEnabled();
    }
  }
}
