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
package io.mqueduct.session;

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import io.mqueduct.routing.Subscription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A session with a recorded connection, a manual loop, and short words for what tests do. */
final class SessionFixture {
  final ManualLoop loop = new ManualLoop();
  final List<String> drops = new ArrayList<>();
  RecordedOutlet out = new RecordedOutlet();
  final Session session;
  private final Subscription[] byQos = new Subscription[3];

  SessionFixture(SessionSettings settings) {
    session =
        new Session(
            "c",
            settings,
            loop,
            (s, message, reason) -> drops.add(message.topic() + " " + reason.key()),
            null);
    for (int qos = 0; qos < 3; qos++) {
      byQos[qos] = subscription(qos, false, false);
    }
  }

  static SessionFixture with(SessionSettings.Builder settings) {
    return new SessionFixture(settings.build());
  }

  static SessionSettings.Builder rules() {
    return SessionSettings.DEFAULTS.toBuilder();
  }

  SessionFixture online() {
    return online(PacketIds.MAX);
  }

  SessionFixture online(int receiveMaximum) {
    out = new RecordedOutlet();
    session.attach(out, new AttachSettings(receiveMaximum), loop.now);
    return this;
  }

  void cut() {
    session.detach(loop.now);
  }

  void publish(int qos, String... topics) {
    for (String topic : topics) {
      session.deliver(message(topic, qos, Message.NEVER), byQos[2]);
    }
  }

  void publish(int qos, String topic, byte[] payload) {
    Message small = message(topic, qos, Message.NEVER);
    session.deliver(
        new Message(
            small.topic(), payload, Message.NO_BYTES, qos, false, 0, Message.NEVER, "p", null),
        byQos[2]);
  }

  void publishToMany(int qos, String... topics) {
    for (String topic : topics) {
      session.deliverAmongMany(message(topic, qos, Message.NEVER), byQos[2]);
    }
  }

  void publishTogether(int qos, String... topics) {
    Message[] messages =
        Arrays.stream(topics)
            .map(topic -> message(topic, qos, Message.NEVER))
            .toArray(Message[]::new);
    session.deliver(messages, byQos[2]);
  }

  void publishExpiring(int qos, String topic, long afterMillis) {
    session.deliver(message(topic, qos, loop.now + afterMillis), byQos[2]);
  }

  void puback(int... ids) {
    for (int id : ids) {
      session.puback(id, ReasonCode.SUCCESS, null, loop.now);
    }
  }

  void pubrec(int... ids) {
    for (int id : ids) {
      session.pubrec(id, ReasonCode.SUCCESS, loop.now);
    }
  }

  void pubcomp(int... ids) {
    for (int id : ids) {
      session.pubcomp(id, ReasonCode.SUCCESS, loop.now);
    }
  }

  List<String> sent() {
    return out.take();
  }

  Subscription subscription(int qos, boolean noLocal, boolean retainAsPublished) {
    return new Subscription(
        session, "#", null, qos, noLocal, retainAsPublished, 0, Subscription.NO_IDENTIFIERS);
  }

  Message message(String topic, int qos, long expiresAt) {
    return new Message(
        TopicName.of(topic),
        new byte[8],
        Message.NO_BYTES,
        qos,
        false,
        loop.now,
        expiresAt,
        "p",
        null);
  }
}
