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
package io.mqueduct.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One list (a session's or a queue's) that a message is added to. Immutable, any thread. */
public final class Target {
  private static final int[] NONE = new int[0];

  private final long number;
  private final int lane;
  private final int qos;
  private final boolean retain;
  private final int[] identifiers;
  private final byte @Nullable [] key;
  private final long visibleAtMillis;

  /** A session's list; no subscription identifiers. */
  public Target(long number, int lane, int qos, boolean retain) {
    this(number, lane, qos, retain, NONE, null, 0);
  }

  /**
   * Any list.
   *
   * @param number of the session or queue
   * @param lane priority level, 0 to 255; messages of one lane keep their order
   * @param qos that it is to be delivered with, 0 to 2
   * @param retain the RETAIN flag that it is to be delivered with
   * @param identifiers subscription identifiers that go with it, taken over
   * @param key for a last-value queue: an older message with the same key is replaced; taken over
   * @param visibleAtMillis wall clock before which it is not to be delivered; 0 for at once
   */
  public Target(
      long number,
      int lane,
      int qos,
      boolean retain,
      int[] identifiers,
      byte @Nullable [] key,
      long visibleAtMillis) {
    if (lane < 0 || lane > 255 || qos < 0 || qos > 2 || number < 0 || visibleAtMillis < 0) {
      throw new IllegalArgumentException("lane " + lane + ", qos " + qos);
    }
    this.number = number;
    this.lane = lane;
    this.qos = qos;
    this.retain = retain;
    this.identifiers = identifiers;
    this.key = key;
    this.visibleAtMillis = visibleAtMillis;
  }

  /** Number of the session or queue. */
  public long number() {
    return number;
  }

  /** Priority level. */
  public int lane() {
    return lane;
  }

  /** QoS of the delivery. */
  public int qos() {
    return qos;
  }

  /** RETAIN flag of the delivery. */
  public boolean retain() {
    return retain;
  }

  /** Subscription identifiers of the delivery. Not to be changed. */
  public int[] identifiers() {
    return identifiers;
  }

  /** Key in a last-value queue, else null. Not to be changed. */
  public byte @Nullable [] key() {
    return key;
  }

  /** Wall clock from which it may be delivered; 0 for at once. */
  public long visibleAtMillis() {
    return visibleAtMillis;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Target that
        && number == that.number
        && lane == that.lane
        && qos == that.qos
        && retain == that.retain
        && Arrays.equals(identifiers, that.identifiers)
        && Arrays.equals(key, that.key)
        && visibleAtMillis == that.visibleAtMillis;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number) * 31 + lane;
  }

  void encode(ByteSink out) {
    out.varint(number)
        .u8(lane)
        .u8(
            qos
                | (retain ? 4 : 0)
                | (identifiers.length > 0 ? 8 : 0)
                | (key != null ? 16 : 0)
                | (visibleAtMillis != 0 ? 32 : 0));
    if (identifiers.length > 0) {
      out.varint(identifiers.length);
      for (int identifier : identifiers) {
        out.varint(identifier);
      }
    }
    if (key != null) {
      out.bytes(key);
    }
    if (visibleAtMillis != 0) {
      out.varint(visibleAtMillis);
    }
  }

  static Target decode(ByteSource in) {
    long number = in.varint();
    int lane = in.u8();
    int flags = in.u8();
    if ((flags & 3) == 3 || flags > 63 || number < 0) {
      throw ByteSource.damaged("a target with flags " + flags);
    }
    int[] identifiers = NONE;
    if ((flags & 8) != 0) {
      identifiers = new int[in.count(in.remaining())];
      for (int i = 0; i < identifiers.length; i++) {
        identifiers[i] = in.count(268_435_455);
      }
    }
    byte @Nullable [] key = (flags & 16) != 0 ? in.bytes() : null;
    long visibleAt = (flags & 32) != 0 ? in.varint() : 0;
    if (visibleAt < 0) {
      throw ByteSource.damaged("a time of " + visibleAt);
    }
    return new Target(number, lane, flags & 3, (flags & 4) != 0, identifiers, key, visibleAt);
  }
}
