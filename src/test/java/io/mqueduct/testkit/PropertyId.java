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
package io.mqueduct.testkit;

import static io.mqueduct.testkit.PacketType.AUTH;
import static io.mqueduct.testkit.PacketType.CONNACK;
import static io.mqueduct.testkit.PacketType.CONNECT;
import static io.mqueduct.testkit.PacketType.DISCONNECT;
import static io.mqueduct.testkit.PacketType.PUBACK;
import static io.mqueduct.testkit.PacketType.PUBCOMP;
import static io.mqueduct.testkit.PacketType.PUBLISH;
import static io.mqueduct.testkit.PacketType.PUBREC;
import static io.mqueduct.testkit.PacketType.PUBREL;
import static io.mqueduct.testkit.PacketType.SUBACK;
import static io.mqueduct.testkit.PacketType.SUBSCRIBE;
import static io.mqueduct.testkit.PacketType.UNSUBACK;
import static io.mqueduct.testkit.PacketType.UNSUBSCRIBE;

import java.util.Set;

/** The properties of MQTT 5.0, section 2.2.2.2: number, form, and the packets they belong to. */
public enum PropertyId {
  PAYLOAD_FORMAT_INDICATOR(0x01, Form.BYTE, PUBLISH),
  MESSAGE_EXPIRY_INTERVAL(0x02, Form.FOUR, PUBLISH),
  CONTENT_TYPE(0x03, Form.TEXT, PUBLISH),
  RESPONSE_TOPIC(0x08, Form.TEXT, PUBLISH),
  CORRELATION_DATA(0x09, Form.BINARY, PUBLISH),
  SUBSCRIPTION_IDENTIFIER(0x0B, Form.VARINT, PUBLISH, SUBSCRIBE),
  SESSION_EXPIRY_INTERVAL(0x11, Form.FOUR, CONNECT, CONNACK, DISCONNECT),
  ASSIGNED_CLIENT_IDENTIFIER(0x12, Form.TEXT, CONNACK),
  SERVER_KEEP_ALIVE(0x13, Form.TWO, CONNACK),
  AUTHENTICATION_METHOD(0x15, Form.TEXT, CONNECT, CONNACK, AUTH),
  AUTHENTICATION_DATA(0x16, Form.BINARY, CONNECT, CONNACK, AUTH),
  REQUEST_PROBLEM_INFORMATION(0x17, Form.BYTE, CONNECT),
  WILL_DELAY_INTERVAL(0x18, Form.FOUR),
  REQUEST_RESPONSE_INFORMATION(0x19, Form.BYTE, CONNECT),
  RESPONSE_INFORMATION(0x1A, Form.TEXT, CONNACK),
  SERVER_REFERENCE(0x1C, Form.TEXT, CONNACK, DISCONNECT),
  REASON_STRING(
      0x1F,
      Form.TEXT,
      CONNACK,
      PUBACK,
      PUBREC,
      PUBREL,
      PUBCOMP,
      SUBACK,
      UNSUBACK,
      DISCONNECT,
      AUTH),
  RECEIVE_MAXIMUM(0x21, Form.TWO, CONNECT, CONNACK),
  TOPIC_ALIAS_MAXIMUM(0x22, Form.TWO, CONNECT, CONNACK),
  TOPIC_ALIAS(0x23, Form.TWO, PUBLISH),
  MAXIMUM_QOS(0x24, Form.BYTE, CONNACK),
  RETAIN_AVAILABLE(0x25, Form.BYTE, CONNACK),
  USER_PROPERTY(
      0x26,
      Form.PAIR,
      CONNECT,
      CONNACK,
      PUBLISH,
      PUBACK,
      PUBREC,
      PUBREL,
      PUBCOMP,
      SUBSCRIBE,
      SUBACK,
      UNSUBSCRIBE,
      UNSUBACK,
      DISCONNECT,
      AUTH),
  MAXIMUM_PACKET_SIZE(0x27, Form.FOUR, CONNECT, CONNACK),
  WILDCARD_SUBSCRIPTION_AVAILABLE(0x28, Form.BYTE, CONNACK),
  SUBSCRIPTION_IDENTIFIER_AVAILABLE(0x29, Form.BYTE, CONNACK),
  SHARED_SUBSCRIPTION_AVAILABLE(0x2A, Form.BYTE, CONNACK);

  /** How a value lies on the wire. */
  enum Form {
    BYTE,
    TWO,
    FOUR,
    VARINT,
    TEXT,
    BINARY,
    PAIR
  }

  private final int number;
  private final Form form;
  private final Set<PacketType> homes;

  PropertyId(int number, Form form, PacketType... homes) {
    this.number = number;
    this.form = form;
    this.homes = Set.of(homes);
  }

  /** The identifier on the wire. */
  public int number() {
    return number;
  }

  Form form() {
    return form;
  }

  boolean belongsTo(PacketType type) {
    return homes.contains(type);
  }

  boolean mayRepeat(PacketType type) {
    return this == USER_PROPERTY || (this == SUBSCRIPTION_IDENTIFIER && type == PUBLISH);
  }

  static PropertyId of(int number) {
    for (PropertyId id : values()) {
      if (id.number == number) {
        return id;
      }
    }
    throw new AssertionError("property 0x" + Integer.toHexString(number) + " does not exist");
  }
}
