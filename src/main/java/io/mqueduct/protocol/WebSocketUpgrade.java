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
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Judges the HTTP request that wants to become a WebSocket: path, Origin, sub-protocol (MQTT 5.0
 * section 6). Stands before Netty's handshake; owned by the connection's loop.
 */
final class WebSocketUpgrade extends ChannelInboundHandlerAdapter {
  /** Sub-protocols that clients ask for; {@code mqtt} is the standard's (MQTT-6.0.0-3). */
  static final String SUB_PROTOCOLS = "mqtt,mqttv3.1,mqttv3.1.1";

  private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");
  private static final List<String> OFFERED = COMMA.splitAsStream(SUB_PROTOCOLS).toList();

  private final ListenerSettings listener;

  WebSocketUpgrade(ListenerSettings listener) {
    this.listener = listener;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!(message instanceof FullHttpRequest request)) {
      context.fireChannelRead(message);
      return;
    }
    HttpResponseStatus refusal = judge(request);
    if (refusal == null) {
      request.setUri(listener.path()); // a query string is allowed, and nobody's business
      context.pipeline().remove(this);
      context.fireChannelRead(request);
      return;
    }
    ReferenceCountUtil.release(request);
    var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, refusal);
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_LENGTH, 0)
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
  }

  private @Nullable HttpResponseStatus judge(FullHttpRequest request) {
    if (request.decoderResult().isFailure()) {
      return HttpResponseStatus.BAD_REQUEST;
    }
    String uri = request.uri();
    int query = uri.indexOf('?');
    String path = query < 0 ? uri : uri.substring(0, query);
    if (!path.equals(listener.path())) {
      return HttpResponseStatus.NOT_FOUND;
    }
    if (!request
        .headers()
        .containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true)) {
      return HttpResponseStatus.UPGRADE_REQUIRED;
    }
    String origin = request.headers().get(HttpHeaderNames.ORIGIN);
    List<String> allowed = listener.allowedOrigins();
    if (origin != null && !allowed.isEmpty() && !allowed.contains(origin)) {
      return HttpResponseStatus.FORBIDDEN;
    }
    List<String> asked = request.headers().getAll(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL);
    return asked.isEmpty() || offers(asked) ? null : HttpResponseStatus.BAD_REQUEST;
  }

  private static boolean offers(List<String> asked) {
    return asked.stream()
        .flatMap(header -> COMMA.splitAsStream(header.strip()))
        .anyMatch(OFFERED::contains);
  }
}
