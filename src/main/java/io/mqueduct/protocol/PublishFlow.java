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
import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import io.mqueduct.protocol.codec.Ack;
import io.mqueduct.protocol.codec.InboundAliases;
import io.mqueduct.protocol.codec.PacketType;
import io.mqueduct.protocol.codec.Publish;
import io.mqueduct.protocol.codec.Utf8;
import io.mqueduct.session.Ledger;
import org.jspecify.annotations.Nullable;

/**
 * What the broker does with a PUBLISH of a client, and with the PUBREL that ends one of QoS 2 (MQTT
 * 5.0 sections 3.3 and 4.3). No state of its own.
 */
final class PublishFlow {
  /** Bytes of the longest topic name or filter. */
  static final int LONGEST_TOPIC = 65_535;

  private PublishFlow() {}

  /** Takes one PUBLISH. */
  static void publish(Connection from, Publish publish) {
    LoopServices services = from.services;
    MqttSettings mqtt = services.settings().mqtt();
    services.stats.received(publish.payload().length);
    if (publish.qos() > mqtt.maxQosAllowed()) { // [MQTT-3.2.2-11]
      from.disconnect(ReasonCode.QOS_NOT_SUPPORTED, "QoS above mqtt.max_qos_allowed");
      return;
    }
    if (publish.retain() && !services.settings().retainsMessages()) { // [MQTT-3.2.2-14]
      from.disconnect(ReasonCode.RETAIN_NOT_SUPPORTED, "retain although it is not available");
      return;
    }
    TopicName topic = resolve(from, publish);
    if (topic == null) {
      return;
    }
    if (publish.qos() == 0 && services.memory() == MemoryRules.Level.CRITICAL) {
      services.stats.publishesDropped.increment();
      return;
    }
    if (publish.qos() > 0 && !takes(from, publish)) {
      return;
    }
    ReasonCode refusal = judge(from, topic, publish);
    if (refusal != null) {
      refused(from, publish, refusal);
      return;
    }
    long now = services.nowMillis();
    route(from, publish, message(from, publish, from.mounted(topic), mqtt, now));
  }

  /** The topic that was meant (MQTT-3.3.2-7 to -12); null if the connection had to be closed. */
  private static @Nullable TopicName resolve(Connection from, Publish publish) {
    int alias = publish.topicAlias();
    TopicName topic = publish.topic();
    if (alias == 0) {
      return topic;
    }
    InboundAliases aliases = from.inboundAliases;
    TopicName meant = aliases.resolve(alias, topic);
    if (meant == null) {
      from.disconnect(aliases.refusal(alias), "topic alias not granted, or never set");
    }
    return meant;
  }

  /**
   * Whether a QoS 1 or 2 message is to be routed: not if it is a repetition, or more than the
   * client was granted (MQTT-3.3.4-7, MQTT-3.3.4-9).
   */
  private static boolean takes(Connection from, Publish publish) {
    LoopServices services = from.services;
    if (publish.qos() == 2) {
      switch (from.session().acceptQos2(publish.packetId(), services.nowMillis())) {
        case FIRST -> {} // DUP is no proof that it was seen (MQTT-4.3.3-10)
        case REPEAT -> {
          answer(from, publish, ReasonCode.SUCCESS);
          return false;
        }
        case REPEAT_OF_UNSTORED -> {
          answerLikeTheFirst(from, publish);
          return false;
        }
        default -> {
          from.disconnect(
              ReasonCode.RECEIVE_MAXIMUM_EXCEEDED,
              "more than mqtt.max_awaiting_rel wait for PUBREL");
          return false;
        }
      }
    }
    // One of QoS 2 has just been counted, one of QoS 1 not yet.
    int open =
        from.acks.sizeOfQos1()
            + from.session().stats().awaitingRel()
            + (publish.qos() == 1 ? 1 : 0);
    if (from.version == 5 && open > from.negotiated.receiveMaximum()) {
      if (services.enforcesReceiveMaximum()) {
        from.disconnect(
            ReasonCode.RECEIVE_MAXIMUM_EXCEEDED, "more unacknowledged messages than granted");
        return false;
      }
      services.stats.receiveMaximumExceeded.increment();
      if (!from.warnedOfReceiveMaximum) {
        from.warnedOfReceiveMaximum = true;
        services.log.warn(
            "client={} peer={} sends more unacknowledged messages than it was granted, {};"
                + " mqtt.strict_receive_maximum lets it",
            from.clientId,
            from.peer,
            from.negotiated.receiveMaximum());
      }
    }
    return true;
  }

  private static void answerLikeTheFirst(Connection from, Publish repeat) {
    AckQueue.Pending answer = from.acks.add(repeat.packetId(), repeat.qos());
    from.session()
        .inbound()
        .follow(
            repeat.packetId(),
            code ->
                from.services.loop.tell(
                    () -> {
                      answer.done(code);
                      from.storePause.end();
                    }));
    from.storePause.begin();
  }

  /** Answers a message that nothing is waited for, behind those that came before it. */
  private static void answer(Connection from, Publish publish, ReasonCode code) {
    from.acks.add(publish.packetId(), publish.qos()).done(code);
    if (!from.acks.isEmpty()) {
      from.storePause.begin(); // ended by those before it: who is answered late is not read on
    }
  }

  /** Why the message may not be published, or null. */
  private static @Nullable ReasonCode judge(Connection from, TopicName topic, Publish publish) {
    if (from.services.exceedsLevels(topic) || isReserved(from, topic)) {
      return ReasonCode.TOPIC_NAME_INVALID;
    }
    if (publish.utf8Payload() && !Utf8.isWellFormed(publish.payload())) {
      return ReasonCode.PAYLOAD_FORMAT_INVALID;
    }
    if (!from.access().mayPublish(topic.text(), publish.qos(), publish.retain())) {
      return ReasonCode.NOT_AUTHORIZED;
    }
    return from.services.memory() == MemoryRules.Level.CRITICAL ? ReasonCode.QUOTA_EXCEEDED : null;
  }

  /**
   * Names that only the broker itself publishes to. Behind a mountpoint these are all that begin
   * with $, which would no longer be hidden from wildcards [MQTT-4.7.2-1], and those that get too
   * long [MQTT-4.7.3-3].
   */
  static boolean isReserved(Connection from, TopicName topic) {
    int mounted = from.negotiated.mountpoint().utf8().length;
    if (mounted > 0 && (topic.isDollar() || mounted + topic.utf8().length > LONGEST_TOPIC)) {
      return true;
    }
    return topic.isDollar()
        && (topic.text().startsWith("$SYS/")
            || topic.text().startsWith("$share/")
            || topic.text().startsWith("$queue/")
            || topic.text().startsWith("$q/"));
  }

  private static void refused(Connection from, Publish publish, ReasonCode why) {
    from.services.stats.publishesRefused.increment();
    ReasonCode code = why;
    if (why == ReasonCode.NOT_AUTHORIZED) {
      if (from.services.disconnectsDenied()) {
        from.disconnect(why, "not allowed to publish, authorization.deny_action: disconnect");
        return;
      }
      if (from.version < 5) {
        code = ReasonCode.SUCCESS; // [MQTT-3.3.5-2] of 3.1.1: acknowledged, or the connection ends
      }
    }
    if (publish.qos() == 2 && code.isError()) {
      // PUBREC with an error ends the exchange: the id is free again (MQTT-4.3.3-9).
      from.session().releaseQos2(publish.packetId());
    }
    if (publish.qos() > 0) {
      answer(from, publish, code);
    } else if (from.services.log.allows()) {
      from.services.logger.info(
          "client={} peer={} QoS 0 publish refused, code={}", from.clientId, from.peer, code);
    }
  }

  private static Message message(
      Connection from, Publish publish, TopicName topic, MqttSettings mqtt, long now) {
    long age = mqtt.messageExpiryIntervalMillis();
    if (publish.expirySeconds() >= 0) {
      age = Math.min(age, publish.expirySeconds() * 1000);
    }
    long expiresAt = age == Long.MAX_VALUE ? Message.NEVER : now + age;
    return new Message(
        topic,
        publish.payload(),
        publish.properties(),
        publish.qos(),
        publish.retain(),
        now,
        expiresAt,
        from.clientId,
        from.principal.userName());
  }

  private static void route(Connection from, Publish publish, Message message) {
    LoopServices services = from.services;
    PublishOrigin origin = services.origin.of(from, publish);
    ReasonCode outcome = services.router.publish(message, services.routes, origin);
    if (publish.qos() == 0) {
      return;
    }
    if (outcome == null) { // answered by its receipt
      from.storePause.begin();
      return;
    }
    if (publish.qos() == 2 && outcome.isError()) {
      from.session().releaseQos2(publish.packetId());
    }
    if (from.acks.isEmpty()) {
      from.acknowledge(publish.packetId(), publish.qos(), outcome, AckQueue.NO_HINT, null);
    } else {
      answer(from, publish, outcome);
    }
  }

  /** PUBREL: the id may be used again (MQTT-4.3.3-11, MQTT-4.3.3-12). */
  static void release(Connection from, Ack pubrel) {
    boolean known = from.session().releaseQos2(pubrel.packetId());
    Ledger ledger = from.session().storedList();
    if (known && ledger != null) {
      // The identifier may come again for another message only when this is stored.
      ledger
          .journal()
          .released(
              pubrel.packetId(), stored -> from.services.loop.tell(() -> released(from, pubrel)));
      return;
    }
    from.ack(
        PacketType.PUBCOMP,
        pubrel.packetId(),
        known ? ReasonCode.SUCCESS : ReasonCode.PACKET_IDENTIFIER_NOT_FOUND);
  }

  private static void released(Connection from, Ack pubrel) {
    if (from.state == Connection.State.CONNECTED) {
      from.ack(PacketType.PUBCOMP, pubrel.packetId(), ReasonCode.SUCCESS);
    }
  }
}
