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
import java.nio.charset.StandardCharsets;

/** Writes the packets of a client, for MQTT 3.1.1 and 5 (OASIS, section 3). */
final class Frames {
  static final int PUBACK = 4;
  static final int PUBREC = 5;
  static final int PUBREL = 6;
  static final int PUBCOMP = 7;

  private static final int SESSION_EXPIRY = 0x11;
  private static final int SESSION_SECONDS = 3600;

  private Frames() {}

  /** CONNECT; a session that is kept lasts an hour after the connection. */
  static void connect(ByteBuf out, Target target, String clientId, boolean clean, boolean kept) {
    byte[] id = utf8(clientId);
    byte[] user = target.user() == null ? null : utf8(target.user());
    byte[] password = target.password() == null ? null : utf8(target.password());
    boolean expiry = target.version5() && kept;
    int length = 10 + 2 + id.length;
    length += user == null ? 0 : 2 + user.length;
    length += password == null ? 0 : 2 + password.length;
    length += target.version5() ? (expiry ? 6 : 1) : 0;
    out.writeByte(0x10);
    writeLength(out, length);
    writeText(out, utf8("MQTT"));
    out.writeByte(target.version5() ? 5 : 4);
    out.writeByte((clean ? 2 : 0) | (user == null ? 0 : 0x80) | (password == null ? 0 : 0x40));
    out.writeShort(target.keepAliveSeconds());
    if (target.version5()) {
      out.writeByte(expiry ? 5 : 0);
      if (expiry) {
        out.writeByte(SESSION_EXPIRY);
        out.writeInt(SESSION_SECONDS);
      }
    }
    writeText(out, id);
    if (user != null) {
      writeText(out, user);
    }
    if (password != null) {
      writeText(out, password);
    }
  }

  /** SUBSCRIBE with one filter. */
  static void subscribe(ByteBuf out, boolean version5, int packetId, String filter, int qos) {
    byte[] text = utf8(filter);
    out.writeByte(0x82);
    writeLength(out, 2 + (version5 ? 1 : 0) + 2 + text.length + 1);
    out.writeShort(packetId);
    if (version5) {
      out.writeByte(0);
    }
    writeText(out, text);
    out.writeByte(qos);
  }

  /** PUBACK, PUBREC, PUBREL or PUBCOMP, by its packet type. */
  static void acknowledge(ByteBuf out, int type, int packetId) {
    int flags = type == PUBREL ? 2 : 0;
    out.writeInt((((type << 4) | flags) << 24) | (2 << 16) | packetId);
  }

  static void ping(ByteBuf out) {
    out.writeShort(0xC000);
  }

  static void disconnect(ByteBuf out) {
    out.writeShort(0xE000);
  }

  /** A variable byte integer. */
  static void writeLength(ByteBuf out, int value) {
    int rest = value;
    while (rest > 127) {
      out.writeByte((rest & 127) | 128);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }

  static void writeText(ByteBuf out, byte[] text) {
    out.writeShort(text.length);
    out.writeBytes(text);
  }

  /** A text of MQTT, refused where it is too long. */
  private static byte[] utf8(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 65_535) {
      throw new BenchFailure("a name is longer than 65,535 bytes");
    }
    return bytes;
  }
}
