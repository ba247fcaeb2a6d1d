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
import java.util.SplittableRandom;

/**
 * Packets of one connection as a client may send them, mostly: a field is odd now and then, as far
 * as its encoding allows. One thread.
 */
final class Grammar {
  private static final int ODDS_OF_ODD = 25;
  private static final String[] TOPICS = {
    "a", "a/b", "a/b/c", "fuzz/1", "fuzz/2", "fuzz/3/x", "/", "//", "a//b", "sensor/ü/☃"
  };
  private static final String[] ODD_TOPICS = {
    "",
    "#",
    "+",
    "a/+",
    "a/#",
    "a#",
    "a/#/b",
    "+a",
    "$SYS/broker",
    "$share/g/a",
    "$queue/a",
    "$q/a",
    "\u0000",
    "a\u0001b",
    "a\uFFFFb"
  };
  private static final String[] FILTERS = {
    "a", "a/b", "a/+", "fuzz/#", "+/b", "fuzz/+/x", "/", "$share/g/a/b", "$share/h/fuzz/#", "$SYS/#"
  };
  private static final String[] ODD_FILTERS = {
    "",
    "a#",
    "a/#/b",
    "a+/b",
    "$share/",
    "$share/g",
    "$share/g/",
    "$share//a",
    "$share/+/a",
    "$share/g#/a",
    "#",
    "\u0000",
    "a\uFFFE"
  };

  /** No UTF-8: a surrogate, two overlong forms, a cut one, a code point too large. */
  private static final byte[][] BROKEN_TEXT = {
    {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
    {(byte) 0xC0, (byte) 0x80},
    {(byte) 0xE0, (byte) 0x80, (byte) 0xAF},
    {'a', (byte) 0xE2, (byte) 0x82},
    {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
    {(byte) 0xFF}
  };

  private final SplittableRandom random;
  private final int version;
  private final PropertyGrammar properties;

  Grammar(SplittableRandom random, int version) {
    this.random = random;
    this.version = version;
    this.properties = new PropertyGrammar(random);
  }

  private boolean odd() {
    return random.nextInt(ODDS_OF_ODD) == 0;
  }

  private boolean half() {
    return random.nextBoolean();
  }

  private byte[] text(String[] usual, String[] odd) {
    if (!odd()) {
      return utf8(usual[random.nextInt(usual.length)]);
    }
    if (random.nextInt(3) == 0) {
      return BROKEN_TEXT[random.nextInt(BROKEN_TEXT.length)];
    }
    if (random.nextInt(20) == 0) {
      return utf8("x/".repeat(random.nextInt(32_000)));
    }
    return utf8(odd[random.nextInt(odd.length)]);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private byte[] some(int most) {
    byte[] bytes = new byte[random.nextInt(most + 1)];
    random.nextBytes(bytes);
    return bytes;
  }

  private int id() {
    return odd() ? random.nextInt(65_536) : 1 + random.nextInt(8);
  }

  private void properties(Bytes body, PropertyGrammar.In where) {
    if (version == 5) {
      body.raw(properties.block(where));
    }
  }

  byte[] connect() {
    boolean will = random.nextInt(3) == 0;
    boolean user = random.nextInt(4) == 0;
    boolean password = user ? half() : version == 5 && random.nextInt(8) == 0;
    int flags = random.nextInt(20) == 0 ? 0 : 2;
    if (will) {
      flags |= 4 | random.nextInt(3) << 3 | (half() ? 0x20 : 0);
    }
    flags |= (user ? 0x80 : 0) | (password ? 0x40 : 0) | (odd() ? 1 << random.nextInt(8) : 0);
    Bytes body = Bytes.bytes().utf8(version == 3 ? "MQIsdp" : "MQTT");
    body.u8(odd() ? random.nextInt(256) : version).u8(flags).u16(1);
    properties(body, PropertyGrammar.In.CONNECT);
    body.binary(odd() ? some(40) : utf8("fuzz-" + random.nextInt(2_000)));
    if (will) {
      properties(body, PropertyGrammar.In.WILL);
      body.binary(text(TOPICS, ODD_TOPICS)).binary(some(20));
    }
    if (user) {
      body.binary(utf8("somebody"));
    }
    if (password) {
      body.binary(some(10));
    }
    return body.packet(0x10);
  }

  /** Any packet that a client may send after its CONNECT. */
  byte[] any() {
    return switch (random.nextInt(16)) {
      case 0, 1, 2, 3, 4, 5 -> publish();
      case 6, 7, 8 -> subscribe();
      case 9 -> unsubscribe();
      case 10 -> Bytes.hex("c000");
      case 11 -> ack(0x40);
      case 12 -> ack(0x62);
      case 13 -> ack(random.nextBoolean() ? 0x50 : 0x70);
      case 14 -> version == 5 ? auth() : publish();
      default -> random.nextInt(4) == 0 ? disconnect() : publish();
    };
  }

  byte[] publish() {
    int qos = random.nextInt(3);
    int first = 0x30 | (odd() ? 3 : qos) << 1 | (random.nextInt(10) == 0 ? 1 : 0) | (odd() ? 8 : 0);
    Bytes body = Bytes.bytes().binary(text(TOPICS, ODD_TOPICS));
    if (qos > 0) {
      body.u16(id());
    }
    properties(body, PropertyGrammar.In.PUBLISH);
    return body.raw(some(odd() ? 2_000 : 60)).packet(first);
  }

  byte[] subscribe() {
    Bytes body = Bytes.bytes().u16(id());
    properties(body, PropertyGrammar.In.SUBSCRIBE);
    int filters = odd() ? 0 : 1 + random.nextInt(3);
    for (int i = 0; i < filters; i++) {
      int options = random.nextInt(3);
      if (version == 5) {
        options |= random.nextInt(4) << 2 | random.nextInt(3) << 4;
      }
      body.binary(text(FILTERS, ODD_FILTERS)).u8(odd() ? random.nextInt(256) : options);
    }
    return body.packet(0x82);
  }

  byte[] unsubscribe() {
    Bytes body = Bytes.bytes().u16(id());
    properties(body, PropertyGrammar.In.OTHER);
    int filters = odd() ? 0 : 1 + random.nextInt(3);
    for (int i = 0; i < filters; i++) {
      body.binary(text(FILTERS, ODD_FILTERS));
    }
    return body.packet(0xA2);
  }

  byte[] ack(int first) {
    Bytes body = Bytes.bytes().u16(id());
    if (version == 5 && half()) {
      body.u8(odd() ? random.nextInt(256) : 0);
      if (half()) {
        properties(body, PropertyGrammar.In.OTHER);
      }
    }
    return body.packet(first);
  }

  byte[] auth() {
    Bytes body = Bytes.bytes().u8(half() ? 0x19 : 0x18);
    properties(body, PropertyGrammar.In.AUTH);
    return body.packet(0xF0);
  }

  byte[] disconnect() {
    Bytes body = Bytes.bytes();
    if (version == 5 && half()) {
      body.u8(half() ? 0 : odd() ? random.nextInt(256) : 4);
      if (half()) {
        properties(body, PropertyGrammar.In.DISCONNECT);
      }
    }
    return body.packet(0xE0);
  }

  /** A packet that only a server sends, or that does not exist. */
  byte[] foreign() {
    int[] types = {0x00, 0x20, 0x90, 0xB0, 0xD0, 0xF0};
    return Bytes.bytes().raw(some(6)).packet(types[random.nextInt(types.length)]);
  }
}
