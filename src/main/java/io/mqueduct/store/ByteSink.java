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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing buffer that commands, keys and values are encoded into: big-endian numbers, varints (7
 * bits a byte, least first) and bytes with a varint length in front. One owner, reusable.
 */
final class ByteSink {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private byte[] array;
  private int size;

  ByteSink(int capacity) {
    array = new byte[capacity];
  }

  /** The bytes so far are {@code array()[0 .. size())}; valid until the next write. */
  byte[] array() {
    return array;
  }

  int size() {
    return size;
  }

  ByteSink clear() {
    size = 0;
    return this;
  }

  /** Cuts back to an earlier size. */
  void truncate(int newSize) {
    size = newSize;
  }

  byte[] toByteArray() {
    return Arrays.copyOf(array, size);
  }

  private void room(int bytes) {
    if (array.length - size < bytes) {
      array = Arrays.copyOf(array, Math.max(size + bytes, array.length * 2));
    }
  }

  ByteSink u8(int value) {
    room(1);
    array[size++] = (byte) value;
    return this;
  }

  ByteSink bool(boolean value) {
    return u8(value ? 1 : 0);
  }

  ByteSink u16(int value) {
    room(2);
    array[size++] = (byte) (value >>> 8);
    array[size++] = (byte) value;
    return this;
  }

  ByteSink u32(int value) {
    room(4);
    INT.set(array, size, value);
    size += 4;
    return this;
  }

  ByteSink u64(long value) {
    room(8);
    LONG.set(array, size, value);
    size += 8;
    return this;
  }

  ByteSink varint(long value) {
    room(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      array[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    array[size++] = (byte) rest;
    return this;
  }

  ByteSink raw(byte[] bytes, int offset, int length) {
    room(length);
    System.arraycopy(bytes, offset, array, size, length);
    size += length;
    return this;
  }

  ByteSink bytes(byte[] bytes) {
    varint(bytes.length);
    return raw(bytes, 0, bytes.length);
  }

  ByteSink text(String text) {
    int length = text.length();
    room(length + 5);
    int start = size;
    varint(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        size = start;
        return bytes(text.getBytes(StandardCharsets.UTF_8));
      }
      array[size++] = (byte) c;
    }
    return this;
  }

  /** Overwrites four bytes at a place that was written before, least byte first. */
  void setLittleEndian32(int position, int value) {
    for (int i = 0; i < 4; i++) {
      array[position + i] = (byte) (value >>> (8 * i));
    }
  }
}
