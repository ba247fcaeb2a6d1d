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

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;

/**
 * Bytes out of binary frames and into them. MQTT is a stream over WebSocket: a packet may span
 * frames and messages, and a frame may hold several (MQTT-6.0.0-2), so frames are passed on as they
 * come and never put together first. Text ends the connection (MQTT-6.0.0-1). Owned by the
 * connection's loop.
 */
final class WebSocketFrames extends ChannelDuplexHandler {
  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof TextWebSocketFrame) {
      ReferenceCountUtil.release(message);
      context
          .writeAndFlush(
              new CloseWebSocketFrame(
                  WebSocketCloseStatus.INVALID_MESSAGE_TYPE, "binary frames only"))
          .addListener(ChannelFutureListener.CLOSE);
    } else if (message instanceof BinaryWebSocketFrame
        || message instanceof ContinuationWebSocketFrame) {
      context.fireChannelRead(((WebSocketFrame) message).content());
    } else {
      context.fireChannelRead(message);
    }
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    Object frame = message instanceof ByteBuf bytes ? new BinaryWebSocketFrame(bytes) : message;
    context.write(frame, promise);
  }
}
