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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the broker sends on one connection, as it comes, and remembers what matters. Owned by
 * the driver's loop.
 */
final class Answers {
  private static final int CONNACK = 2;
  private static final int PINGRESP = 13;
  private static final int DISCONNECT = 14;
  private static final int AUTH = 15;

  /** Types that a server may send: CONNACK to PUBCOMP, SUBACK, UNSUBACK, PINGRESP, and 5.0's. */
  private static final int SERVER_TYPES =
      1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6 | 1 << 7 | 1 << 9 | 1 << 11 | 1 << 13 | 1 << 14
          | 1 << 15;

  /** Those of 3.1.1, then those of 5.0, table 3-1 of the standard. */
  private static final Set<Integer> CONNACK_CODES =
      Set.of(
          0, 1, 2, 3, 4, 5, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8C,
          0x90, 0x95, 0x97, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9F);

  /** What a server may say, table 3-10. */
  private static final Set<Integer> DISCONNECT_CODES =
      Set.of(
          0, 0x80, 0x81, 0x82, 0x83, 0x87, 0x89, 0x8B, 0x8D, 0x8E, 0x8F, 0x90, 0x93, 0x94, 0x95,
          0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2);

  private int type = -1;
  private int length;
  private int shift;
  private boolean inBody;
  private int read;
  private int first;
  private int second;

  private int packets;
  private int pongs;
  private int connackCode = -1;
  private int disconnectCode = -1;
  private @Nullable String fault;

  /** PINGRESP packets so far. */
  int pongs() {
    return pongs;
  }

  /** The code of the CONNACK, -1 if none came. */
  int connackCode() {
    return connackCode;
  }

  /** The code of the DISCONNECT, -1 if none came. */
  int disconnectCode() {
    return disconnectCode;
  }

  /** What the broker must not have sent, or null. */
  @Nullable String fault() {
    return fault;
  }

  @Override
  public String toString() {
    return packets
        + " packets, CONNACK "
        + connackCode
        + ", DISCONNECT "
        + disconnectCode
        + ", "
        + pongs
        + " PINGRESP, then "
        + (type < 0 ? "nothing" : "a part of type " + type);
  }

  /** Takes all that is readable. */
  void read(ByteBuf in) {
    while (in.isReadable()) {
      if (type < 0) {
        type = in.readUnsignedByte() >> 4;
        length = 0;
        shift = 0;
        inBody = false;
      } else if (!inBody) {
        int each = in.readUnsignedByte();
        length |= (each & 0x7F) << shift;
        shift += 7;
        inBody = each < 0x80;
        read = 0;
        second = -1;
      } else if (read < 2 && read < length) {
        int each = in.readUnsignedByte();
        if (read++ == 0) {
          first = each;
        } else {
          second = each;
        }
      } else {
        int skipped = Math.min(length - read, in.readableBytes());
        in.skipBytes(skipped);
        read += skipped;
      }
      if (type >= 0 && inBody && read == length) {
        packet();
        type = -1;
      }
    }
  }

  private void packet() {
    if ((SERVER_TYPES >> type & 1) == 0) {
      fault = "a packet of type " + type;
    }
    if (disconnectCode >= 0) {
      fault = "a packet of type " + type + " behind DISCONNECT";
    }
    if (packets++ == 0 && type != CONNACK && type != AUTH) {
      fault = "a packet of type " + type + " before CONNACK";
    }
    switch (type) {
      case CONNACK -> {
        connackCode = second;
        if (!CONNACK_CODES.contains(second)) {
          fault = "CONNACK with code " + second;
        }
      }
      case PINGRESP -> pongs++;
      case DISCONNECT -> {
        disconnectCode = length == 0 ? 0 : first;
        if (!DISCONNECT_CODES.contains(disconnectCode)) {
          fault = "DISCONNECT with code " + disconnectCode;
        }
      }
      default -> {}
    }
  }
}
