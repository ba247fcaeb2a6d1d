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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/**
 * Hashes of topic texts with a seed of this process, so that nobody can choose topics or filters
 * that collide on purpose. Not to be stored or sent. Any thread.
 */
final class TopicHash {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long SEED;
  private static final long FACTOR;

  static {
    SecureRandom random = new SecureRandom();
    SEED = random.nextLong();
    FACTOR = random.nextLong() | 1;
  }

  private TopicHash() {}

  /** Hash of the characters from {@code from} to before {@code to}. */
  static int of(String text, int from, int to) {
    long hash = SEED;
    for (int i = from; i < to; i++) {
      hash = (hash ^ text.charAt(i)) * FACTOR;
      hash ^= hash >>> 32;
    }
    return finish(hash + to - from);
  }

  /** Hash of bytes; unrelated to that of the same text as a String. */
  static int of(byte[] bytes, int offset, int length) {
    long hash = SEED + length;
    int at = offset;
    int end = offset + length;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      hash = (hash ^ (long) LONGS.get(bytes, at)) * FACTOR;
      hash ^= hash >>> 32;
    }
    for (; at < end; at++) {
      hash = (hash ^ (bytes[at] & 0xff)) * FACTOR;
      hash ^= hash >>> 32;
    }
    return finish(hash);
  }

  private static int finish(long hash) {
    long mixed = hash * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }
}
