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

import java.util.List;

/** A conversation of each version with every packet a client may send, as bytes. */
final class Samples {
  private Samples() {}

  static List<byte[]> of(int version) {
    return switch (version) {
      case 5 -> five();
      case 4 ->
          older(
              Wire.packet(
                  0x10, "0004 'MQTT' 04 EE 003C 0001 'c' 0001 'w' 0001 'p' 0001 'u' 0001 FF"));
      default ->
          older(Wire.packet(0x10, "0006 'MQIsdp' 03 C6 003C 0001 'c' 0001 'w' 0000 0001 'u' 0000"));
    };
  }

  private static List<byte[]> older(byte[] connect) {
    return List.of(
        connect,
        Wire.packet(0x30, "0003 'a/b' 'payload'"),
        Wire.packet(0x3D, "0004 F09F9880 0001"),
        Wire.packet(0x32, "0003 'a/b' 0002" + "00".repeat(300)),
        Wire.packet(0x40, "0001"),
        Wire.packet(0x50, "0001"),
        Wire.packet(0x62, "0001"),
        Wire.packet(0x70, "0001"),
        Wire.packet(0x82, "0001 0001 'a' 00 0003 'b/#' 02"),
        Wire.packet(0xA2, "0001 0001 'a' 0003 'b/#'"),
        Wire.bytes("C000"),
        Wire.bytes("E000"));
  }

  private static List<byte[]> five() {
    return List.of(
        Wire.packet(
            0x10,
            "0004 'MQTT' 05 EE 003C 0B 11 00000001 15 0003 'abc'"
                + "0001 'c' 05 18 00000001 0001 'w' 0001 'p' 0001 'u' 0001 FF"),
        Wire.packet(0x30, "0003 'a/b' 00 'payload'"),
        Wire.packet(0x3D, "0004 F09F9880 0001 07 01 01 02 00000005"),
        Wire.packet(
            0x32, "0003 'a/b' 0002 8802 26 0001 'k' 0100" + "61".repeat(256) + "01 01 00FF"),
        Wire.packet(0x30, "0000 03 23 0007 'p'"),
        Wire.packet(0x40, "0001"),
        Wire.packet(0x50, "0001 10"),
        Wire.packet(0x62, "0001 92 00"),
        Wire.packet(0x70, "0001 00 04 1F 0001 'x'"),
        Wire.packet(0x82, "0001 02 0B 7F 0001 'a' 2D 0003 'b/#' 02"),
        Wire.packet(0xA2, "0001 00 0001 'a' 0003 'b/#'"),
        Wire.packet(0xF0, "19 06 15 0003 'abc'"),
        Wire.bytes("C000"),
        Wire.packet(0xE0, "04 05 11 00000009"));
  }
}
