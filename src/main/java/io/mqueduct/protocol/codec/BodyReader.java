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

import io.mqueduct.message.ReasonCode;
import java.util.ArrayList;
import java.util.List;

/** Reads and judges the bodies of a client's lesser packets. Stateless. */
final class BodyReader {
  private static final int NO_LOCAL = 0x04;
  private static final int RETAIN_AS_PUBLISHED = 0x08;
  private static final int RESERVED_OPTIONS = 0xC0;
  private static final String SHARE_PREFIX = "$share/";

  private BodyReader() {}

  /** An acknowledgement of a 5.0 client that has more than the packet identifier. */
  static Ack ack(PacketType type, FieldReader in, PropertyBlock properties) {
    int packetId = PacketDecoder.notZero(in.uint16());
    ReasonCode code = ReasonCodes.received(type, in.uint8());
    readOptional(in, properties, PropertyBlock.IN_ACK);
    return new Ack(type, packetId, code, properties.reasonString);
  }

  static Subscribe subscribe(int version, FieldReader in, PropertyBlock properties) {
    int packetId = PacketDecoder.notZero(in.uint16());
    properties.clear();
    if (version == 5) {
      properties.read(in, PropertyBlock.IN_SUBSCRIBE);
    }
    List<Subscribe.Filter> filters = new ArrayList<>(4);
    while (in.remaining() > 0) {
      String filter = in.text();
      filters.add(withOptions(filter, in.uint8(), version));
    }
    if (filters.isEmpty()) {
      throw Refusal.protocolError("SUBSCRIBE without topic filters"); // [MQTT-3.8.3-2]
    }
    return new Subscribe(packetId, properties.subscriptionId, filters);
  }

  private static Subscribe.Filter withOptions(String filter, int options, int version) {
    int qos = options & 3;
    if (version < 5) {
      // MQTT 3.1 does not care for the upper bits; 3.1.1 [MQTT-3.8.3-4] does.
      if (qos == 3 || (version == 4 && options > 2)) {
        throw Refusal.malformed("reserved bits of a requested QoS");
      }
      return new Subscribe.Filter(filter, qos, false, false, 0);
    }
    if ((options & RESERVED_OPTIONS) != 0) {
      throw Refusal.malformed("reserved bits of the subscription options"); // [MQTT-3.8.3-5]
    }
    int retainHandling = (options >> 4) & 3;
    boolean noLocal = (options & NO_LOCAL) != 0;
    if (qos == 3 || retainHandling == 3) {
      throw Refusal.protocolError("subscription option with the value 3");
    }
    if (noLocal && filter.startsWith(SHARE_PREFIX)) {
      throw Refusal.protocolError("no local on a shared subscription"); // [MQTT-3.8.3-4]
    }
    boolean retainAsPublished = (options & RETAIN_AS_PUBLISHED) != 0;
    return new Subscribe.Filter(filter, qos, noLocal, retainAsPublished, retainHandling);
  }

  static Unsubscribe unsubscribe(int version, FieldReader in, PropertyBlock properties) {
    int packetId = PacketDecoder.notZero(in.uint16());
    if (version == 5) {
      properties.read(in, PropertyBlock.IN_UNSUBSCRIBE);
    }
    List<String> filters = new ArrayList<>(4);
    while (in.remaining() > 0) {
      filters.add(in.text());
    }
    if (filters.isEmpty()) {
      throw Refusal.protocolError("UNSUBSCRIBE without topic filters"); // [MQTT-3.10.3-2]
    }
    return new Unsubscribe(packetId, filters);
  }

  /** A DISCONNECT of a 5.0 client that is not empty. */
  static Disconnect disconnect(FieldReader in, PropertyBlock properties) {
    ReasonCode code = ReasonCodes.received(PacketType.DISCONNECT, in.uint8());
    readOptional(in, properties, PropertyBlock.IN_DISCONNECT);
    return new Disconnect(code, properties.sessionExpirySeconds, properties.reasonString);
  }

  static Auth auth(FieldReader in, PropertyBlock properties) {
    if (in.remaining() == 0) {
      throw Refusal.protocolError("AUTH that only a server may send"); // an empty one is 0x00
    }
    ReasonCode code = ReasonCodes.received(PacketType.AUTH, in.uint8());
    readOptional(in, properties, PropertyBlock.IN_AUTH);
    String method = properties.authenticationMethod;
    if (method == null) {
      throw Refusal.protocolError("AUTH without a method");
    }
    return new Auth(code, method, properties.authenticationData);
  }

  /** The property length, too, may be left out where nothing comes after it. */
  private static void readOptional(FieldReader in, PropertyBlock properties, long allowed) {
    properties.clear();
    if (in.remaining() > 0) {
      properties.read(in, allowed);
    }
    in.requireEnd();
  }
}
