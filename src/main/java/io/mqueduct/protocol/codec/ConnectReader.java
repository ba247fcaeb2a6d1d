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
import io.mqueduct.message.TopicName;

/** Reads and judges the body of a CONNECT (MQTT 5.0 and 3.1.1 section 3.1). Stateless. */
final class ConnectReader {
  private static final int RESERVED = 0x01;
  private static final int CLEAN_START = 0x02;
  private static final int WILL = 0x04;
  private static final int WILL_RETAIN = 0x20;
  private static final int WILL_QOS_AND_RETAIN = 0x38;
  private static final int PASSWORD = 0x40;
  private static final int USERNAME = 0x80;

  private ConnectReader() {}

  /** The version to answer in: the client's or, if there is no such, the nearest; 0 if not MQTT. */
  static int answerVersion(String name, int level) {
    if (name.equals("MQTT")) {
      return level >= 5 ? 5 : 4;
    }
    return name.equals("MQIsdp") ? 3 : 0;
  }

  /** [MQTT-3.1.2-1], [MQTT-3.1.2-2] */
  static void requireSupported(String name, int level) {
    if (level != answerVersion(name, level)) {
      throw refuse(
          ReasonCode.UNSUPPORTED_PROTOCOL_VERSION, "unknown protocol name or protocol level");
    }
  }

  /** Reads what comes after the protocol level. */
  static Connect read(int version, FieldReader in, PropertyBlock properties) {
    int flags = in.uint8();
    judgeFlags(version, flags);
    int keepAliveSeconds = in.uint16();
    properties.clear();
    if (version == 5) {
      properties.read(in, PropertyBlock.IN_CONNECT);
      if (properties.authenticationData != null && properties.authenticationMethod == null) {
        throw Refusal.protocolError("authentication data without a method");
      }
    }
    long sessionExpirySeconds = Math.max(0, properties.sessionExpirySeconds);
    int receiveMaximum = properties.receiveMaximum;
    long maximumPacketSize = properties.maximumPacketSize;
    int topicAliasMaximum = properties.topicAliasMaximum;
    boolean requestResponseInformation = properties.requestResponseInformation;
    boolean requestProblemInformation = properties.requestProblemInformation;
    var authenticationMethod = properties.authenticationMethod;
    var authenticationData = properties.authenticationData;
    var userProperties = properties.userProperties;

    String clientId = clientId(version, flags, in);
    // The Will has a property block of its own, which takes the place of the first one.
    Will will = (flags & WILL) == 0 ? null : will(version, flags, in, properties);
    String username = isPresent(version, flags, USERNAME, in) ? in.text() : null;
    byte[] password = isPresent(version, flags, PASSWORD, in) ? in.binary() : null;
    in.requireEnd();
    return new Connect(
        version,
        (flags & CLEAN_START) != 0,
        keepAliveSeconds,
        clientId,
        will,
        username,
        password,
        sessionExpirySeconds,
        receiveMaximum,
        maximumPacketSize,
        topicAliasMaximum,
        requestResponseInformation,
        requestProblemInformation,
        authenticationMethod,
        authenticationData,
        userProperties);
  }

  /** MQTT 3.1 does not care for bits that mean nothing; the later versions do. */
  private static void judgeFlags(int version, int flags) {
    if ((flags & RESERVED) != 0 && version > 3) {
      throw Refusal.malformed("reserved bit of the CONNECT flags"); // [MQTT-3.1.2-3]
    }
    if ((flags & WILL) == 0 && (flags & WILL_QOS_AND_RETAIN) != 0 && version > 3) {
      throw Refusal.malformed("Will QoS or retain without a Will"); // [MQTT-3.1.2-11], -13
    }
    if ((flags & WILL) != 0 && willQos(flags) == 3) {
      throw Refusal.malformed("Will QoS 3"); // [MQTT-3.1.2-12]
    }
    if (version < 5 && (flags & PASSWORD) != 0 && (flags & USERNAME) == 0) {
      throw Refusal.malformed("password without user name"); // 3.1.1 [MQTT-3.1.2-22]
    }
  }

  private static int willQos(int flags) {
    return (flags >> 3) & 3;
  }

  private static String clientId(int version, int flags, FieldReader in) {
    String clientId = in.text();
    boolean mayBeEmpty = version == 5 || (version == 4 && (flags & CLEAN_START) != 0);
    if (clientId.isEmpty() && !mayBeEmpty) { // 3.1.1 [MQTT-3.1.3-8]; 3.1: at least 1 character
      throw refuse(ReasonCode.CLIENT_IDENTIFIER_NOT_VALID, "empty client identifier");
    }
    return clientId;
  }

  private static Will will(int version, int flags, FieldReader in, PropertyBlock properties) {
    properties.clear();
    byte[] forwarded = Message.NO_BYTES;
    if (version == 5) {
      properties.read(in, PropertyBlock.IN_WILL);
      forwarded = properties.forwarded(in);
    }
    TopicName topic = in.topic(ReasonCode.TOPIC_NAME_INVALID);
    return new Will(
        topic,
        in.binary(),
        forwarded,
        willQos(flags),
        (flags & WILL_RETAIN) != 0,
        properties.willDelaySeconds,
        properties.messageExpirySeconds,
        properties.utf8Payload);
  }

  /** In MQTT 3.1 the end of the packet comes before the flags: what is not there is not given. */
  private static boolean isPresent(int version, int flags, int flag, FieldReader in) {
    return (flags & flag) != 0 && (version > 3 || in.remaining() > 0);
  }

  private static Refusal refuse(ReasonCode code, String why) {
    return new Refusal(new Violation(code, why));
  }
}
