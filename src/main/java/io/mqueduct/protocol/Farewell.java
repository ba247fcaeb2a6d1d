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

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.ssl.SslHandler;

/**
 * How a connection is closed so that its last packet, a DISCONNECT or the CONNACK that refuses,
 * arrives: a socket that is closed with bytes unread is reset, and a reset makes the client's
 * system throw away what it has not read yet. So only the broker's half is closed, what still comes
 * is thrown away, and the rest is the client's, or the time limit's of closing connections.
 */
final class Farewell implements ChannelFutureListener {
  private final ChannelHandlerContext context;

  private Farewell(ChannelHandlerContext context) {
    this.context = context;
  }

  /** To be called when the last packet is written. */
  static ChannelFutureListener to(ChannelHandlerContext context) {
    return new Farewell(context);
  }

  @Override
  public void operationComplete(ChannelFuture written) {
    Channel channel = context.channel();
    if (!written.isSuccess() || !(channel instanceof DuplexChannel duplex)) {
      channel.close();
      return;
    }
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (channel.pipeline().get(WebSocketServerProtocolHandler.class) != null) {
      // The client answers with a close frame, and Netty then closes.
      context.writeAndFlush(new CloseWebSocketFrame(WebSocketCloseStatus.NORMAL_CLOSURE));
    } else if (tls != null) {
      tls.closeOutbound().addListener(said -> duplex.shutdownOutput());
    } else {
      duplex.shutdownOutput();
    }
    channel.config().setAutoRead(true);
  }
}
