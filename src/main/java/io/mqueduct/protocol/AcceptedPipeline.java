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

import io.mqueduct.config.ListenerSettings;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.util.AttributeKey;

/**
 * Changes the pipeline that vertx-mqtt built for a socket into ours: our decoder in the place of
 * Netty's, and WebSocket as the standard asks. The names of the handlers are vertx-mqtt's; a test
 * fails if they change.
 */
final class AcceptedPipeline {
  /**
   * WebSocket frames may be this much longer than packets, so that several packets fit into one.
   */
  private static final int FRAME_EXTRA = 64 * 1024;

  /** Netty's own key, which is not public; a test fails if it gets another name. */
  private static final AttributeKey<MqttVersion> ENCODED_VERSION =
      AttributeKey.valueOf("NETTY_CODEC_MQTT_VERSION");

  private AcceptedPipeline() {}

  static void install(
      ChannelPipeline pipeline,
      ClientChannel channel,
      ListenerSettings listener,
      int lowWater,
      int highWater,
      int maxPacketSize,
      long handshakeTimeoutMillis) {
    ChannelConfig config = pipeline.channel().config();
    config.setWriteBufferWaterMark(new WriteBufferWaterMark(lowWater, highWater));
    // Large from the second read on; a first guess that is small keeps idle connections small.
    config.setRecvByteBufAllocator(new AdaptiveRecvByteBufAllocator(256, 2048, 256 * 1024));
    if (listener.transport().isWebSocket()) {
      webSocket(pipeline, listener, maxPacketSize, handshakeTimeoutMillis);
    }
    pipeline.replace("mqttDecoder", "mqttDecoder", channel);
  }

  /** Tells Netty's encoder the version. */
  static void speaks(Channel channel, MqttVersion version) {
    channel.attr(ENCODED_VERSION).set(version);
  }

  /** The CONNACK is on its way: takes out what only served the handshake. */
  static void afterHandshake(ChannelPipeline pipeline) {
    pipeline.remove("mqttEncoder");
    pipeline.remove("handler");
  }

  private static void webSocket(
      ChannelPipeline pipeline,
      ListenerSettings listener,
      int maxPacketSize,
      long handshakeTimeoutMillis) {
    // vertx-mqtt's handler has put a handshake handler with its own path in front of itself; ours
    // puts one there only if there is none.
    pipeline.remove(
        "io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandshakeHandler");
    pipeline.replace("webSocketPathHandler", "webSocketUpgrade", new WebSocketUpgrade(listener));
    pipeline.replace(
        "webSocketHandler",
        "webSocketHandler",
        new WebSocketServerProtocolHandler(
            WebSocketServerProtocolConfig.newBuilder()
                .websocketPath(listener.path())
                .subprotocols(WebSocketUpgrade.SUB_PROTOCOLS)
                .allowExtensions(false)
                .maxFramePayloadLength(frameLimit(maxPacketSize))
                .handshakeTimeoutMillis(handshakeTimeoutMillis)
                .build()));
    pipeline.replace("bytebuf2wsEncoder", "webSocketFrames", new WebSocketFrames());
    pipeline.remove("ws2bytebufDecoder");
  }

  /** Greatest payload of a frame that is taken. */
  static int frameLimit(int maxPacketSize) {
    return maxPacketSize > Integer.MAX_VALUE - FRAME_EXTRA
        ? Integer.MAX_VALUE
        : maxPacketSize + FRAME_EXTRA;
  }
}
