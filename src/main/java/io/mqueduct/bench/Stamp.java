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

/**
 * What a payload begins with, so that a receiver knows when it was sent, by whom, and as which one:
 * time in ns (8 bytes), run (2), publisher (2), sequence from 1 (4).
 */
final class Stamp {
  /** Size of a stamp. */
  static final int BYTES = 16;

  static final int RUN = 8;
  static final int PUBLISHER = 10;
  static final int SEQUENCE = 12;

  private Stamp() {}

  static long sentAt(ByteBuf in, int at) {
    return in.getLong(at);
  }

  static int run(ByteBuf in, int at) {
    return in.getUnsignedShort(at + RUN);
  }

  static int publisher(ByteBuf in, int at) {
    return in.getUnsignedShort(at + PUBLISHER);
  }

  static int sequence(ByteBuf in, int at) {
    return in.getInt(at + SEQUENCE);
  }
}
