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
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler.ClientHandshakeStateEvent;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a client. Belongs to its event loop. What is written goes into a buffer that is
 * handed to the socket when {@link #flush} is called, or when all that had arrived is handled.
 */
final class Link extends ChannelInboundHandlerAdapter implements FrameReader.Sink {
  private static final int OUT_BYTES = 16 * 1024;
  private static final int CONNACK = 2;
  private static final int PINGRESP = 13;
  private static final int DISCONNECT = 14;
  private static final String NO_CONNACK = "the broker's first packet is not CONNACK";

  private final Client client;
  private final Target target;
  private final FrameReader reader = new FrameReader(this);
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private @Nullable ByteBuf out;
  private boolean begun;
  private boolean accepted;
  private boolean leaving;
  private @Nullable ChannelHandlerContext context;

  Link(Client client, Target target) {
    this.client = client;
    this.target = target;
  }

  /** Done when the client may begin; fails with the reason in one line. */
  CompletableFuture<Void> whenReady() {
    return ready;
  }

  CompletableFuture<Void> whenClosed() {
    return closed;
  }

  boolean isReady() {
    return ready.isDone() && !ready.isCompletedExceptionally() && !closed.isDone();
  }

  void ready() {
    ready.complete(null);
  }

  /** Ends the connection because of the broker. */
  void fail(String why) {
    client.worker().ended(why); // first: who hears of the failure asks for the reason
    ready.completeExceptionally(new BenchFailure(why));
    leaving = true;
    if (context != null) {
      context.close();
    }
  }

  /** Room for a packet; sent with the next {@link #flush}. */
  ByteBuf out() {
    ByteBuf open = out;
    if (open == null) {
      open = channel().alloc().directBuffer(OUT_BYTES);
      out = open;
    }
    return open;
  }

  int buffered() {
    return out == null ? 0 : out.readableBytes();
  }

  boolean isWritable() {
    return !closed.isDone() && channel().channel().isWritable();
  }

  void flush() {
    ByteBuf full = out;
    if (full != null) {
      out = null;
      channel().writeAndFlush(full, channel().voidPromise());
    }
  }

  void ping() {
    Frames.ping(out());
    flush();
  }

  /** Says goodbye and closes. */
  void leave() {
    if (closed.isDone() || leaving) {
      return;
    }
    leaving = true;
    ByteBuf full = out();
    Frames.disconnect(full);
    out = null;
    channel().writeAndFlush(full).addListener(ChannelFutureListener.CLOSE);
  }

  private ChannelHandlerContext channel() {
    if (context == null) {
      throw new IllegalStateException("not connected");
    }
    return context;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    if (target.webSocketPath() == null) {
      connect();
    }
    ctx.fireChannelActive();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == ClientHandshakeStateEvent.HANDSHAKE_COMPLETE) {
      connect();
    }
    ctx.fireUserEventTriggered(event);
  }

  private void connect() {
    boolean kept = client.isSessionKept();
    Frames.connect(out(), target, client.id(), !kept, kept);
    flush();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object read) {
    client.worker().readAt(System.nanoTime());
    ByteBuf bytes = (ByteBuf) read;
    if (!begun && bytes.isReadable()) {
      begun = true;
      int first = bytes.getUnsignedByte(bytes.readerIndex());
      if (first != CONNACK << 4 && first != DISCONNECT << 4) {
        bytes.release();
        fail(NO_CONNACK); // no broker, maybe: what it says may look like a packet that is very long
        return;
      }
    }
    reader.read(bytes, ctx.alloc());
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    flush();
    ctx.fireChannelReadComplete();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (isWritable() && isReady()) {
      client.role().writable(this);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    reader.close();
    if (out != null) {
      out.release();
      out = null;
    }
    if (!leaving) {
      fail("the broker closed the connection");
    }
    closed.complete(null);
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    Throwable root = cause.getCause() == null ? cause : cause.getCause();
    if (!leaving) {
      fail(
          root instanceof IndexOutOfBoundsException
              ? "the broker sent a packet that cannot be read"
              : String.valueOf(root.getMessage()));
    }
    ctx.close();
  }

  @Override
  public void frame(int first, ByteBuf in, int at, int length) {
    int type = first >>> 4;
    switch (type) {
      case CONNACK -> connAck(in, at, length);
      case PINGRESP -> Tally.one(client.worker().tally().pongs);
      case DISCONNECT -> fail("the broker said goodbye: " + hex(length > 0 ? in.getByte(at) : 0));
      default -> {
        if (!accepted) {
          fail(NO_CONNACK);
        } else if (!leaving) {
          client.role().frame(this, first, in, at, length);
        }
      }
    }
  }

  private void connAck(ByteBuf in, int at, int length) {
    if (accepted || length < 2) {
      fail("the broker sent " + (accepted ? "a second" : "a malformed") + " CONNACK");
      return;
    }
    int code = in.getUnsignedByte(at + 1);
    if (code != 0) {
      fail("the broker refuses the connection: " + hex(code));
      return;
    }
    int most = target.version5() ? ConnAck.receiveMaximum(in, at + 2, at + length) : 65_535;
    if (most == 0) {
      fail("the broker sent a CONNACK with a Receive Maximum of 0"); // section 3.2.2.3.3
      return;
    }
    accepted = true;
    client.role().accepted(this, (in.getByte(at) & 1) != 0, most);
  }

  static String hex(int code) {
    return String.format(Locale.ROOT, "0x%02X", code & 0xFF);
  }
}
