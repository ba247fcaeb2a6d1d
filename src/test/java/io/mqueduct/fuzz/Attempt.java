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
package io.mqueduct.fuzz;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.util.concurrent.Future;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection that sends one sequence, then asks with a PINGREQ whether the broker still
 * listens, and waits for the answer or the end. Owned by the driver's loop.
 */
final class Attempt extends ChannelInboundHandlerAdapter {
  /** The greatest packet that the broker takes. */
  static final int MAX_PACKET = 1024 * 1024;

  private static final byte[] PINGREQ = {(byte) 0xC0, 0};
  private static final int MOST_FILLED = 4096;
  private static final long PATIENCE_SECONDS = 60;

  private final Sequence sequence;
  private final Verdicts verdicts;
  private final Runnable over;
  private final Answers answers = new Answers();
  private final WebSocketCarrier carrier = new WebSocketCarrier();

  private Frames frames = new Frames(0, false, 0, 0, 0, false);
  private @Nullable Future<?> deadline;
  private long sentAtNanos;
  private int written;
  private boolean asked;
  private boolean sent;
  private boolean done;

  Attempt(Sequence sequence, Verdicts verdicts, Runnable over) {
    this.sequence = sequence;
    this.verdicts = verdicts;
    this.over = over;
  }

  private boolean isFramed() {
    return sequence.overWebSocket()
        && sequence.webSocketFault() != Sequence.WebSocketFault.NO_UPGRADE;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    sentAtNanos = System.nanoTime();
    deadline =
        context
            .channel()
            .eventLoop()
            .schedule(() -> late(context), PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (isFramed()) {
      context.writeAndFlush(Unpooled.wrappedBuffer(WebSocketCarrier.UPGRADE));
    } else {
      send(context);
    }
  }

  private void send(ChannelHandlerContext context) {
    sent = true;
    chunk(context, 0);
  }

  /** One chunk, the next in another pass of the loop. */
  private void chunk(ChannelHandlerContext context, int index) {
    int[] ends = sequence.chunks();
    if (done) {
      return;
    }
    if (index == ends.length) {
      ask(context);
      return;
    }
    if (index == ends.length / 2 && sequence.webSocketFault() != Sequence.WebSocketFault.NONE) {
      context.write(WebSocketCarrier.fault(context.alloc(), sequence.webSocketFault()));
    }
    write(context, sequence.bytes(), index == 0 ? 0 : ends[index - 1], ends[index]);
    context.channel().eventLoop().execute(() -> chunk(context, index + 1));
  }

  private void write(ChannelHandlerContext context, byte[] bytes, int from, int to) {
    ByteBufAllocator alloc = context.alloc();
    written = to;
    context.writeAndFlush(
        isFramed()
            ? WebSocketCarrier.binary(alloc, bytes, from, to)
            : alloc.buffer(to - from).writeBytes(bytes, from, to - from));
  }

  /** Makes the last packet whole, where that is possible, and asks. */
  private void ask(ChannelHandlerContext context) {
    byte[] all = sequence.bytes();
    frames = Frames.of(all, MAX_PACKET);
    if (frames.missing() < 0) {
      all = Arrays.copyOf(all, all.length + 1);
      frames = Frames.of(all, MAX_PACKET);
    }
    if (frames.missing() > 0 && sequence.waits() && losesPatience()) {
      verdicts.waiting();
      return;
    }
    if (frames.missing() > MOST_FILLED) {
      finish(context, Verdicts.Outcome.ABANDONED);
      return;
    }
    all = Arrays.copyOf(all, all.length + Math.max(0, frames.missing()));
    frames = Frames.of(all, MAX_PACKET);
    asked = true;
    write(context, all, sequence.bytes().length, all.length);
    write(context, PINGREQ, 0, 2);
    answered(context);
  }

  /** Whether the broker ends the connection by itself when no more comes. */
  private boolean losesPatience() {
    return frames.version() == 0
        || frames.version() == 5
        || (frames.keepAlive() > 0 && frames.keepAlive() <= 3);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (isFramed()) {
        carrier.read(in, answers);
        if (carrier.isUpgraded() && !sent) {
          send(context);
        }
        if (carrier.saidGoodbye()) {
          context.close();
        }
      } else if (!sequence.overWebSocket()) {
        answers.read(in);
      }
    } finally {
      in.release();
    }
    answered(context);
  }

  private void answered(ChannelHandlerContext context) {
    if (asked && answers.pongs() > frames.pings()) {
      finish(context, Verdicts.Outcome.ANSWERED);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (!done && !asked) {
      frames = Frames.of(Arrays.copyOf(sequence.bytes(), written), MAX_PACKET);
    }
    finish(context, Verdicts.Outcome.CLOSED);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof java.io.IOException)) {
      verdicts.failed(sequence, "the test itself: " + cause);
    }
    context.close();
  }

  private void late(ChannelHandlerContext context) {
    finish(context, Verdicts.Outcome.HUNG);
  }

  private void finish(ChannelHandlerContext context, Verdicts.Outcome outcome) {
    if (done) {
      return;
    }
    done = true;
    if (deadline != null) {
      deadline.cancel(false);
    }
    over.run();
    verdicts.judge(sequence, frames, answers, outcome, System.nanoTime() - sentAtNanos);
    if (sequence.index() % 8 != 0 && context.channel().isActive()) {
      // As if the client's process were killed; also spares a million ports in TIME_WAIT.
      context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
    }
    context.close();
  }
}
