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
import io.mqueduct.queue.property.PublishProperties;
import java.util.ArrayList;
import java.util.List;

/**
 * The queues that a dead letter has died in, so that it goes into none of them again by itself: a
 * message that nobody can handle would go round for ever otherwise. Stateless.
 *
 * <p>They are in its user properties, and hold for the message that a queue has sent on, which
 * {@code mq-dead-letter-at} tells: a client that publishes a copy of a dead letter, with whatever
 * properties, has decided so, and the copy begins anew.
 */
final class Deaths {
  /** A queue that it died in before the last one; as often as there are such, oldest first. */
  static final String BEFORE = Facts.DEAD_LETTER + "before";

  /** The queue that it died in last. */
  static final String QUEUE = Facts.DEAD_LETTER + "queue";

  /** When it was sent on from there, milliseconds. */
  static final String AT = Facts.DEAD_LETTER + "at";

  private Deaths() {}

  /** The queues that the message died in, oldest first; none if it is no dead letter. */
  static List<String> of(Message message) {
    byte[] properties = message.properties();
    String at = properties.length == 0 ? null : PublishProperties.user(properties, AT);
    if (at == null || !at.equals(Long.toString(message.publishedAtMillis()))) {
      return List.of();
    }
    List<String> queues = new ArrayList<>(2);
    PublishProperties.forEachUser(
        properties,
        (from, until, name, value) -> {
          if (name.equals(BEFORE) || name.equals(QUEUE)) {
            queues.add(value);
          }
          return true;
        });
    return queues;
  }
}
