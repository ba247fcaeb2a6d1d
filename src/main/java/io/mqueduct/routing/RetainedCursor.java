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
package io.mqueduct.routing;

import io.mqueduct.message.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * The retained messages that match one filter, in the order of topics, found one by one as they are
 * asked for. Owned by one thread at a time; may be kept between calls for as long as the reader
 * needs (it holds a position, not messages), so that a replay goes at the pace of a socket. Shows
 * each topic that is there the whole time once, with its latest message; topics set or cleared
 * meanwhile may or may not be seen.
 *
 * <p>Where a topic does not match, the cursor seeks to the next one that can, as told by the first
 * level that differs.
 */
public final class RetainedCursor {
  private static final byte[] BEHIND_DOLLAR = {'$' + 1};

  private final ConcurrentNavigableMap<byte[], RetainedStore.Slot> slots;
  private final List<byte @Nullable []> levels; // null for +
  private final boolean takesAllBelow; // ends with #
  private final boolean hidesDollar;
  private Iterator<Map.Entry<byte[], RetainedStore.Slot>> next;
  private byte @Nullable [] seek; // where to go on, set by matches() when it says no
  private byte[] looked = Message.NO_BYTES;
  private boolean isExhausted;

  RetainedCursor(
      ConcurrentNavigableMap<byte[], RetainedStore.Slot> slots,
      String filter,
      boolean hidesDollar) {
    this.slots = slots;
    this.takesAllBelow = filter.endsWith("#");
    this.levels = new ArrayList<>();
    for (String level : filter.split("/", -1)) {
      if (!level.equals("#")) {
        levels.add(level.equals("+") ? null : level.getBytes(StandardCharsets.UTF_8));
      }
    }
    this.hidesDollar = hidesDollar && (levels.isEmpty() || levels.get(0) == null);
    this.next = Collections.emptyIterator();
    this.seek = Message.NO_BYTES;
  }

  /**
   * The next message.
   *
   * @param nowMillis wall clock; expired messages are left out
   * @param maxSteps how many topics to look at, at least 1, which bounds the time of the call
   * @return null if there are no more, or none within the steps: {@link #isExhausted()} tells
   */
  public @Nullable Message next(long nowMillis, int maxSteps) {
    for (int i = 0; i < maxSteps && !isExhausted; i++) {
      if (seek != null) {
        next = slots.tailMap(seek, true).entrySet().iterator();
        seek = null;
      }
      if (!next.hasNext()) {
        end();
        return null;
      }
      Map.Entry<byte[], RetainedStore.Slot> entry = next.next();
      looked = entry.getKey();
      if (matches(entry.getKey())) {
        Message message = entry.getValue().get(nowMillis);
        if (message != null) {
          return message;
        }
      }
    }
    return null;
  }

  /** Goes on behind a topic, given as UTF-8, instead of at the first one. */
  public RetainedCursor after(byte[] topic) {
    seek = Arrays.copyOf(topic, topic.length + 1);
    seek[topic.length] = '/'; // the next in the order of topics
    return this;
  }

  /** The topic that was looked at last, as UTF-8: {@link #after} it, all others follow. */
  public byte[] position() {
    return looked;
  }

  /** Whether there are no more messages. */
  public boolean isExhausted() {
    return isExhausted;
  }

  /** Whether a topic matches; if not, decides where to go on. */
  private boolean matches(byte[] topic) {
    if (hidesDollar && topic[0] == '$') {
      seek = BEHIND_DOLLAR;
      return false;
    }
    int at = 0;
    int afterPlus = -1; // end of the last level that + stands for
    for (byte @Nullable [] level : levels) {
      if (at > topic.length) {
        seekBelow(topic, level);
        return false;
      }
      int end = levelEnd(topic, at);
      if (level == null) {
        afterPlus = end;
      } else {
        int order = Arrays.compareUnsigned(topic, at, end, level, 0, level.length);
        if (order < 0) {
          seek = Arrays.copyOf(topic, at + level.length);
          System.arraycopy(level, 0, seek, at, level.length);
          return false;
        }
        if (order > 0) {
          seekBehind(topic, afterPlus);
          return false;
        }
      }
      at = end + 1;
    }
    if (takesAllBelow || at > topic.length) {
      return true;
    }
    seekBehind(topic, afterPlus);
    return false;
  }

  /** The topic ends too early: the next one that can match is a level below it. */
  private void seekBelow(byte[] topic, byte @Nullable [] level) {
    int length = level == null ? 0 : level.length;
    byte[] target = Arrays.copyOf(topic, topic.length + 1 + length);
    target[topic.length] = '/';
    if (level != null) {
      System.arraycopy(level, 0, target, topic.length + 1, length);
    }
    seek = target;
  }

  /** Nothing more below what the last + stands for: on to what it can stand for next. */
  private void seekBehind(byte[] topic, int afterPlus) {
    if (afterPlus < 0) {
      end();
      return;
    }
    byte[] target = Arrays.copyOf(topic, afterPlus + 1);
    target[afterPlus] = TopicOrder.AFTER_LEVELS;
    seek = target;
  }

  private void end() {
    isExhausted = true;
    next = Collections.emptyIterator();
  }

  private static int levelEnd(byte[] topic, int from) {
    int at = from;
    while (at < topic.length && topic[at] != '/') {
      at++;
    }
    return at;
  }
}
