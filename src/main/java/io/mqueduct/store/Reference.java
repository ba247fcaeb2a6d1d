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
package io.mqueduct.store;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a list says about one of its messages: {@code flags(1) size [expiresAt(8)] [key] [visibleAt]
 * [identifiers] [message]}. Immutable.
 *
 * @param lane priority level
 * @param sequence of the message
 * @param flags see the constants; QoS in the lowest two bits
 * @param size what limits count for it, bytes
 * @param expiresAtMillis wall clock, or 0 for never
 * @param key in a last-value queue
 */
record Reference(
    int lane, long sequence, int flags, int size, long expiresAtMillis, @Nullable Key key) {
  static final int QOS = 3;
  static final int RETAIN = 4;
  static final int INLINE = 8;
  static final int IDENTIFIERS = 16;
  static final int EXPIRES = 32;
  static final int KEYED = 64;
  static final int DELAYED = 128;

  /** Enough for all but long keys. */
  static final int PREFIX = 64;

  /** The key's bytes, one a character so that keys can be compared, and the queue it is of. */
  record Key(long number, String latin1) {
    static Key of(long number, byte[] bytes) {
      return new Key(number, new String(bytes, StandardCharsets.ISO_8859_1));
    }

    byte[] bytes() {
      return latin1.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  int qos() {
    return flags & QOS;
  }

  boolean isQos0() {
    return qos() == 0;
  }

  boolean isShared() {
    return (flags & INLINE) == 0;
  }

  /** Encodes all but the message. */
  static void encode(Target target, boolean inline, int size, long expiresAtMillis, ByteSink out) {
    byte[] key = target.key();
    int flags =
        target.qos()
            | (target.retain() ? RETAIN : 0)
            | (inline ? INLINE : 0)
            | (target.identifiers().length > 0 ? IDENTIFIERS : 0)
            | (expiresAtMillis != 0 ? EXPIRES : 0)
            | (key != null ? KEYED : 0)
            | (target.visibleAtMillis() != 0 ? DELAYED : 0);
    out.u8(flags).varint(size);
    if (expiresAtMillis != 0) {
      out.u64(expiresAtMillis);
    }
    if (key != null) {
      out.bytes(key);
    }
    if (target.visibleAtMillis() != 0) {
      out.varint(target.visibleAtMillis());
    }
    if (target.identifiers().length > 0) {
      out.varint(target.identifiers().length);
      for (int identifier : target.identifiers()) {
        out.varint(identifier);
      }
    }
  }

  /** Decodes the first part, up to the key; the rest is with {@link StoredMessage}. */
  static Reference decode(long number, int lane, long sequence, ByteSource in) {
    int flags = in.u8();
    int size = in.count(Integer.MAX_VALUE);
    long expiresAt = (flags & EXPIRES) != 0 ? in.u64() : 0;
    Key key = (flags & KEYED) != 0 ? Key.of(number, in.bytes()) : null;
    return new Reference(lane, sequence, flags, size, expiresAt, key);
  }

  /** Decodes from the entry that a cursor is at, without copying the message. */
  static Reference decode(Columns.Cursor at, byte[] prefix) {
    byte[] key = at.key();
    if (key.length != 17) {
      throw ByteSource.damaged("a message key of " + key.length + " bytes");
    }
    long number = Keys.longAt(key, 0);
    int length = at.value(prefix);
    boolean whole = length <= prefix.length || (prefix[0] & KEYED) == 0;
    byte[] bytes = whole ? prefix : at.value();
    var in = new ByteSource(bytes, 0, Math.min(length, bytes.length));
    return decode(number, key[8] & 0xFF, Keys.longAt(key, 9), in);
  }

  /** Reads one reference, or null if there is none. */
  static @Nullable Reference read(
      Columns columns, long number, int lane, long sequence, byte[] prefix) {
    byte[] key = Keys.message(number, lane, sequence);
    int length = columns.get(Column.MESSAGES, key, prefix);
    if (length < 0) {
      return null;
    }
    byte[] bytes = prefix;
    if (length > prefix.length && (prefix[0] & KEYED) != 0) {
      bytes = columns.get(Column.MESSAGES, key);
      if (bytes == null) {
        return null;
      }
    }
    var in = new ByteSource(bytes, 0, Math.min(length, bytes.length));
    return decode(number, lane, sequence, in);
  }

  static byte[] newPrefix() {
    return new byte[PREFIX];
  }
}
