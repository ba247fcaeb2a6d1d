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
package io.mqueduct.session;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Counters and gauges of one session. Written by the loop that owns the session, readable by any
 * thread: a reader sees whole values, never older than the last but one operation for long.
 */
public final class SessionStats {
  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

  static final int SENT = 0;
  static final int RESENT = 1;
  static final int ACKNOWLEDGED = 2;
  static final int UNKNOWN_ACKS = 3;
  static final int INFLIGHT = 4;
  static final int MQUEUE_LEN = 5;
  static final int AWAITING_REL = 6;
  static final int OLDEST_SINCE = 7;
  static final int WINDOW_LIMIT = 8;
  private static final int INBOX_DROPPED = 9;
  private static final int CELLS = 10;
  private static final VarHandle DROPS;

  static {
    try {
      DROPS = MethodHandles.lookup().findVarHandle(SessionStats.class, "drops", long[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long[] cells = new long[CELLS];

  /** By reason; null before the first drop, as for most sessions. */
  @SuppressWarnings("unused") // through DROPS
  private long @Nullable [] drops;

  /** PUBLISH packets sent for the first time, of every QoS. */
  public long sent() {
    return get(SENT);
  }

  /** PUBLISH and PUBREL packets sent again. */
  public long resent() {
    return get(RESENT);
  }

  /** QoS 1 and 2 deliveries that the client completed. */
  public long acknowledged() {
    return get(ACKNOWLEDGED);
  }

  /** PUBACK, PUBREC and PUBCOMP packets for identifiers that were not in use. */
  public long unknownAcks() {
    return get(UNKNOWN_ACKS);
  }

  /** QoS 1 and 2 deliveries that are not complete. */
  public int inflight() {
    return (int) get(INFLIGHT);
  }

  /** The greatest {@link #inflight} of the current or last connection. */
  public int inflightMax() {
    return (int) get(WINDOW_LIMIT);
  }

  /** Messages that wait to be sent. */
  public int mqueueLen() {
    return (int) get(MQUEUE_LEN);
  }

  /** Inbound QoS 2 identifiers that wait for a PUBREL. */
  public int awaitingRel() {
    return (int) get(AWAITING_REL);
  }

  /** How long the oldest delivery has been waiting for its acknowledgement, 0 if there is none. */
  public long oldestUnackedMillis(long nowMillis) {
    long since = get(OLDEST_SINCE);
    return since == 0 ? 0 : Math.max(0, nowMillis - since);
  }

  /** Messages dropped for a reason. */
  public long dropped(DropReason reason) {
    long[] counts = (long[]) DROPS.getAcquire(this);
    long count = counts == null ? 0 : (long) CELL.getOpaque(counts, reason.index());
    return reason == DropReason.QOS0_MSG ? count + get(INBOX_DROPPED) : count;
  }

  /** Messages dropped for any reason. */
  public long dropped() {
    long[] counts = (long[]) DROPS.getAcquire(this);
    long sum = get(INBOX_DROPPED);
    for (int i = 0; counts != null && i < counts.length; i++) {
      sum += (long) CELL.getOpaque(counts, i);
    }
    return sum;
  }

  void set(int cell, long value) {
    CELL.setOpaque(cells, cell, value);
  }

  void increment(int cell) {
    CELL.setOpaque(cells, cell, cells[cell] + 1);
  }

  void countDrop(DropReason reason) {
    countDrops(reason, 1);
  }

  void countDrops(DropReason reason, int count) {
    long[] counts = drops;
    if (counts == null) {
      counts = new long[DropReason.COUNT];
      DROPS.setRelease(this, counts);
    }
    CELL.setOpaque(counts, reason.index(), counts[reason.index()] + count);
  }

  /** Any thread: a QoS 0 message found no room in the inbox. */
  void countInboxDrop() {
    CELL.getAndAdd(cells, INBOX_DROPPED, 1L);
  }

  private long get(int cell) {
    return (long) CELL.getOpaque(cells, cell);
  }
}
