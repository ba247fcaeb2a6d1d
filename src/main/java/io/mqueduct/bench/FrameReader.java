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
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;

/**
 * Cuts what was read into packets. Belongs to one connection. A packet is shown where it lies; only
 * a last, incomplete one is copied.
 */
final class FrameReader {
  /** Takes packets. */
  interface Sink {
    /**
     * One packet, valid during the call.
     *
     * @param first the first byte: type and flags
     * @param at index of the variable header in {@code in}
     * @param length bytes from there
     */
    void frame(int first, ByteBuf in, int at, int length);
  }

  private final Sink sink;
  private ByteBuf rest = Unpooled.EMPTY_BUFFER;

  FrameReader(Sink sink) {
    this.sink = sink;
  }

  /** Takes the bytes and releases them. */
  void read(ByteBuf in, ByteBufAllocator allocator) {
    try {
      if (!rest.isReadable()) {
        cut(in);
        keep(in, allocator);
        return;
      }
      rest.writeBytes(in);
      cut(rest);
      if (rest.isReadable()) {
        rest.discardReadBytes();
      } else {
        close();
      }
    } finally {
      in.release();
    }
  }

  private void keep(ByteBuf in, ByteBufAllocator allocator) {
    if (in.isReadable()) {
      rest = allocator.buffer(in.readableBytes() + 4096);
      rest.writeBytes(in);
    }
  }

  /** Frees what is kept; nothing is read after. */
  void close() {
    rest.release();
    rest = Unpooled.EMPTY_BUFFER;
  }

  private void cut(ByteBuf in) {
    int at = in.readerIndex();
    int end = in.writerIndex();
    while (end - at >= 2) {
      int length = 0;
      int next = at + 1;
      int shift = 0;
      int b = 128;
      while (b >= 128 && shift < 28 && next < end) {
        b = in.getUnsignedByte(next++);
        length |= (b & 127) << shift;
        shift += 7;
      }
      if (b >= 128 && shift == 28) {
        throw new BenchFailure("the broker sent a packet whose length is malformed");
      }
      if (b >= 128 || end - next < length) {
        break;
      }
      sink.frame(in.getUnsignedByte(at), in, next, length);
      at = next + length;
    }
    in.readerIndex(at);
  }
}
