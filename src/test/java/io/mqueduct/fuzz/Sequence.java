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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What one connection sends, given by a seed and an index and nothing else.
 *
 * @param index of the sequence in its run
 * @param bytes all of it, before the PINGREQ that asks whether the broker still listens
 * @param chunks where the bytes are parted into writes, or into WebSocket frames
 * @param overWebSocket the transport
 * @param webSocketFault what is wrong below MQTT, or NONE
 * @param waits whether, if the last packet is not whole, to wait until the broker loses patience
 */
record Sequence(
    long index,
    byte[] bytes,
    int[] chunks,
    boolean overWebSocket,
    WebSocketFault webSocketFault,
    boolean waits) {

  /** Faults of the carrier. */
  enum WebSocketFault {
    NONE,
    TEXT,
    UNMASKED,
    RESERVED_OPCODE,
    RESERVED_BITS,
    LONE_CONTINUATION,
    LARGE_CONTROL,
    HUGE_FRAME,
    NO_UPGRADE
  }

  static Sequence of(long seed, long index) {
    SplittableRandom random = new SplittableRandom(seed + index * 0x9E37_79B9_7F4A_7C15L);
    byte[] bytes = random.nextInt(12) == 0 ? garbage(random) : packets(random);
    boolean overWebSocket = random.nextInt(5) == 0;
    WebSocketFault fault = WebSocketFault.NONE;
    if (overWebSocket && random.nextInt(10) == 0) {
      fault = WebSocketFault.values()[random.nextInt(WebSocketFault.values().length)];
    }
    return new Sequence(
        index, bytes, chunks(random, bytes.length), overWebSocket, fault, random.nextInt(16) == 0);
  }

  private static byte[] packets(SplittableRandom random) {
    int version = random.nextInt(8) == 0 ? 3 : random.nextInt(3) == 0 ? 4 : 5;
    Grammar grammar = new Grammar(random, version);
    List<byte[]> packets = new ArrayList<>();
    packets.add(grammar.connect());
    for (int i = random.nextInt(8); i > 0; i--) {
      packets.add(grammar.any());
    }
    Mutator mutator = new Mutator(random, grammar);
    for (int i = random.nextInt(4); i > 0; i--) {
      mutator.spoil(packets);
    }
    Bytes all = Bytes.bytes();
    packets.forEach(all::raw);
    return all.toArray();
  }

  private static byte[] garbage(SplittableRandom random) {
    byte[] bytes = new byte[1 + random.nextInt(200)];
    random.nextBytes(bytes);
    return switch (random.nextInt(6)) {
      case 0 -> "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
      case 1 -> Bytes.bytes().raw("160301020001").raw(bytes).toArray(); // looks like TLS
      case 2 -> "PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n".getBytes(StandardCharsets.US_ASCII);
      case 3 -> Bytes.bytes().u8(0x10).varint(bytes.length).raw(bytes).toArray();
      default -> bytes;
    };
  }

  private static int[] chunks(SplittableRandom random, int length) {
    int parts =
        switch (random.nextInt(8)) {
          case 0 -> Math.min(20, length); // trickled
          case 1, 2 -> 3;
          default -> 1;
        };
    int[] ends = new int[Math.max(1, parts)];
    for (int i = 0; i < ends.length - 1; i++) {
      ends[i] = length == 0 ? 0 : random.nextInt(length);
    }
    ends[ends.length - 1] = length;
    java.util.Arrays.sort(ends);
    return ends;
  }

  @Override
  public String toString() {
    String hex = HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, 400));
    return "sequence "
        + index
        + (overWebSocket ? " over WebSocket, fault " + webSocketFault : " over TCP")
        + ", "
        + bytes.length
        + " bytes: "
        + hex;
  }
}
