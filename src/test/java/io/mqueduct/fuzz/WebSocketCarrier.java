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

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The client's side of a WebSocket, by hand, so that its frames can be wrong. Owned by the driver's
 * loop.
 */
final class WebSocketCarrier {
  static final byte[] UPGRADE =
      ("GET /mqtt HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
              + "Sec-WebSocket-Protocol: mqtt\r\n\r\n")
          .getBytes(StandardCharsets.US_ASCII);

  private static final int BINARY = 2;
  private static final int CLOSE = 8;
  private static final int MASK = 0x5A;

  private int newLines;
  private boolean upgraded;
  private int header;
  private int headerBytes;
  private long frameLeft;
  private int opcode;
  private int lengthBytes;
  private boolean saidGoodbye;

  /** A frame with this first byte; masked with a mask of four equal bytes. */
  static ByteBuf frame(ByteBufAllocator alloc, int first, byte[] bytes, int from, int to) {
    int length = to - from;
    ByteBuf out = alloc.buffer(length + 14).writeByte(first);
    if (length < 126) {
      out.writeByte(0x80 | length);
    } else if (length < 65_536) {
      out.writeByte(0x80 | 126).writeShort(length);
    } else {
      out.writeByte(0x80 | 127).writeLong(length);
    }
    out.writeInt(MASK * 0x0101_0101);
    for (int i = from; i < to; i++) {
      out.writeByte(bytes[i] ^ MASK);
    }
    return out;
  }

  static ByteBuf binary(ByteBufAllocator alloc, byte[] bytes, int from, int to) {
    return frame(alloc, 0x80 | BINARY, bytes, from, to);
  }

  /** The frame that is wrong, or nothing for the faults that are none of a frame. */
  static ByteBuf fault(ByteBufAllocator alloc, Sequence.WebSocketFault fault) {
    byte[] some = {'a', 'b', 'c', 'd'};
    return switch (fault) {
      case NONE, NO_UPGRADE -> alloc.buffer(0);
      case TEXT -> frame(alloc, 0x81, some, 0, 4);
      case UNMASKED -> alloc.buffer().writeByte(0x82).writeByte(4).writeBytes(some);
      case RESERVED_OPCODE -> frame(alloc, 0x83, some, 0, 4);
      case RESERVED_BITS -> frame(alloc, 0xF2, some, 0, 4);
      case LONE_CONTINUATION -> frame(alloc, 0x80, some, 0, 4);
      case LARGE_CONTROL -> frame(alloc, 0x89, Arrays.copyOf(some, 200), 0, 200);
      case HUGE_FRAME -> alloc.buffer().writeByte(0x82).writeByte(0xFF).writeLong(1L << 40);
    };
  }

  boolean isUpgraded() {
    return upgraded;
  }

  /** Whether the broker sent a close frame. */
  boolean saidGoodbye() {
    return saidGoodbye;
  }

  /** Passes what is in binary frames on to the answers. */
  void read(ByteBuf in, Answers answers) {
    while (!upgraded && in.isReadable()) {
      int each = in.readByte();
      newLines = each == '\n' ? newLines + 1 : each == '\r' ? newLines : 0;
      upgraded = newLines == 2;
    }
    while (in.isReadable()) {
      if (frameLeft > 0) {
        int some = (int) Math.min(frameLeft, in.readableBytes());
        ByteBuf part = in.readSlice(some);
        frameLeft -= some;
        if (opcode <= BINARY) {
          answers.read(part);
        }
      } else {
        header(in.readUnsignedByte());
      }
    }
  }

  private void header(int each) {
    if (headerBytes == 0) {
      opcode = each & 15;
      header = 0;
    } else if (headerBytes == 1) {
      lengthBytes = each == 126 ? 2 : each == 127 ? 8 : 0;
      header = lengthBytes == 0 ? each : 0;
    } else {
      header = header << 8 | each;
    }
    headerBytes++;
    if (headerBytes >= 2 && headerBytes == 2 + lengthBytes) {
      frameLeft = header;
      headerBytes = 0;
      saidGoodbye |= opcode == CLOSE;
    }
  }
}
