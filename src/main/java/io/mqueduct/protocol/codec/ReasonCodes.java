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

import static io.mqueduct.message.ReasonCode.ADMINISTRATIVE_ACTION;
import static io.mqueduct.message.ReasonCode.CONTINUE_AUTHENTICATION;
import static io.mqueduct.message.ReasonCode.DISCONNECT_WITH_WILL;
import static io.mqueduct.message.ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR;
import static io.mqueduct.message.ReasonCode.MALFORMED_PACKET;
import static io.mqueduct.message.ReasonCode.MESSAGE_RATE_TOO_HIGH;
import static io.mqueduct.message.ReasonCode.NOT_AUTHORIZED;
import static io.mqueduct.message.ReasonCode.NO_MATCHING_SUBSCRIBERS;
import static io.mqueduct.message.ReasonCode.PACKET_IDENTIFIER_IN_USE;
import static io.mqueduct.message.ReasonCode.PACKET_IDENTIFIER_NOT_FOUND;
import static io.mqueduct.message.ReasonCode.PACKET_TOO_LARGE;
import static io.mqueduct.message.ReasonCode.PAYLOAD_FORMAT_INVALID;
import static io.mqueduct.message.ReasonCode.PROTOCOL_ERROR;
import static io.mqueduct.message.ReasonCode.QUOTA_EXCEEDED;
import static io.mqueduct.message.ReasonCode.REAUTHENTICATE;
import static io.mqueduct.message.ReasonCode.RECEIVE_MAXIMUM_EXCEEDED;
import static io.mqueduct.message.ReasonCode.SUCCESS;
import static io.mqueduct.message.ReasonCode.TOPIC_ALIAS_INVALID;
import static io.mqueduct.message.ReasonCode.TOPIC_NAME_INVALID;
import static io.mqueduct.message.ReasonCode.UNSPECIFIED_ERROR;

import io.mqueduct.message.ReasonCode;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reason codes from their bytes, where a client may use them, and what 3.x clients get instead. */
public final class ReasonCodes {
  private static final @Nullable ReasonCode[] BY_VALUE = new ReasonCode[256];

  private static final Set<ReasonCode> PUBACK_OR_PUBREC =
      EnumSet.of(
          SUCCESS,
          NO_MATCHING_SUBSCRIBERS,
          UNSPECIFIED_ERROR,
          IMPLEMENTATION_SPECIFIC_ERROR,
          NOT_AUTHORIZED,
          TOPIC_NAME_INVALID,
          PACKET_IDENTIFIER_IN_USE,
          QUOTA_EXCEEDED,
          PAYLOAD_FORMAT_INVALID);
  private static final Set<ReasonCode> PUBREL_OR_PUBCOMP =
      EnumSet.of(SUCCESS, PACKET_IDENTIFIER_NOT_FOUND);
  private static final Set<ReasonCode> DISCONNECT =
      EnumSet.of(
          SUCCESS,
          DISCONNECT_WITH_WILL,
          UNSPECIFIED_ERROR,
          MALFORMED_PACKET,
          PROTOCOL_ERROR,
          IMPLEMENTATION_SPECIFIC_ERROR,
          TOPIC_NAME_INVALID,
          RECEIVE_MAXIMUM_EXCEEDED,
          TOPIC_ALIAS_INVALID,
          PACKET_TOO_LARGE,
          MESSAGE_RATE_TOO_HIGH,
          QUOTA_EXCEEDED,
          ADMINISTRATIVE_ACTION,
          PAYLOAD_FORMAT_INVALID);
  private static final Set<ReasonCode> AUTH = EnumSet.of(CONTINUE_AUTHENTICATION, REAUTHENTICATE);

  static {
    for (ReasonCode code : ReasonCode.values()) {
      BY_VALUE[code.value()] = code;
    }
  }

  private ReasonCodes() {}

  /** The code a client sent in a packet of the type, or a refusal if it is not one it may send. */
  static ReasonCode received(PacketType type, int value) {
    ReasonCode code = BY_VALUE[value];
    if (code == null || !allowed(type).contains(code)) {
      throw Refusal.protocolError("reason code that is not defined for this packet");
    }
    return code;
  }

  private static Set<ReasonCode> allowed(PacketType type) {
    return switch (type) {
      case PUBACK, PUBREC -> PUBACK_OR_PUBREC;
      case PUBREL, PUBCOMP -> PUBREL_OR_PUBCOMP;
      case DISCONNECT -> DISCONNECT;
      case AUTH -> AUTH;
      default -> Set.of();
    };
  }

  /** The return code of a CONNACK for a 3.1 or 3.1.1 client (MQTT 3.1.1 section 3.2.2.3). */
  public static int connackReturnCode(ReasonCode code) {
    if (!code.isError()) {
      return 0x00;
    }
    return switch (code) {
      case UNSUPPORTED_PROTOCOL_VERSION -> 0x01;
      case CLIENT_IDENTIFIER_NOT_VALID -> 0x02;
      case BAD_USER_NAME_OR_PASSWORD -> 0x04;
      case NOT_AUTHORIZED,
          BANNED,
          BAD_AUTHENTICATION_METHOD,
          TOPIC_NAME_INVALID,
          PACKET_TOO_LARGE,
          PAYLOAD_FORMAT_INVALID,
          RETAIN_NOT_SUPPORTED,
          QOS_NOT_SUPPORTED ->
          0x05;
      default -> 0x03; // server unavailable: try again later, or elsewhere
    };
  }

  /** The return code of a SUBACK for a 3.1 or 3.1.1 client: the granted QoS or 0x80. */
  public static int subackReturnCode(ReasonCode code) {
    return code.isError() ? 0x80 : code.value();
  }
}
