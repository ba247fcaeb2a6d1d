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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Spoils sequences of good packets. One thread. */
final class Mutator {
  private static final byte[] EDGES = {0, 1, 0x7F, (byte) 0x80, (byte) 0xFE, (byte) 0xFF};

  private final SplittableRandom random;
  private final Grammar grammar;

  Mutator(SplittableRandom random, Grammar grammar) {
    this.random = random;
    this.grammar = grammar;
  }

  private int index(List<byte[]> packets) {
    return random.nextInt(packets.size());
  }

  /** One change of the order, of a packet's form or of single bytes. */
  void spoil(List<byte[]> packets) {
    if (packets.isEmpty()) {
      packets.add(grammar.foreign());
      return;
    }
    switch (random.nextInt(20)) {
      case 0 -> packets.remove(index(packets));
      case 1 -> packets.add(packets.get(index(packets)));
      case 2 -> packets.add(packets.remove(0)); // the CONNECT last
      case 3 -> packets.add(index(packets), grammar.foreign());
      case 4 -> packets.add(random.nextInt(packets.size() + 1), grammar.connect());
      case 5 -> shuffle(packets);
      case 6 -> packets.add(random.nextInt(packets.size() + 1), garbage(64));
      case 7 -> packets.set(packets.size() - 1, cut(packets.get(packets.size() - 1)));
      case 8 -> packets.add(random.nextInt(packets.size() + 1), hugeLength());
      default -> {
        int at = index(packets);
        packets.set(at, spoilPacket(packets.get(at)));
      }
    }
  }

  private void shuffle(List<byte[]> packets) {
    List<byte[]> rest = new ArrayList<>(packets);
    packets.clear();
    while (!rest.isEmpty()) {
      packets.add(rest.remove(random.nextInt(rest.size())));
    }
  }

  private byte[] spoilPacket(byte[] packet) {
    if (packet.length == 0) {
      return garbage(4);
    }
    return switch (random.nextInt(10)) {
      case 0 -> with(packet, 0, (byte) (packet[0] ^ 1 << random.nextInt(4)));
      case 1 -> with(packet, 0, (byte) (random.nextInt(16) << 4 | packet[0] & 15));
      case 2 -> resized(packet, random.nextInt(9) - 4);
      case 3 -> longLength(packet);
      case 4 -> cut(packet);
      case 5 -> framed(packet, inserted(body(packet)));
      case 6 -> framed(packet, cut(body(packet)));
      case 7 -> framed(packet, edged(body(packet)));
      case 8 -> framed(packet, flipped(body(packet)));
      default -> flipped(packet);
    };
  }

  private static byte[] with(byte[] packet, int at, byte value) {
    byte[] changed = packet.clone();
    changed[at] = value;
    return changed;
  }

  private static int headerLength(byte[] packet) {
    int at = 1;
    while (at < packet.length - 1 && at < 4 && packet[at] < 0) {
      at++;
    }
    return Math.min(packet.length, at + 1);
  }

  private static byte[] body(byte[] packet) {
    return Arrays.copyOfRange(packet, headerLength(packet), packet.length);
  }

  /** A new body with the length that fits it: wrong inside, right outside. */
  private static byte[] framed(byte[] packet, byte[] body) {
    return Bytes.bytes().raw(body).packet(packet[0] & 0xFF);
  }

  /** The same body with a length that does not fit. */
  private static byte[] resized(byte[] packet, int by) {
    byte[] body = body(packet);
    return Bytes.bytes().u8(packet[0]).varint(Math.max(0, body.length + by)).raw(body).toArray();
  }

  /** The length in more bytes than it needs, or in five. */
  private byte[] longLength(byte[] packet) {
    byte[] body = body(packet);
    Bytes bytes = Bytes.bytes().u8(packet[0]);
    if (random.nextBoolean()) {
      bytes.u8(0x80 | body.length & 0x7F).u8(0x80 | body.length >> 7 & 0x7F).u8(0);
    } else {
      bytes.raw("ffffffff7f");
    }
    return bytes.raw(body).toArray();
  }

  /** A packet that announces up to 256 MB. */
  private byte[] hugeLength() {
    return Bytes.bytes()
        .u8(0x30 | random.nextInt(256))
        .varint(900_000 + random.nextInt(267_000_000))
        .raw(garbage(20))
        .toArray();
  }

  private byte[] cut(byte[] bytes) {
    return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
  }

  private byte[] inserted(byte[] bytes) {
    int at = random.nextInt(bytes.length + 1);
    return Bytes.bytes()
        .raw(Arrays.copyOf(bytes, at))
        .raw(garbage(8))
        .raw(Arrays.copyOfRange(bytes, at, bytes.length))
        .toArray();
  }

  private byte[] edged(byte[] bytes) {
    byte[] changed = bytes.clone();
    if (changed.length > 0) {
      changed[random.nextInt(changed.length)] = EDGES[random.nextInt(EDGES.length)];
    }
    return changed;
  }

  private byte[] flipped(byte[] bytes) {
    byte[] changed = bytes.clone();
    for (int i = random.nextInt(3); i >= 0 && changed.length > 0; i--) {
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return changed;
  }

  byte[] garbage(int most) {
    byte[] bytes = new byte[1 + random.nextInt(most)];
    random.nextBytes(bytes);
    return bytes;
  }
}
