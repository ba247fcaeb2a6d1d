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
package io.mqueduct.app.client;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.internal.VertxWrapper;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The seam into vertx-mqtt's client: shows what this keeps to itself. It makes 0x80 of every code
 * of a SUBACK that is a failure, and forgets the Reason String of a CONNACK that refuses. What a
 * broker may not send never reaches it: the connection is closed.
 *
 * <p>Written on the connection's event loop before the client's handlers see the same packet, and
 * read by them, or by whoever waits for what they complete. One connection only.
 */
final class ClientSeam extends VertxWrapper {
  private static final String LAST = "handler";

  private final BrokerPackets rules;
  private final Consumer<String> broken;
  private List<Integer> subAckCodes = List.of();
  private @Nullable String connAckReason;

  /**
   * For one connection.
   *
   * @param broken told what the broker did wrong, before the connection is closed for it
   */
  ClientSeam(Vertx vertx, BrokerPackets rules, Consumer<String> broken) {
    super((VertxInternal) vertx);
    this.rules = rules;
    this.broken = broken;
  }

  /** The codes of the last SUBACK as they came, 0 to 255. */
  List<Integer> subAckCodes() {
    return subAckCodes;
  }

  /** The Reason String of the CONNACK, or null. */
  @Nullable String connAckReason() {
    return connAckReason;
  }

  /** The Reason String of a packet, or null. */
  static @Nullable String reasonString(@Nullable MqttProperties properties) {
    return properties != null
            && properties.getProperty(MqttProperties.REASON_STRING)
                instanceof MqttProperties.StringProperty reason
        ? reason.value()
        : null;
  }

  @Override
  public NetClient createNetClient(NetClientOptions options) {
    return new Watched(super.createNetClient(options));
  }

  private NetSocket watch(NetSocket socket) {
    ChannelHandlerContext context = ((NetSocketInternal) socket).channelHandlerContext();
    // In a moment, when the client has put its codec in front of the last handler.
    context
        .executor()
        .execute(
            () -> {
              if (context.channel().isActive()) {
                context.pipeline().addBefore(LAST, "seam", new Look());
              }
            });
    return socket;
  }

  private final class Look extends ChannelInboundHandlerAdapter {
    private boolean closing;

    @Override
    public void channelRead(ChannelHandlerContext context, Object packet) {
      String fault = closing || !(packet instanceof MqttMessage mqtt) ? null : rules.fault(mqtt);
      if (fault != null) {
        closing = true;
        broken.accept(fault);
        context.close();
      }
      if (closing) {
        ReferenceCountUtil.release(packet);
        return;
      }
      if (packet instanceof MqttSubAckMessage subAck) {
        subAckCodes = List.copyOf(subAck.payload().reasonCodes());
      } else if (packet instanceof MqttConnAckMessage connAck) {
        connAckReason = reasonString(connAck.variableHeader().properties());
      }
      context.fireChannelRead(packet);
    }
  }

  private final class Watched implements NetClient {
    private final NetClient client;

    Watched(NetClient client) {
      this.client = client;
    }

    @Override
    public Future<NetSocket> connect(int port, String host) {
      return client.connect(port, host).map(ClientSeam.this::watch);
    }

    @Override
    public Future<NetSocket> connect(int port, String host, @Nullable String serverName) {
      return client.connect(port, host, serverName).map(ClientSeam.this::watch);
    }

    @Override
    public Future<NetSocket> connect(SocketAddress address) {
      return client.connect(address).map(ClientSeam.this::watch);
    }

    @Override
    public Future<NetSocket> connect(SocketAddress address, @Nullable String serverName) {
      return client.connect(address, serverName).map(ClientSeam.this::watch);
    }

    @Override
    public Future<NetSocket> connect(ConnectOptions options) {
      return client.connect(options).map(ClientSeam.this::watch);
    }

    @Override
    public Future<Void> shutdown(Duration timeout) {
      return client.shutdown(timeout);
    }

    @Override
    public Future<Boolean> updateSSLOptions(ClientSSLOptions options, boolean force) {
      return client.updateSSLOptions(options, force);
    }
  }
}
