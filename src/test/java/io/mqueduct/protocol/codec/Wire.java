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

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Puts bytes of packets together, right or wrong, without any knowledge of the codec. */
final class Wire {
  private Wire() {}

  /** Hexadecimal digits with any spaces, and text in quotes: {@code 00 04 'MQTT' 05}. */
  static byte[] bytes(String script) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String[] parts = script.split("'", -1);
    for (int i = 0; i < parts.length; i++) {
      byte[] part =
          i % 2 == 1
              ? parts[i].getBytes(StandardCharsets.UTF_8)
              : HexFormat.of().parseHex(parts[i].replaceAll("\\s", ""));
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  /** A packet: the first byte, the right length, the body. */
  static byte[] packet(int firstByte, byte[] body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(firstByte);
    int rest = body.length;
    do {
      out.write(rest > 127 ? rest % 128 + 128 : rest);
      rest /= 128;
    } while (rest > 0);
    out.writeBytes(body);
    return out.toByteArray();
  }

  static byte[] packet(int firstByte, String script) {
    return packet(firstByte, bytes(script));
  }

  /** The shortest CONNECT of a version. */
  static byte[] connect(int version) {
    return switch (version) {
      case 3 -> packet(0x10, "0006 'MQIsdp' 03 02 003C 0001 'c'");
      case 4 -> packet(0x10, "0004 'MQTT' 04 02 003C 0001 'c'");
      default -> packet(0x10, "0004 'MQTT' 05 02 003C 00 0001 'c'");
    };
  }

  static PacketDecoder decoder() {
    return new PacketDecoder(new Workspace(new TopicCache(64)), 1_000_000);
  }

  /** A decoder that has seen a CONNECT. */
  static PacketDecoder connected(int version) {
    PacketDecoder decoder = decoder();
    Decoded connect = decoder.decode(Unpooled.wrappedBuffer(connect(version)));
    if (!(connect instanceof Connect)) {
      throw new AssertionError(connect);
    }
    return decoder;
  }

  static Decoded decode(int version, byte[] packet) {
    ByteBuf in = Unpooled.wrappedBuffer(packet);
    PacketDecoder decoder = version == 0 ? decoder() : connected(version);
    Decoded decoded = decoder.decode(in);
    if (decoded instanceof Packet && in.isReadable()) {
      throw new AssertionError("bytes left after " + decoded);
    }
    return decoded;
  }
}
