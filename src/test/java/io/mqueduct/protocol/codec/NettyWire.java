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
package io.mqueduct.protocol.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttMessage;

/** Netty's own codec as a second opinion. */
final class NettyWire {
  private NettyWire() {}

  /** What Netty writes for a message, for a connection of that version. */
  static ByteBuf encode(int version, MqttMessage message) {
    EmbeddedChannel channel = new EmbeddedChannel(MqttEncoder.INSTANCE);
    if (version == 5 && !(message instanceof MqttConnectMessage)) {
      useFive(channel);
    }
    channel.writeOutbound(message);
    ByteBuf all = Unpooled.buffer();
    for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      all.writeBytes(part);
      part.release();
    }
    channel.finishAndReleaseAll();
    return all;
  }

  /** What Netty reads from the bytes of one packet, as the peer of that version. */
  static MqttMessage decode(int version, ByteBuf bytes) {
    EmbeddedChannel channel = new EmbeddedChannel(new MqttDecoder(10_000_000, 100));
    if (version == 5) {
      channel.writeInbound(Unpooled.wrappedBuffer(Wire.connect(5)));
      channel.<MqttMessage>readInbound();
    }
    channel.writeInbound(bytes);
    MqttMessage message = channel.readInbound();
    if (message == null || message.decoderResult().isFailure() || channel.readInbound() != null) {
      throw new AssertionError("not one message: " + message);
    }
    return message;
  }

  /** Netty's encoder remembers the version of a CONNECT that passed the decoder of its channel. */
  private static void useFive(EmbeddedChannel channel) {
    channel.pipeline().addFirst("decoder", new MqttDecoder());
    channel.pipeline().addLast(new Ignore());
    channel.writeInbound(Unpooled.wrappedBuffer(Wire.connect(5)));
    channel.pipeline().remove("decoder");
  }

  private static final class Ignore extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {}
  }
}
