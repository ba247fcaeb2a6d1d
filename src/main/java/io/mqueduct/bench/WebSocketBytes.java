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

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;

/** Puts bytes into binary WebSocket frames, and takes them out [MQTT-6.0.0-1]. */
final class WebSocketBytes extends ChannelDuplexHandler {
  @Override
  public void channelRead(ChannelHandlerContext ctx, Object read) {
    if (read instanceof WebSocketFrame frame) {
      ctx.fireChannelRead(frame.content());
    } else {
      ReferenceCountUtil.release(read);
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object written, ChannelPromise promise) {
    ctx.write(
        written instanceof ByteBuf bytes ? new BinaryWebSocketFrame(bytes) : written, promise);
  }
}
