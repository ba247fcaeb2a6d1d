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
package io.mqueduct.protocol.codec;

import io.mqueduct.message.TopicName;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A {@link TopicInterner} of fixed size: each topic has two places where it may be, a newcomer
 * takes the older one's. Owned by one event loop. It refers to at most {@code slots} names, and to
 * none that are longer than {@value #MAX_BYTES} bytes, so its memory is bounded.
 */
public final class TopicCache implements TopicInterner {
  /** Longer topics are not worth their place. */
  static final int MAX_BYTES = 512;

  private final @Nullable TopicName[] slots;
  private final int mask;

  /** A cache of that many topics, a power of two from 2 on. */
  public TopicCache(int slots) {
    if (slots < 2 || Integer.bitCount(slots) != 1) {
      throw new IllegalArgumentException("a power of two is needed, not " + slots);
    }
    this.slots = new TopicName[slots];
    this.mask = slots - 2;
  }

  @Override
  public @Nullable TopicName find(byte[] bytes, int offset, int length) {
    int at = hash(bytes, offset, length) & mask;
    TopicName first = slots[at];
    if (first != null && isSame(first, bytes, offset, length)) {
      return first;
    }
    TopicName second = slots[at + 1];
    return second != null && isSame(second, bytes, offset, length) ? second : null;
  }

  @Override
  public void add(TopicName topic) {
    byte[] utf8 = topic.utf8();
    if (utf8.length > MAX_BYTES) {
      return;
    }
    int at = hash(utf8, 0, utf8.length) & mask;
    slots[at + 1] = slots[at];
    slots[at] = topic;
  }

  private static boolean isSame(TopicName topic, byte[] bytes, int offset, int length) {
    byte[] utf8 = topic.utf8();
    return Arrays.equals(utf8, 0, utf8.length, bytes, offset, offset + length);
  }

  private static int hash(byte[] bytes, int offset, int length) {
    int hash = length;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + bytes[i];
    }
    hash *= 0x9E3779B9;
    return (hash >>> 15) ^ hash;
  }
}
