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

import java.util.Arrays;
import java.util.Comparator;

/**
 * Order of topics, as bytes of UTF-8, in which the levels below a topic follow it before any other
 * topic: {@code /} comes before every other byte. Any thread.
 */
final class TopicOrder implements Comparator<byte[]> {
  /** The only one needed. */
  static final TopicOrder INSTANCE = new TopicOrder();

  /** Behind a prefix: comes after all levels below it and before anything else. */
  static final byte AFTER_LEVELS = 0;

  private TopicOrder() {}

  @Override
  public int compare(byte[] one, byte[] other) {
    int at = Arrays.mismatch(one, other);
    if (at < 0) {
      return 0;
    }
    if (at == one.length || at == other.length) {
      return one.length - other.length;
    }
    return rank(one[at]) - rank(other[at]);
  }

  private static int rank(byte value) {
    return value == '/' ? -1 : value & 0xff;
  }
}
