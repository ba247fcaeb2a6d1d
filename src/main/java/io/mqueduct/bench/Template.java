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
import io.netty.buffer.Unpooled;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The PUBLISH of one publisher, made once; for each message only a few bytes of it change. Belongs
 * to the publisher's event loop.
 */
final class Template {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private static final int DIGITS = 8;

  private final byte[] bytes;
  private final int idAt;
  private final int payloadAt;
  private final int digitsEnd;
  private final int topics;

  /**
   * A message.
   *
   * @param topics how many topics it has in turn: a level with the sequence modulo this is added;
   *     0: one without that level
   * @param payloadBytes 0 removes a retained message, else at least {@link Stamp#BYTES}
   */
  Template(
      String topic,
      int topics,
      boolean retain,
      int qos,
      boolean version5,
      int payloadBytes,
      int run,
      int publisher) {
    byte[] name = (topics > 0 ? topic + "/" + level(0) : topic).getBytes(StandardCharsets.UTF_8);
    int length = 2 + name.length + (qos > 0 ? 2 : 0) + (version5 ? 1 : 0) + payloadBytes;
    ByteBuf out = Unpooled.buffer(length + 5);
    out.writeByte(0x30 | (qos << 1) | (retain ? 1 : 0));
    Frames.writeLength(out, length);
    Frames.writeText(out, name);
    this.idAt = qos > 0 ? out.writerIndex() : -1;
    this.topics = topics;
    this.digitsEnd = out.writerIndex();
    if (qos > 0) {
      out.writeShort(0);
    }
    if (version5) {
      out.writeByte(0);
    }
    this.payloadAt = payloadBytes > 0 ? out.writerIndex() : -1;
    for (int i = 0; i < payloadBytes; i++) {
      out.writeByte('a' + i % 26);
    }
    this.bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    if (payloadAt >= 0) {
      SHORT.set(bytes, payloadAt + Stamp.RUN, (short) run);
      SHORT.set(bytes, payloadAt + Stamp.PUBLISHER, (short) publisher);
    }
  }

  /** The level of a topic with that number, at most 99,999,999. */
  static String level(int number) {
    return String.format(Locale.ROOT, "%0" + DIGITS + "d", number);
  }

  /** Appends a message. */
  void write(ByteBuf out, int packetId, int sequence, long nowNanos) {
    if (idAt >= 0) {
      SHORT.set(bytes, idAt, (short) packetId);
    }
    if (payloadAt >= 0) {
      LONG.set(bytes, payloadAt, nowNanos);
      INT.set(bytes, payloadAt + Stamp.SEQUENCE, sequence);
    }
    if (topics > 0) {
      int rest = sequence % topics;
      for (int i = 1; i <= DIGITS; i++) {
        bytes[digitsEnd - i] = (byte) ('0' + rest % 10);
        rest /= 10;
      }
    }
    out.writeBytes(bytes);
  }
}
