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

import io.mqueduct.protocol.codec.Decoded;
import io.mqueduct.protocol.codec.NeedMore;
import io.mqueduct.protocol.codec.Packet;
import io.mqueduct.protocol.codec.PacketDecoder;
import io.mqueduct.protocol.codec.Publish;
import io.mqueduct.protocol.codec.Violation;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes of one connection: frames what arrives into packets, and collects what a loop pass
 * sends in one buffer. Stands where vertx-mqtt had Netty's decoder. Owned by its event loop.
 */
final class ClientChannel extends ChannelInboundHandlerAdapter implements BrokerLoop.Flushable {
  /** What a pass may collect before it is written within the pass, bytes. */
  private static final int WRITE_THROUGH = 256 * 1024;

  private static final int FIRST_BUFFER = 512;
  private static final Logger LOG = LoggerFactory.getLogger(ClientChannel.class);
  private static final RateLimitedLog FAULTS = new RateLimitedLog(LOG);

  private final BrokerLoop loop;
  private final PacketDecoder decoder;
  private final PacketSink packets;
  private final LoopStats stats;
  private final Backlog backlog;

  private @Nullable ChannelHandlerContext ctx;
  private @Nullable ByteBuf unread;
  private @Nullable ByteBuf out;
  private @Nullable Pacing pacing;
  private int lastOut = FIRST_BUFFER;
  private boolean held;
  private boolean working;
  private boolean closing;
  private boolean scheduled;

  ClientChannel(
      BrokerLoop loop,
      PacketDecoder decoder,
      PacketSink packets,
      LoopStats stats,
      int highWater,
      int lowWater) {
    this.loop = loop;
    this.decoder = decoder;
    this.packets = packets;
    this.stats = stats;
    this.backlog = new Backlog(highWater, lowWater);
  }

  private ChannelHandlerContext ctx() {
    if (ctx == null) {
      throw new IllegalStateException("not in a pipeline");
    }
    return ctx;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    ctx = added;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!(message instanceof ByteBuf in)) {
      context.fireChannelRead(message);
      return;
    }
    if (closing) {
      in.release();
      return;
    }
    loop.passBegins();
    packets.heard();
    stats.read(in.readableBytes());
    if (pacing != null) {
      pacing.read(in.readableBytes());
    }
    if (unread != null) {
      unread.writeBytes(in);
      in.release();
      in = unread;
      unread = null;
    }
    decode(in);
  }

  /** Decodes whole packets, keeps the rest; takes the buffer over. */
  private void decode(ByteBuf in) {
    while (!isHeld() && !closing && !backlog.isChoked()) {
      Decoded decoded = decoder.decode(in);
      if (decoded instanceof Packet packet) {
        stats.packetReceived();
        packets.packet(packet);
        if (packet instanceof Publish && !isHeld() && !closing) {
          published();
        }
        chokeIfUnread();
      } else if (decoded instanceof Violation violation) {
        stopReading();
        packets.violation(violation);
      } else if (decoded == NeedMore.NEED_MORE) {
        break;
      }
    }
    if (pacing != null && !isHeld() && !closing) {
      pacing.pauseIfTooFast();
    }
    if (closing || !in.isReadable()) {
      in.release();
    } else {
      unread = Rest.of(in, ctx().alloc());
    }
  }

  /** Reads no more from a client that asks and does not read the answers. */
  private void chokeIfUnread() {
    if (backlog.chokes(pendingBytes())) {
      ctx().channel().config().setAutoRead(false);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (!closing) {
      chokeIfUnread(); // there are answers that are not ours: Netty's to WebSocket pings
    }
    context.fireChannelReadComplete();
  }

  private void published() {
    if (loop.mustPause(this)) {
      hold();
      return;
    }
    if (pacing != null) {
      pacing.published();
      pacing.pauseIfTooFast();
    }
    long slowed = held ? 0 : packets.slowsDownMillis();
    if (slowed > 0) {
      pacing().pause(slowed);
    }
  }

  private Pacing pacing() {
    pacing = pacing == null ? new Pacing(this) : pacing;
    return pacing;
  }

  /** How fast the client may send from now on; null for as fast as it can. */
  void rules(@Nullable InboundRules inbound) {
    if (inbound != null || pacing != null) {
      pacing().rules(inbound);
    }
  }

  EventExecutor executor() {
    return ctx().executor();
  }

  /** Whether it is us who do not read, so that the client's silence says nothing. */
  boolean isHeld() {
    return held || working;
  }

  /** Reads nothing more until {@link #resume}; what has arrived is kept. */
  void hold() {
    held = true;
    ctx().channel().config().setAutoRead(false);
  }

  /** Goes on with what has arrived, then with the socket. */
  void resume() {
    if (held) {
      held = false;
      packets.heard(); // what the client said meanwhile waits in the socket
      goOn();
    }
  }

  /** Until {@link #worked} a packet is worked at: what is behind it waits, whoever resumes us. */
  void works() {
    working = true;
    ctx().channel().config().setAutoRead(false);
  }

  void worked() {
    if (working) {
      working = false;
      packets.heard();
      goOn();
    }
  }

  private void goOn() {
    if (isHeld() || closing) {
      return;
    }
    ByteBuf kept = unread;
    unread = null;
    if (kept != null) {
      decode(kept);
    }
    if (!isHeld() && !closing && !backlog.isChoked()) {
      ctx().channel().config().setAutoRead(true);
    }
  }

  private void stopReading() {
    closing = true;
    ctx().channel().config().setAutoRead(false);
  }

  /** Where to append one packet; written at the end of the pass. Check {@link #isOpen} first. */
  ByteBuf out() {
    stats.packetSent();
    if (out == null) {
      out = ctx().alloc().buffer(lastOut);
      if (!scheduled) {
        scheduled = true;
        loop.flushAtEndOfPass(this);
      }
    } else if (out.readableBytes() > WRITE_THROUGH) {
      ByteBuf full = out;
      out = ctx().alloc().buffer(lastOut);
      write(full);
    }
    return out;
  }

  @Override
  public void flush() {
    scheduled = false;
    ByteBuf full = out;
    out = null;
    if (full == null) {
      return;
    }
    if (full.isReadable()) {
      lastOut = Math.max(FIRST_BUFFER, Math.min(WRITE_THROUGH, full.readableBytes()));
      write(full);
    } else {
      full.release();
    }
    // What was collected counted as waiting; the socket may have taken it without ever being full.
    relieved();
  }

  private void relieved() {
    if (!isOpen()) {
      return;
    }
    if (backlog.endsCongestion(pendingBytes())) {
      packets.writable();
    }
    if (backlog.endsChoking(pendingBytes())) {
      goOn();
    }
  }

  private void write(ByteBuf bytes) {
    stats.written(bytes.readableBytes());
    ctx().writeAndFlush(bytes, ctx().voidPromise());
  }

  /** Whether the client is too slow for what it is sent. */
  boolean isCongested() {
    return backlog.isCongested(pendingBytes());
  }

  private long pendingBytes() {
    ChannelOutboundBuffer written = ctx().channel().unsafe().outboundBuffer();
    return (written == null ? 0 : written.totalPendingWriteBytes())
        + (out == null ? 0 : out.readableBytes());
  }

  /** The protocol version that the client asked for, 0 if it has not yet. */
  int version() {
    return decoder.version();
  }

  /** Passes a message on to vertx-mqtt, which stands behind us in the pipeline. */
  void fire(Object message) {
    ctx().fireChannelRead(message);
  }

  /**
   * Tells Netty's encoder, which writes vertx-mqtt's CONNACK, the version; Netty's decoder, whose
   * place we take, would have done so.
   */
  void speaks(MqttVersion version) {
    AcceptedPipeline.speaks(ctx().channel(), version);
  }

  /**
   * What was passed on was all: has vertx-mqtt flush its answer, and then leave the pipeline. From
   * here on every packet is ours, and its handler with its queues would cost 5 KB a connection.
   */
  void handshakeDone() {
    ctx().fireChannelReadComplete();
    AcceptedPipeline.afterHandshake(ctx().pipeline());
  }

  boolean isOpen() {
    return !closing && ctx().channel().isActive();
  }

  boolean isActive() {
    return ctx().channel().isActive();
  }

  /** Sends what was appended, then closes; nothing more is decoded. */
  void close() {
    if (!closing) {
      stopReading();
    }
    ByteBuf last = out;
    out = null;
    if (last == null) {
      ctx().close();
    } else {
      stats.written(last.readableBytes());
      ctx().writeAndFlush(last).addListener(Farewell.to(ctx()));
    }
    release();
  }

  /** Closes without sending anything more, also if the client does not read. */
  void cut() {
    closing = true;
    ctx().channel().close();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    relieved();
    context.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    closing = true;
    release();
    packets.gone();
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // The client's: a reset, a failed handshake, a frame that is no WebSocket.
    if (cause instanceof IOException || cause instanceof DecoderException) {
      LOG.debug("connection ended by {}", String.valueOf(cause));
    } else if (FAULTS.allows()) {
      LOG.error("a connection failed", cause);
    }
    cut();
  }

  private void release() {
    if (pacing != null) {
      pacing.end();
    }
    if (unread != null) {
      unread.release();
      unread = null;
    }
    if (out != null) {
      out.release();
      out = null;
    }
  }
}
