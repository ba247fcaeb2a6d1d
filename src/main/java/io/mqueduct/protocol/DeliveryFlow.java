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

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import io.mqueduct.protocol.codec.Connect;
import io.mqueduct.protocol.codec.OutboundAliases;
import io.mqueduct.protocol.codec.PublishEncoder;
import java.util.Arrays;

/**
 * Writes a delivery into its connection's buffer. No state of its own; the hottest path there is.
 */
final class DeliveryFlow {
  /** What a new alias adds to a packet, at most: the property and a longer length in front. */
  private static final int NEW_ALIAS_BYTES = 5;

  private DeliveryFlow() {}

  /** See {@link io.mqueduct.session.Outlet#publish}. */
  static boolean publish(
      Connection to,
      Message message,
      int packetId,
      int qos,
      boolean dup,
      boolean retain,
      int[] subscriptionIds,
      long nowMillis) {
    TopicName topic = to.negotiated.isMounted() ? unmounted(to, message) : message.topic();
    long remaining = to.version < 5 ? -1 : remainingSeconds(message, nowMillis);
    byte[] name = topic.utf8();
    long limit = to.negotiated.maxPacketSize();
    boolean mayAlias = to.outboundAliases != null;
    if (limit != Connect.NO_LIMIT) {
      long size =
          PublishEncoder.size(
              to.version,
              name.length,
              qos,
              message.payload().length,
              message.properties().length,
              remaining,
              subscriptionIds,
              0);
      if (size > limit) {
        return false;
      }
      mayAlias &= size + NEW_ALIAS_BYTES <= limit;
    }
    int alias = 0;
    OutboundAliases aliases = to.outboundAliases;
    if (mayAlias && aliases != null) {
      int choice = aliases.choose(topic);
      alias = Math.abs(choice);
      if (choice > 0) {
        name = Message.NO_BYTES;
      }
    }
    to.services.stats.sent(message.payload().length);
    PublishEncoder.write(
        to.channel().out(),
        to.version,
        name,
        packetId,
        qos,
        dup,
        retain,
        message.payload(),
        message.properties(),
        remaining,
        subscriptionIds,
        alias);
    return true;
  }

  /** What is left of the Message Expiry Interval (MQTT-3.3.2-6), or -1 if there is none. */
  private static long remainingSeconds(Message message, long nowMillis) {
    long expiresAt = message.expiresAtMillis();
    if (expiresAt == Message.NEVER) {
      return -1;
    }
    long left = expiresAt - nowMillis;
    return left <= 0 ? 0 : Math.max(1, left / 1000);
  }

  private static TopicName unmounted(Connection to, Message message) {
    byte[] utf8 = message.topic().utf8();
    byte[] mountpoint = to.negotiated.mountpoint().utf8();
    if (utf8.length <= mountpoint.length
        || !Arrays.equals(utf8, 0, mountpoint.length, mountpoint, 0, mountpoint.length)) {
      return message.topic();
    }
    return TopicName.ofUtf8(Arrays.copyOfRange(utf8, mountpoint.length, utf8.length));
  }
}
