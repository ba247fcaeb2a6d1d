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

/**
 * A named queue without its messages. Immutable.
 *
 * @param number names it in commands
 * @param name what people call it
 * @param createdAtMillis wall clock
 * @param spec the text of its owner
 */
public record StoredQueue(long number, String name, long createdAtMillis, String spec) {
  /** Begins the names of lists that belong to shared groups. */
  public static final String GROUP = "$share/";

  private static final int FORMAT = 1;

  byte[] encode() {
    return new ByteSink(64 + spec.length())
        .u8(FORMAT)
        .text(name)
        .u64(createdAtMillis)
        .text(spec)
        .toByteArray();
  }

  static StoredQueue decode(long number, byte[] value) {
    var in = new ByteSource(value);
    if (in.u8() != FORMAT) {
      throw ByteSource.damaged("a queue of another format");
    }
    var queue = new StoredQueue(number, in.text(), in.u64(), in.text());
    in.end();
    return queue;
  }
}
