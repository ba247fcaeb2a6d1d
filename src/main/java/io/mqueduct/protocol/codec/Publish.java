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

import io.mqueduct.message.TopicName;
import org.jspecify.annotations.Nullable;

/**
 * A PUBLISH packet of a client (MQTT 5.0 section 3.3).
 *
 * @param topic valid name, or null if the packet has only a topic alias
 * @param topicAlias 1 to 65,535, or 0 for none; not compared with what was granted
 * @param packetId 1 to 65,535, or 0 for QoS 0
 * @param qos 0, 1 or 2
 * @param dup whether it may be a repetition
 * @param retain the RETAIN flag
 * @param payload the application's bytes
 * @param properties the encoded properties that a subscriber gets unaltered (payload format,
 *     content type, response topic, correlation data, user properties), byte by byte and in the
 *     order of the publisher, without the length in front (MQTT-3.3.2-4, MQTT-3.3.2-15 to -20)
 * @param expirySeconds Message Expiry Interval, 0 to 4,294,967,295, or -1 for none
 * @param utf8Payload whether Payload Format Indicator says that the payload is text
 */
@SuppressWarnings("ArrayRecordComponent") // shared bytes; nobody compares packets
public record Publish(
    @Nullable TopicName topic,
    int topicAlias,
    int packetId,
    int qos,
    boolean dup,
    boolean retain,
    byte[] payload,
    byte[] properties,
    long expirySeconds,
    boolean utf8Payload)
    implements Packet {
  @Override
  public PacketType type() {
    return PacketType.PUBLISH;
  }

  @Override
  public String toString() {
    return "Publish[" + topic + ", id " + packetId + ", " + payload.length + " bytes]";
  }
}
