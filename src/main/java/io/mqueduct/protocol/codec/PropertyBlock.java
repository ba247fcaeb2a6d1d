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

import static io.mqueduct.protocol.codec.PropertyIds.ASSIGNED_CLIENT_IDENTIFIER;
import static io.mqueduct.protocol.codec.PropertyIds.AUTHENTICATION_DATA;
import static io.mqueduct.protocol.codec.PropertyIds.AUTHENTICATION_METHOD;
import static io.mqueduct.protocol.codec.PropertyIds.CONTENT_TYPE;
import static io.mqueduct.protocol.codec.PropertyIds.CORRELATION_DATA;
import static io.mqueduct.protocol.codec.PropertyIds.MAXIMUM_PACKET_SIZE;
import static io.mqueduct.protocol.codec.PropertyIds.MAXIMUM_QOS;
import static io.mqueduct.protocol.codec.PropertyIds.MESSAGE_EXPIRY_INTERVAL;
import static io.mqueduct.protocol.codec.PropertyIds.PAYLOAD_FORMAT_INDICATOR;
import static io.mqueduct.protocol.codec.PropertyIds.REASON_STRING;
import static io.mqueduct.protocol.codec.PropertyIds.RECEIVE_MAXIMUM;
import static io.mqueduct.protocol.codec.PropertyIds.REQUEST_PROBLEM_INFORMATION;
import static io.mqueduct.protocol.codec.PropertyIds.REQUEST_RESPONSE_INFORMATION;
import static io.mqueduct.protocol.codec.PropertyIds.RESPONSE_INFORMATION;
import static io.mqueduct.protocol.codec.PropertyIds.RESPONSE_TOPIC;
import static io.mqueduct.protocol.codec.PropertyIds.RETAIN_AVAILABLE;
import static io.mqueduct.protocol.codec.PropertyIds.SERVER_KEEP_ALIVE;
import static io.mqueduct.protocol.codec.PropertyIds.SERVER_REFERENCE;
import static io.mqueduct.protocol.codec.PropertyIds.SESSION_EXPIRY_INTERVAL;
import static io.mqueduct.protocol.codec.PropertyIds.SHARED_SUBSCRIPTION_AVAILABLE;
import static io.mqueduct.protocol.codec.PropertyIds.SUBSCRIPTION_IDENTIFIER;
import static io.mqueduct.protocol.codec.PropertyIds.SUBSCRIPTION_IDENTIFIER_AVAILABLE;
import static io.mqueduct.protocol.codec.PropertyIds.TOPIC_ALIAS;
import static io.mqueduct.protocol.codec.PropertyIds.TOPIC_ALIAS_MAXIMUM;
import static io.mqueduct.protocol.codec.PropertyIds.USER_PROPERTY;
import static io.mqueduct.protocol.codec.PropertyIds.WILDCARD_SUBSCRIPTION_AVAILABLE;
import static io.mqueduct.protocol.codec.PropertyIds.WILL_DELAY_INTERVAL;

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
  static final long IN_CONNECT =
      bits(
          SESSION_EXPIRY_INTERVAL,
          AUTHENTICATION_METHOD,
          AUTHENTICATION_DATA,
          REQUEST_PROBLEM_INFORMATION,
          REQUEST_RESPONSE_INFORMATION,
          RECEIVE_MAXIMUM,
          TOPIC_ALIAS_MAXIMUM,
          USER_PROPERTY,
          MAXIMUM_PACKET_SIZE);

  static final long IN_WILL =
      bits(
          PAYLOAD_FORMAT_INDICATOR,
          MESSAGE_EXPIRY_INTERVAL,
          CONTENT_TYPE,
          RESPONSE_TOPIC,
          CORRELATION_DATA,
          WILL_DELAY_INTERVAL,
          USER_PROPERTY);
  static final long IN_PUBLISH =
      bits(
          PAYLOAD_FORMAT_INDICATOR,
          MESSAGE_EXPIRY_INTERVAL,
          CONTENT_TYPE,
          RESPONSE_TOPIC,
          CORRELATION_DATA,
          TOPIC_ALIAS,
          USER_PROPERTY);
  static final long IN_ACK = bits(REASON_STRING, USER_PROPERTY);
  static final long IN_SUBSCRIBE = bits(SUBSCRIPTION_IDENTIFIER, USER_PROPERTY);
  static final long IN_UNSUBSCRIBE = bits(USER_PROPERTY);
  static final long IN_DISCONNECT = bits(SESSION_EXPIRY_INTERVAL, REASON_STRING, USER_PROPERTY);
  static final long IN_AUTH =
      bits(AUTHENTICATION_METHOD, AUTHENTICATION_DATA, REASON_STRING, USER_PROPERTY);

  private static final long KNOWN =
      IN_CONNECT
          | IN_WILL
          | IN_PUBLISH
          | IN_AUTH
          | IN_SUBSCRIBE
          | bits(
              ASSIGNED_CLIENT_IDENTIFIER,
              SERVER_KEEP_ALIVE,
              RESPONSE_INFORMATION,
              SERVER_REFERENCE,
              MAXIMUM_QOS,
              RETAIN_AVAILABLE,
              WILDCARD_SUBSCRIPTION_AVAILABLE,
              SUBSCRIPTION_IDENTIFIER_AVAILABLE,
              SHARED_SUBSCRIPTION_AVAILABLE);
  private static final long REPEATABLE = bits(USER_PROPERTY);
  private static final long FORWARDED =
      bits(PAYLOAD_FORMAT_INDICATOR, CONTENT_TYPE, RESPONSE_TOPIC, CORRELATION_DATA, USER_PROPERTY);

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
      case PAYLOAD_FORMAT_INDICATOR -> utf8Payload = bool(in);
      case MESSAGE_EXPIRY_INTERVAL -> messageExpirySeconds = in.uint32();
      case CONTENT_TYPE -> in.skipText();
      case RESPONSE_TOPIC -> in.skipTopic(ReasonCode.PROTOCOL_ERROR); // [MQTT-3.3.2-14]
      case CORRELATION_DATA -> in.skipBinary();
      case SUBSCRIPTION_IDENTIFIER ->
          subscriptionId = (int) notZero(in.varint(), "subscription identifier 0");
      case SESSION_EXPIRY_INTERVAL -> sessionExpirySeconds = in.uint32();
      case AUTHENTICATION_METHOD -> authenticationMethod = in.text();
      case AUTHENTICATION_DATA -> authenticationData = in.binary();
      case REQUEST_PROBLEM_INFORMATION -> requestProblemInformation = bool(in);
      case WILL_DELAY_INTERVAL -> willDelaySeconds = in.uint32();
      case REQUEST_RESPONSE_INFORMATION -> requestResponseInformation = bool(in);
      case REASON_STRING -> reasonString = in.text();
      case RECEIVE_MAXIMUM -> receiveMaximum = (int) notZero(in.uint16(), "receive maximum 0");
      case TOPIC_ALIAS_MAXIMUM -> topicAliasMaximum = in.uint16();
      case TOPIC_ALIAS -> topicAlias = alias(in);
      case USER_PROPERTY -> userProperty(in, allowed);
      case MAXIMUM_PACKET_SIZE -> maximumPacketSize = notZero(in.uint32(), "maximum packet size 0");
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
