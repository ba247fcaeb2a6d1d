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
package io.mqueduct.protocol;

import io.mqueduct.config.MqttSettings;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.protocol.codec.Connect;
import io.mqueduct.protocol.codec.Utf8;
import io.mqueduct.protocol.codec.Will;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What a CONNECT has to keep to, whoever sent it (MQTT 5.0 section 3.1). Stateless. */
final class ConnectRules {
  private ConnectRules() {}

  /** Why the CONNECT is refused whoever sent it, or null. */
  static Admission.@Nullable Refusal judge(Connection connection, Connect packet) {
    LoopServices services = connection.services;
    MqttSettings mqtt = services.settings().mqtt();
    Admission.Refusal busy = services.admission(connection);
    if (busy != null) {
      return busy;
    }
    String id = packet.clientId();
    if (isLonger(id, mqtt.maxClientidLen())
        || (id.isEmpty()
            && (packet.version() == 3 || (packet.version() == 4 && !packet.cleanStart())))) {
      return new Admission.Refusal(
          ReasonCode.CLIENT_IDENTIFIER_NOT_VALID,
          "no client id, or one longer than mqtt.max_clientid_len"); // [MQTT-3.1.3-8] of 3.1.1
    }
    return packet.will() == null ? null : judge(services, packet.will());
  }

  private static Admission.@Nullable Refusal judge(LoopServices services, Will will) {
    MqttSettings mqtt = services.settings().mqtt();
    if (will.qos() > mqtt.maxQosAllowed()) { // [MQTT-3.2.2-12]
      return new Admission.Refusal(
          ReasonCode.QOS_NOT_SUPPORTED, "the QoS of the Will is above mqtt.max_qos_allowed");
    }
    if (will.retain() && !services.settings().retainsMessages()) { // [MQTT-3.2.2-13]
      return new Admission.Refusal(
          ReasonCode.RETAIN_NOT_SUPPORTED,
          "the Will is to be retained, and retained messages are turned off");
    }
    if (services.exceedsLevels(will.topic())) {
      return new Admission.Refusal(
          ReasonCode.TOPIC_NAME_INVALID,
          "the topic of the Will has more levels than mqtt.max_topic_levels");
    }
    if (will.utf8Payload() && !Utf8.isWellFormed(will.payload())) {
      return new Admission.Refusal(
          ReasonCode.PAYLOAD_FORMAT_INVALID,
          "the payload of the Will is not the UTF-8 text that it is said to be");
    }
    return null;
  }

  /** In bytes of UTF-8, of which a char of text has three at most. */
  private static boolean isLonger(String id, int maxBytes) {
    return id.length() > maxBytes / 3 && id.getBytes(StandardCharsets.UTF_8).length > maxBytes;
  }
}
