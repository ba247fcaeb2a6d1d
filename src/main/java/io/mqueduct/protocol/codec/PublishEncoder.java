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

import io.netty.buffer.ByteBuf;

/**
 * Writes PUBLISH packets to clients (MQTT 5.0 section 3.3). Stateless, any thread; makes no
 * garbage.
 *
 * <p>What a 3.1 or 3.1.1 client cannot be told (properties, expiry, subscription identifiers, topic
 * alias) is left out for it, in the size as well.
 */
public final class PublishEncoder {
  private static final int PUBLISH = 0x30;

  private PublishEncoder() {}

  /**
   * Exact length of the packet that {@link #write} appends for the same arguments, fixed header and
   * all: what a client's Maximum Packet Size is about (MQTT-3.1.2-24). Never overflows; a packet
   * beyond what MQTT can say has a size beyond any limit.
   *
   * @param topicLength bytes of the topic name, 0 if only the alias is sent
   */
  public static long size(
      int version,
      int topicLength,
      int qos,
      int payloadLength,
      int propertiesLength,
      long expirySeconds,
      int[] subscriptionIds,
      int topicAlias) {
    long body = 2L + topicLength + (qos > 0 ? 2 : 0) + payloadLength;
    if (version == 5) {
      int block = blockLength(propertiesLength, expirySeconds, subscriptionIds, topicAlias);
      body += Varint.size(block) + (long) block;
    }
    return body > Varint.MAX ? Long.MAX_VALUE : Varint.packetSize((int) body);
  }

  /**
   * Appends a packet; the caller has made sure that the client takes its {@link #size}.
   *
   * @param out the connection's buffer
   * @param version 3, 4 or 5
   * @param topic the name on the wire, or no bytes if the client knows it by the alias
   * @param packetId 1 to 65,535; not written for QoS 0
   * @param qos 0, 1 or 2
   * @param dup whether it was sent before (MQTT-3.3.1-1)
   * @param retain the RETAIN flag
   * @param payload the application's bytes
   * @param properties forwardable properties as in {@link Publish#properties()}
   * @param expirySeconds what is left of the Message Expiry Interval, or -1 for none
   * @param subscriptionIds identifiers of the subscriptions that match, maybe none
   * @param topicAlias 1 to 65,535, or 0 for none
   */
  public static void write(
      ByteBuf out,
      int version,
      byte[] topic,
      int packetId,
      int qos,
      boolean dup,
      boolean retain,
      byte[] payload,
      byte[] properties,
      long expirySeconds,
      int[] subscriptionIds,
      int topicAlias) {
    int body = 2 + topic.length + (qos > 0 ? 2 : 0) + payload.length;
    int block = 0;
    if (version == 5) {
      block = blockLength(properties.length, expirySeconds, subscriptionIds, topicAlias);
      body += Varint.size(block) + block;
    }
    out.ensureWritable(Varint.packetSize(body));
    out.writeByte(PUBLISH | (dup ? 8 : 0) | (qos << 1) | (retain ? 1 : 0));
    Varint.write(out, body);
    out.writeShort(topic.length);
    out.writeBytes(topic);
    if (qos > 0) {
      out.writeShort(packetId);
    }
    if (version == 5) {
      Varint.write(out, block);
      if (block > 0) {
        writeBlock(out, properties, expirySeconds, subscriptionIds, topicAlias);
      }
    }
    out.writeBytes(payload);
  }

  private static int blockLength(
      int propertiesLength, long expirySeconds, int[] subscriptionIds, int topicAlias) {
    int length = propertiesLength;
    if (expirySeconds >= 0) {
      length += 5;
    }
    if (topicAlias > 0) {
      length += 3;
    }
    for (int id : subscriptionIds) {
      length += 1 + Varint.size(id);
    }
    return length;
  }

  private static void writeBlock(
      ByteBuf out, byte[] properties, long expirySeconds, int[] subscriptionIds, int topicAlias) {
    if (topicAlias > 0) {
      out.writeByte(PropertyIds.TOPIC_ALIAS);
      out.writeShort(topicAlias);
    }
    if (expirySeconds >= 0) {
      out.writeByte(PropertyIds.MESSAGE_EXPIRY_INTERVAL);
      out.writeInt((int) expirySeconds);
    }
    for (int id : subscriptionIds) {
      out.writeByte(PropertyIds.SUBSCRIPTION_IDENTIFIER);
      Varint.write(out, id);
    }
    out.writeBytes(properties);
  }
}
