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
package io.mqueduct.testkit;

import java.util.ArrayList;
import java.util.List;

/** What a broker may send to a client. */
public sealed interface Packet
    permits Publish,
        Packet.Connack,
        Packet.Ack,
        Packet.Suback,
        Packet.Unsuback,
        Packet.Pingresp,
        Packet.Disconnect,
        Packet.Auth {
  /** CONNACK; in 3.1.1 the code is the return code. */
  record Connack(boolean sessionPresent, int code, Properties5 properties) implements Packet {}

  /** PUBACK, PUBREC, PUBREL or PUBCOMP; the code is 0 before 5.0. */
  record Ack(PacketType type, int id, int code, Properties5 properties) implements Packet {}

  /** SUBACK with a code for each filter. */
  record Suback(int id, List<Integer> codes, Properties5 properties) implements Packet {}

  /** UNSUBACK with a code for each filter; none before 5.0. */
  record Unsuback(int id, List<Integer> codes, Properties5 properties) implements Packet {}

  /** PINGRESP. */
  record Pingresp() implements Packet {}

  /** DISCONNECT of 5.0. */
  record Disconnect(int code, Properties5 properties) implements Packet {}

  /** AUTH of 5.0. */
  record Auth(int code, Properties5 properties) implements Packet {}

  /** Reads one packet and fails the test if a server must not send it so. */
  static Packet decode(int firstByte, byte[] body, Version version) {
    PacketType type = PacketType.of(firstByte >> 4);
    int flags = firstByte & 15;
    if (type == PacketType.PUBLISH) {
      return Publish.decode(flags, body, version);
    }
    if (flags != type.fixedFlags()) {
      throw new AssertionError(type + " came with the flags " + flags);
    }
    ByteCursor in = new ByteCursor(body);
    Packet packet =
        switch (type) {
          case CONNACK -> connack(in, version);
          case PUBACK, PUBREC, PUBREL, PUBCOMP -> ack(type, in, version);
          case SUBACK -> new Suback(in.u16(), List.of(), properties(in, type, version));
          case UNSUBACK -> new Unsuback(in.u16(), List.of(), properties(in, type, version));
          case PINGRESP -> new Pingresp();
          case DISCONNECT, AUTH -> farewell(type, in, version);
          default -> throw new AssertionError("a server must not send " + type);
        };
    if (packet instanceof Suback suback) {
      return new Suback(suback.id(), codes(in, 1), suback.properties());
    }
    if (packet instanceof Unsuback unsuback) {
      return new Unsuback(unsuback.id(), codes(in, version.isV5() ? 1 : 0), unsuback.properties());
    }
    in.end();
    return packet;
  }

  private static Connack connack(ByteCursor in, Version version) {
    int flags = in.u8();
    if ((flags & 0xFE) != 0) {
      throw new AssertionError("CONNACK came with the acknowledge flags " + flags);
    }
    int code = in.u8();
    // a refusal may be in the form of an older version
    boolean v5Form = version.isV5() && (code == 0 || in.remaining() > 0);
    return new Connack(
        flags == 1, code, v5Form ? Properties5.decode(in, PacketType.CONNACK) : Properties5.none());
  }

  private static Ack ack(PacketType type, ByteCursor in, Version version) {
    int id = in.u16();
    int code = version.isV5() && in.remaining() > 0 ? in.u8() : 0;
    return new Ack(type, id, code, optional(in, type, version));
  }

  private static Packet farewell(PacketType type, ByteCursor in, Version version) {
    if (!version.isV5()) {
      throw new AssertionError("a server must not send " + type + " before 5.0");
    }
    int code = in.remaining() > 0 ? in.u8() : 0;
    Properties5 properties = optional(in, type, version);
    return type == PacketType.AUTH ? new Auth(code, properties) : new Disconnect(code, properties);
  }

  private static Properties5 properties(ByteCursor in, PacketType type, Version version) {
    return version.isV5() ? Properties5.decode(in, type) : Properties5.none();
  }

  private static Properties5 optional(ByteCursor in, PacketType type, Version version) {
    return in.remaining() > 0 ? properties(in, type, version) : Properties5.none();
  }

  private static List<Integer> codes(ByteCursor in, int atLeast) {
    List<Integer> codes = new ArrayList<>();
    while (in.remaining() > 0) {
      codes.add(in.u8());
    }
    if (codes.size() < atLeast) {
      throw new AssertionError("an acknowledgement carries no code");
    }
    return codes;
  }
}
