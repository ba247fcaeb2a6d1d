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
package io.mqueduct.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler;
import io.netty.handler.codec.http.websocketx.WebSocketVersion;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.net.URI;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Makes connections. Used by the thread that runs the benchmark. */
final class Dialer {
  private static final int READ_BYTES = 128 * 1024;
  private static final int HIGH_BYTES = 256 * 1024;
  private static final int LOW_BYTES = 64 * 1024;
  private static final int CONNECT_MILLIS = 30_000;
  private static final int MAX_FRAME = 268_435_460;

  private final Target target;
  private final Class<? extends Channel> channel;
  private final InetSocketAddress address;
  private int dialled;

  Dialer(Target target, Class<? extends Channel> channel) {
    this.target = target;
    this.channel = channel;
    this.address = new InetSocketAddress(target.host(), target.port());
    if (address.isUnresolved()) {
      throw new BenchFailure("no address is known for " + target.host());
    }
  }

  /** Begins to connect the client. */
  Link dial(Client client) {
    Link link = new Link(client, target);
    client.link(link);
    Bootstrap bootstrap =
        new Bootstrap()
            .group(client.worker().loop())
            .channel(channel)
            .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
            .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
            .option(
                ChannelOption.WRITE_BUFFER_WATER_MARK,
                new WriteBufferWaterMark(LOW_BYTES, HIGH_BYTES))
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
            .handler(pipeline(link));
    InetSocketAddress source = source();
    (source == null ? bootstrap.connect(address) : bootstrap.connect(address, source))
        .addListener(
            done -> {
              if (!done.isSuccess()) {
                link.fail(String.valueOf(done.cause().getMessage()));
              }
            });
    return link;
  }

  private @Nullable InetSocketAddress source() {
    int known = target.sources().size();
    return known == 0 ? null : target.sources().get(dialled++ % known);
  }

  private ChannelInitializer<Channel> pipeline(Link link) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel ch) {
        SslContext tls = target.tls();
        if (tls != null) {
          ch.pipeline().addLast(tlsHandler(ch, tls));
        }
        String path = target.webSocketPath();
        if (path != null) {
          ch.pipeline()
              .addLast(new HttpClientCodec())
              .addLast(new HttpObjectAggregator(64 * 1024))
              .addLast(webSocket(path))
              .addLast(new WebSocketBytes());
        }
        ch.pipeline().addLast(link);
      }
    };
  }

  private SslHandler tlsHandler(Channel ch, SslContext tls) {
    SslHandler handler = tls.newHandler(ch.alloc(), target.host(), target.port());
    if (target.checkHost()) {
      SSLEngine engine = handler.engine();
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      engine.setSSLParameters(parameters);
    }
    return handler;
  }

  private WebSocketClientProtocolHandler webSocket(String path) {
    String scheme = target.tls() == null ? "ws" : "wss";
    URI uri = URI.create(scheme + "://" + target.host() + ":" + target.port() + path);
    return new WebSocketClientProtocolHandler(
        uri, WebSocketVersion.V13, "mqtt", false, new DefaultHttpHeaders(), MAX_FRAME);
  }
}
