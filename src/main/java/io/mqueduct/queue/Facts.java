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
package io.mqueduct.queue;

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import io.mqueduct.queue.property.PublishProperties;
import io.mqueduct.queue.spec.DeadLetter;
import io.mqueduct.queue.spec.DeliveryFact;
import io.mqueduct.queue.spec.QueueSpec;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a queue says about a message, as user properties. Stateless. */
public final class Facts {
  /** Begins the names of what is said about a dead letter. */
  public static final String DEAD_LETTER = "mq-dead-letter-";

  private Facts() {}

  /** The message as it is delivered now; itself if there is nothing to say. */
  static Message delivered(QueueEntry entry, QueueSpec spec) {
    Set<DeliveryFact> facts = spec.deliveryFacts();
    boolean saysCount = entry.deliveries > 1 && facts.contains(DeliveryFact.DELIVERY_COUNT);
    if (facts.isEmpty()
        || (facts.size() == 1 && facts.contains(DeliveryFact.DELIVERY_COUNT) && !saysCount)) {
      return entry.message;
    }
    List<String> said = new ArrayList<>(8);
    if (facts.contains(DeliveryFact.SEQ)) {
      say(said, DeliveryFact.SEQ, Long.toString(entry.sequence));
    }
    if (facts.contains(DeliveryFact.ENQUEUED_AT)) {
      say(said, DeliveryFact.ENQUEUED_AT, Long.toString(entry.message.publishedAtMillis()));
    }
    if (saysCount) {
      say(said, DeliveryFact.DELIVERY_COUNT, Integer.toString(entry.deliveries));
    }
    String key = facts.contains(DeliveryFact.KEY) ? text(entry.key) : null;
    if (key != null) {
      say(said, DeliveryFact.KEY, key);
    }
    if (said.isEmpty()) {
      return entry.message;
    }
    Message m = entry.message;
    return new Message(
        m.topic(),
        m.payload(),
        PublishProperties.with(m.properties(), said.toArray(String[]::new)),
        m.qos(),
        m.retain(),
        m.publishedAtMillis(),
        m.expiresAtMillis(),
        m.publisher(),
        m.username());
  }

  private static void say(List<String> said, DeliveryFact fact, String value) {
    said.add(fact.property());
    said.add(value);
  }

  private static @Nullable String text(@Nullable String latin1) {
    if (latin1 == null) {
      return null;
    }
    try {
      byte[] bytes = latin1.getBytes(StandardCharsets.ISO_8859_1);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /**
   * The message as a dead letter: it does not expire, and says where it comes from and why. Its
   * {@code mq-dedup-id} makes a repetition after a crash harmless.
   */
  static Message dead(
      QueueEntry entry, String queue, QueueEntry.Departure departure, DeadLetter target, long now) {
    Message m = entry.message;
    byte[] properties = withoutOrders(m.properties());
    List<String> said = new ArrayList<>(16);
    for (String each : Deaths.of(m)) {
      said.add(Deaths.BEFORE);
      said.add(each);
    }
    said.add(Deaths.QUEUE);
    said.add(queue);
    said.add(Deaths.AT);
    said.add(Long.toString(now));
    said.add(DEAD_LETTER + "reason");
    said.add(departure.reason().key());
    said.add(DEAD_LETTER + "deliveries");
    said.add(Integer.toString(entry.deliveries));
    said.add(DEAD_LETTER + "first-at");
    said.add(Long.toString(m.publishedAtMillis()));
    if (departure.detail() != null) {
      said.add(DEAD_LETTER + "detail");
      said.add(departure.detail());
    }
    TopicName topic = m.topic();
    if (target instanceof DeadLetter.ToTopic to) {
      said.add(DEAD_LETTER + "topic");
      said.add(topic.text());
      topic = TopicName.of(to.topic());
    }
    said.add(PublisherOrders.DEDUP_ID);
    said.add(dedupId(queue, entry.sequence));
    return new Message(
        topic,
        m.payload(),
        PublishProperties.with(properties, said.toArray(String[]::new)),
        Math.max(1, m.qos()), // what a queue kept is not lost on this way either
        false,
        now,
        Message.NEVER,
        m.publisher(),
        m.username());
  }

  /** The queue that a dead letter died in; null if it is none. */
  public static @Nullable String origin(Message dead) {
    byte[] properties = dead.properties();
    return properties.length == 0 ? null : PublishProperties.user(properties, Deaths.QUEUE);
  }

  /**
   * The message as it is to go back to the queue that it died in. Its {@code mq-dedup-id} makes a
   * repetition after a crash harmless.
   *
   * @param queue that holds the dead letter
   * @param sequence its number there
   */
  public static Message revived(Message dead, String queue, long sequence, long now) {
    String topic = PublishProperties.user(dead.properties(), DEAD_LETTER + "topic");
    return new Message(
        topic == null ? dead.topic() : TopicName.of(topic),
        dead.payload(),
        PublishProperties.with(
            withoutOrders(dead.properties()), PublisherOrders.DEDUP_ID, dedupId(queue, sequence)),
        dead.qos(),
        dead.retain(),
        now,
        Message.NEVER,
        dead.publisher(),
        dead.username());
  }

  /**
   * Names a message of a queue for ever; a name that is too long for that gives way to its hash.
   */
  private static String dedupId(String queue, long sequence) {
    String id = queue + ":" + sequence;
    return PublisherOrders.isDedupId(id) ? id : hash(queue) + ":" + sequence;
  }

  private static String hash(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JVM has it
    }
  }

  private static byte[] withoutOrders(byte[] properties) {
    if (!PublishProperties.hasOwn(properties)) {
      return properties;
    }
    byte[] rest = PublishProperties.without(properties, DEAD_LETTER);
    rest = PublishProperties.without(rest, PublisherOrders.DEDUP_ID);
    return PublishProperties.without(rest, PublisherOrders.DELAY);
  }
}
