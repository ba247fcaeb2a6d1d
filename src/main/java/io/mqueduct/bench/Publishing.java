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
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A publisher: sends as many messages as its credit, its window and its count allow, in batches; or
 * one at a time when its worker paces it. Belongs to its event loop, but for {@link #wake}.
 */
final class Publishing implements Role {
  /** What is buffered before it goes to the socket. */
  private static final int OUT_BYTES = 128 * 1024;

  private static final long STALL_NANOS = 5_000_000_000L;

  private final Worker worker;
  private final @Nullable Credit credit;
  private final @Nullable PacketWindow window;
  private final int batch;
  private final boolean paced;
  private final Runnable fill = this::fill;
  private final AtomicBoolean woken = new AtomicBoolean();
  private Template template;
  private int limit;
  private int sequence;
  private boolean going;
  private long blockedSince;
  private @Nullable Link link;

  /**
   * A publisher that waits for {@link #go}.
   *
   * @param credit null: none, for messages that nobody gets yet
   * @param limit how many it sends at most
   */
  Publishing(Worker worker, Load load, Template template, @Nullable Credit credit, int limit) {
    this.worker = worker;
    this.credit = credit;
    this.window = load.qos() > 0 ? new PacketWindow(load.window()) : null;
    this.batch = load.batch();
    this.paced = load.ratePerSecond() > 0;
    this.template = template;
    this.limit = limit;
  }

  @Override
  public void accepted(Link now, boolean sessionPresent, int receiveMaximum) {
    if (window != null) {
      window.limit(receiveMaximum);
    }
    link = now;
    now.ready();
  }

  /** Begins. On the event loop. */
  void go() {
    going = true;
    fill();
  }

  /** Sends nothing more. On the event loop. */
  void rest() {
    going = false;
  }

  /** Begins anew with another message, as often as before. On the event loop. */
  void again(Template next) {
    template = next;
    sequence = 0;
    go();
  }

  /** Something was delivered or acknowledged: looks soon whether more may be sent. */
  void wake() {
    if (!paced && !woken.get() && woken.compareAndSet(false, true)) {
      worker.execute(fill);
    }
  }

  @Override
  public void writable(Link now) {
    wake();
  }

  /** Sends one message that is due. */
  void tick(long nowNanos) {
    if (link == null || !going || !link.isReady()) {
      return;
    }
    if (available() == 0 || !link.isWritable()) {
      Tally.one(worker.tally().throttled);
      if (blockedSince == 0) {
        blockedSince = nowNanos;
      }
      return;
    }
    blockedSince = 0;
    write(link, nowNanos);
    link.flush();
  }

  private void fill() {
    woken.set(false);
    if (link == null || !going || paced || !link.isReady() || !link.isWritable()) {
      return;
    }
    int free = available();
    long now = System.nanoTime();
    if (free < needed()) {
      blockedSince = blockedSince == 0 ? now : blockedSince;
      return;
    }
    blockedSince = 0;
    while (free > 0 && link.buffered() < OUT_BYTES) {
      write(link, now);
      free--;
    }
    link.flush();
    if (free > 0 && link.isWritable()) {
      wake();
    }
  }

  private void write(Link to, long now) {
    sequence++;
    int id = 0;
    if (window != null) {
      id = window.take();
    }
    if (credit != null) {
      credit.sent();
    }
    template.write(to.out(), id, sequence, now);
    Tally.one(worker.tally().sent);
  }

  private int available() {
    int free = limit - sequence;
    if (credit != null) {
      free = Math.min(free, credit.available());
    }
    if (window != null) {
      free = Math.min(free, window.available());
    }
    return free;
  }

  /** The smallest batch: never more than half of a limit, so that it can be reached. */
  private int needed() {
    int least = Math.min(batch, limit - sequence);
    if (credit != null) {
      least = Math.min(least, (credit.limit() + 1) / 2);
    }
    if (window != null) {
      least = Math.min(least, (window.limit() + 1) / 2);
    }
    return Math.max(1, least);
  }

  /** Goes on when messages never arrived, as a broker may drop some. */
  void mend(long nowNanos) {
    if (credit != null && going) {
      available(); // else a slow, but moving one looks blocked
      if (blockedSince != 0 && nowNanos - blockedSince > STALL_NANOS && worker.isQuiet(nowNanos)) {
        if (credit.forgive() > 0) {
          Tally.one(worker.tally().stalls);
        }
        blockedSince = 0;
        wake();
      }
    }
  }

  @Override
  public void frame(Link from, int first, ByteBuf in, int at, int length) {
    int type = first >>> 4;
    if (length < 2 || type < Frames.PUBACK || type > Frames.PUBCOMP) {
      return;
    }
    int id = in.getUnsignedShort(at);
    boolean refused = length > 2 && in.getByte(at + 2) < 0;
    if (refused) {
      Tally.one(worker.tally().refused);
    }
    if (type == Frames.PUBREC && !refused) {
      Frames.acknowledge(from.out(), Frames.PUBREL, id);
    } else if (window != null && window.free(id)) {
      Tally.one(worker.tally().acknowledged);
      wake();
    }
  }
}
