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
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.AttributeKey;
import java.util.function.Predicate;

/**
 * Stands where a listener accepts its sockets, and counts each before TLS and the PROXY header are
 * read, which may take their time. Any thread: the accepting one, or the socket's loop.
 */
@Sharable
final class AcceptGate extends ChannelInboundHandlerAdapter {
  private static final AttributeKey<Boolean> COUNTED = AttributeKey.valueOf("mqueduct.counted");

  private final Admission admission;
  private final ListenerSettings listener;
  private final Predicate<ListenerSettings> opens;

  /**
   * The gate of a listener.
   *
   * @param opens counts a socket; false if it is to be cut at once
   */
  AcceptGate(Admission admission, ListenerSettings listener, Predicate<ListenerSettings> opens) {
    this.admission = admission;
    this.listener = listener;
    this.opens = opens;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    if (accepted instanceof Channel socket && !lets(socket)) {
      socket.unsafe().closeForcibly(); // no loop has it yet
      return;
    }
    context.fireChannelRead(accepted);
  }

  /** Counts a socket unless it was, until it is closed; false if it is to be cut at once. */
  boolean lets(Channel socket) {
    if (socket.attr(COUNTED).setIfAbsent(true) != null) {
      return true;
    }
    if (!opens.test(listener)) {
      admission.closed(listener);
      return false;
    }
    socket.closeFuture().addListener(closed -> admission.closed(listener));
    return true;
  }
}
