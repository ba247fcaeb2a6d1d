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

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The properties of one packet (MQTT 5.0 section 2.2.2), read and judged. Part of a {@link
 * Workspace}, so one event loop's; holds the last block until the next {@link #read} or {@link
 * #clear}.
 */
final class PropertyBlock {
  /** Which properties a client may put where, as bits of their identifiers (table 2-4). */
  static final long IN_CONNECT = bits(0x11, 0x15, 0x16, 0x17, 0x19, 0x21, 0x22, 0x26, 0x27);

  static final long IN_WILL = bits(0x01, 0x02, 0x03, 0x08, 0x09, 0x18, 0x26);
  static final long IN_PUBLISH = bits(0x01, 0x02, 0x03, 0x08, 0x09, 0x23, 0x26);
  static final long IN_ACK = bits(0x1F, 0x26);
  static final long IN_SUBSCRIBE = bits(0x0B, 0x26);
  static final long IN_UNSUBSCRIBE = bits(0x26);
  static final long IN_DISCONNECT = bits(0x11, 0x1F, 0x26);
  static final long IN_AUTH = bits(0x15, 0x16, 0x1F, 0x26);

  private static final long KNOWN =
      IN_CONNECT
          | IN_WILL
          | IN_PUBLISH
          | IN_AUTH
          | IN_SUBSCRIBE
          | bits(0x12, 0x13, 0x1A, 0x1C, 0x24, 0x25, 0x28, 0x29, 0x2A);
  private static final long REPEATABLE = bits(0x26);
  private static final long FORWARDED = bits(0x01, 0x03, 0x08, 0x09, 0x26);

  private long seen;
  private int blockFrom;
  private int blockTo;
  private int forwardedLength;
  // The stretches of the block that are not forwarded: there are two such properties at most.
  private final int[] gapFrom = new int[2];
  private final int[] gapTo = new int[2];
  private int gaps;

  boolean utf8Payload;
  long messageExpirySeconds;
  long sessionExpirySeconds;
  long willDelaySeconds;
  long maximumPacketSize;
  int receiveMaximum;
  int topicAliasMaximum;
  int topicAlias;
  int subscriptionId;
  boolean requestResponseInformation;
  boolean requestProblemInformation;
  @Nullable String authenticationMethod;
  byte @Nullable [] authenticationData;
  @Nullable String reasonString;
  List<UserProperty> userProperties = List.of();

  /** No properties at all: every value is that of an absent one, -1 for an absent expiry. */
  void clear() {
    seen = 0;
    gaps = 0;
    forwardedLength = 0;
    utf8Payload = false;
    messageExpirySeconds = -1;
    sessionExpirySeconds = -1;
    willDelaySeconds = 0;
    maximumPacketSize = Connect.NO_LIMIT;
    receiveMaximum = 65_535;
    topicAliasMaximum = 0;
    topicAlias = 0;
    subscriptionId = 0;
    requestResponseInformation = false;
    requestProblemInformation = true;
    authenticationMethod = null;
    authenticationData = null;
    reasonString = null;
    userProperties = List.of();
  }

  /** Reads the length and the block. User properties become text only in a CONNECT. */
  void read(FieldReader in, long allowed) {
    clear();
    int length = in.varint();
    int packetEnd = in.narrow(length);
    blockFrom = in.position();
    blockTo = blockFrom + length;
    while (in.remaining() > 0) {
      int from = in.position();
      int id = in.uint8();
      judge(id, allowed);
      value(id, in, allowed);
      if ((FORWARDED & (1L << id)) != 0) {
        forwardedLength += in.position() - from;
      } else if (allowed == IN_PUBLISH || allowed == IN_WILL) {
        gapFrom[gaps] = from;
        gapTo[gaps++] = in.position();
      }
    }
    in.widen(packetEnd);
  }

  /** The bytes of the block that go to subscribers unaltered. */
  byte[] forwarded(FieldReader in) {
    if (forwardedLength == 0) {
      return Message.NO_BYTES;
    }
    byte[] target = new byte[forwardedLength];
    int from = blockFrom;
    int filled = 0;
    for (int i = 0; i < gaps; i++) {
      in.copyTo(from, target, filled, gapFrom[i] - from);
      filled += gapFrom[i] - from;
      from = gapTo[i];
    }
    in.copyTo(from, target, filled, blockTo - from);
    return target;
  }

  private void judge(int id, long allowed) {
    if (id > 0x3F || (KNOWN & (1L << id)) == 0) {
      throw Refusal.malformed("unknown property");
    }
    long bit = 1L << id;
    if ((allowed & bit) == 0) {
      throw Refusal.protocolError("property that does not belong into this packet");
    }
    if ((seen & bit & ~REPEATABLE) != 0) {
      throw Refusal.protocolError("property more than once");
    }
    seen |= bit;
  }

  private void value(int id, FieldReader in, long allowed) {
    switch (id) {
      case 0x01 -> utf8Payload = bool(in);
      case 0x02 -> messageExpirySeconds = in.uint32();
      case 0x03 -> in.skipText();
      case 0x08 -> in.skipTopic(ReasonCode.PROTOCOL_ERROR); // [MQTT-3.3.2-14]
      case 0x09 -> in.skipBinary();
      case 0x0B -> subscriptionId = (int) notZero(in.varint(), "subscription identifier 0");
      case 0x11 -> sessionExpirySeconds = in.uint32();
      case 0x15 -> authenticationMethod = in.text();
      case 0x16 -> authenticationData = in.binary();
      case 0x17 -> requestProblemInformation = bool(in);
      case 0x18 -> willDelaySeconds = in.uint32();
      case 0x19 -> requestResponseInformation = bool(in);
      case 0x1F -> reasonString = in.text();
      case 0x21 -> receiveMaximum = (int) notZero(in.uint16(), "receive maximum 0");
      case 0x22 -> topicAliasMaximum = in.uint16();
      case 0x23 -> topicAlias = alias(in);
      case 0x26 -> userProperty(in, allowed);
      case 0x27 -> maximumPacketSize = notZero(in.uint32(), "maximum packet size 0");
      default -> throw new IllegalStateException("property " + id + " is allowed but not read");
    }
  }

  private void userProperty(FieldReader in, long allowed) {
    if (allowed != IN_CONNECT) {
      in.skipText();
      in.skipText();
      return;
    }
    if (userProperties.isEmpty()) {
      userProperties = new ArrayList<>();
    }
    userProperties.add(new UserProperty(in.text(), in.text()));
  }

  private static boolean bool(FieldReader in) {
    int value = in.uint8();
    if (value > 1) {
      throw Refusal.protocolError("property that must be 0 or 1");
    }
    return value == 1;
  }

  private static long notZero(long value, String why) {
    if (value == 0) {
      throw Refusal.protocolError(why);
    }
    return value;
  }

  /** [MQTT-3.3.2-8] */
  private static int alias(FieldReader in) {
    int value = in.uint16();
    if (value == 0) {
      throw new Refusal(new Violation(ReasonCode.TOPIC_ALIAS_INVALID, "topic alias 0"));
    }
    return value;
  }

  private static long bits(int... ids) {
    long bits = 0;
    for (int id : ids) {
      bits |= 1L << id;
    }
    return bits;
  }
}
