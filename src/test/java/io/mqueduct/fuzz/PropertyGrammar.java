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

import io.mqueduct.testkit.Bytes;
import java.util.SplittableRandom;

/** Property blocks of 5.0, mostly with what their packet may have. One thread. */
final class PropertyGrammar {
  private static final int ODDS_OF_ODD = 30;
  private static final int[] ALL = {
    0x01, 0x02, 0x03, 0x08, 0x09, 0x0B, 0x11, 0x12, 0x13, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1C,
    0x1F, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A
  };

  /** The packets with properties, and which they may have. */
  enum In {
    CONNECT(0x11, 0x21, 0x27, 0x22, 0x19, 0x17, 0x26),
    WILL(0x18, 0x01, 0x02, 0x03, 0x08, 0x09, 0x26),
    PUBLISH(0x01, 0x02, 0x23, 0x08, 0x09, 0x26, 0x03),
    SUBSCRIBE(0x0B, 0x26),
    AUTH(0x15, 0x16, 0x1F, 0x26),
    DISCONNECT(0x11, 0x1F, 0x26),
    OTHER(0x1F, 0x26);

    private final int[] ids;

    In(int... ids) {
      this.ids = ids;
    }
  }

  private final SplittableRandom random;

  PropertyGrammar(SplittableRandom random) {
    this.random = random;
  }

  /** A block with its length in front. */
  byte[] block(In where) {
    int wanted = random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 0;
    Bytes body = Bytes.bytes();
    int begin = random.nextInt(where.ids.length);
    for (int i = 0; i < wanted; i++) {
      // In turn, so that nothing comes twice by itself.
      int id = where.ids[(begin + i) % where.ids.length];
      property(body, random.nextInt(ODDS_OF_ODD) == 0 ? ALL[random.nextInt(ALL.length)] : id);
    }
    byte[] bytes = body.toArray();
    return Bytes.bytes().varint(bytes.length).raw(bytes).toArray();
  }

  private void property(Bytes body, int id) {
    body.u8(id);
    switch (id) {
      case 0x01, 0x17, 0x19, 0x24, 0x25, 0x28, 0x29, 0x2A -> body.u8(random.nextInt(2));
      case 0x13 -> body.u16(random.nextInt(65_536));
      case 0x21 -> body.u16(1 + random.nextInt(100));
      case 0x22, 0x23 -> body.u16(1 + random.nextInt(random.nextInt(10) == 0 ? 65_535 : 20));
      case 0x27 -> body.u32(64 + random.nextInt(100_000));
      case 0x02, 0x11, 0x18 -> body.u32(random.nextInt(3));
      case 0x0B -> body.varint(1 + random.nextInt(268_435_455));
      case 0x09, 0x16 -> body.binary(some());
      case 0x26 -> body.utf8("key" + random.nextInt(5)).utf8("value ☃");
      case 0x08 -> body.utf8("answer/to/me");
      default -> body.utf8("text");
    }
  }

  private byte[] some() {
    byte[] bytes = new byte[random.nextInt(12)];
    random.nextBytes(bytes);
    return bytes;
  }
}
