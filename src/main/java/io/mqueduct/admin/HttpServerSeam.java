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
package io.mqueduct.admin;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/**
 * The seam into Vert.x's HTTP server, which writes a version that it does not know, whatever the
 * caller sent for it, into the status line of its answer. Each request passes here before the
 * server sees it.
 *
 * <p>A later version than 1.1 that begins with 1 is answered as 1.1 (RFC 9110, section 2.5); what
 * is none of HTTP/1 gets 400 in HTTP/1.1 and the end of the connection, like any request that
 * cannot be read. Stateless; HTTP/2 has no such line and is left alone.
 */
final class HttpServerSeam extends ChannelInboundHandlerAdapter {
  private static final String SERVER = "handler";

  private HttpServerSeam() {}

  /** To be called when a connection is opened, on its loop. */
  static void watch(HttpConnection connection) {
    if (connection instanceof ConnectionBase base) {
      ChannelPipeline pipeline = base.channelHandlerContext().pipeline();
      if (pipeline.get("httpDecoder") != null && pipeline.get(SERVER) != null) {
        pipeline.addBefore(SERVER, "versions", new HttpServerSeam());
      }
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object part) {
    if (part instanceof HttpRequest request) {
      judge(request);
    }
    context.fireChannelRead(part);
  }

  private static void judge(HttpRequest request) {
    HttpVersion version = request.protocolVersion();
    boolean isReadable = request.decoderResult().isSuccess();
    boolean isHttp1 = version.protocolName().equals("HTTP") && version.majorVersion() == 1;
    boolean isHttp10 = isReadable && isHttp1 && version.minorVersion() == 0;
    request.setProtocolVersion(isHttp10 ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1);
    if (isReadable && !isHttp1) {
      request.setDecoderResult(DecoderResult.failure(new DecoderException("not HTTP/1")));
    }
  }
}
