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
 * Which topics of a connection get the aliases that its client allows (MQTT 5.0 section 3.3.2.3.4).
 * Owned by the connection's loop, gone with the connection. Makes no garbage per message.
 *
 * <p>A topic can have one of a few aliases, chosen by its hash. A topic that is used keeps its
 * alias; each miss wears the least used of them down until a newcomer takes it over, and many
 * misses wear them all down. So topics that come once do not push out those that come always, and
 * those that are no longer used leave.
 */
public final class OutboundAliases {
  /** Shorter names gain nothing: an alias costs three bytes. */
  private static final int MIN_TOPIC_BYTES = 4;

  private static final int WAYS = 8;
  private static final byte MOST_USES = 32;
  private static final int MISSES_PER_HALVING = 64;

  private final int sets;
  private final int ways;
  private final @Nullable TopicName[] topics;
  private final byte[] uses;
  private int misses;

  /**
   * An empty table.
   *
   * @param allowed what may be used of the client's Topic Alias Maximum, 0 to 65,535; memory is a
   *     few bytes for each
   */
  public OutboundAliases(int allowed) {
    this.sets = Math.max(1, allowed / WAYS);
    this.ways = allowed / sets;
    this.topics = new TopicName[sets * ways];
    this.uses = new byte[sets * ways];
  }

  /**
   * What to send for a message that will certainly be sent now.
   *
   * @return 0: the topic name; above 0: this alias and no name; below 0: the name and, with its
   *     sign changed, the alias that it has from now on
   */
  public int choose(TopicName topic) {
    if (ways == 0 || topic.utf8().length < MIN_TOPIC_BYTES) {
      return 0;
    }
    int from = ((topic.hashCode() * 0x9E3779B9) >>> 8) % sets * ways;
    int least = from;
    for (int i = from; i < from + ways; i++) {
      TopicName known = topics[i];
      if (known == null) {
        return assign(i, topic);
      }
      if (known.equals(topic)) {
        if (uses[i] < MOST_USES) {
          uses[i]++;
        }
        return i + 1;
      }
      if (uses[i] < uses[least]) {
        least = i;
      }
    }
    if (++misses % MISSES_PER_HALVING == 0) {
      halve(from);
    }
    uses[least]--;
    return uses[least] > 0 ? 0 : assign(least, topic);
  }

  private void halve(int from) {
    for (int i = from; i < from + ways; i++) {
      uses[i] >>= 1;
    }
  }

  private int assign(int index, TopicName topic) {
    topics[index] = topic;
    uses[index] = 1;
    return -(index + 1);
  }
}
