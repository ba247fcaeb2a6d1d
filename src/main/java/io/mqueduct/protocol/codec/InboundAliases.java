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
import io.mqueduct.message.TopicName;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The topic aliases that a client gave (MQTT 5.0 section 3.3.2.3.4). Owned by the connection's
 * loop, gone with the connection (MQTT-3.3.2-7). Grows to the greatest alias used, which is never
 * above the granted maximum.
 */
public final class InboundAliases {
  private final int granted;
  private @Nullable TopicName[] topics = new TopicName[0];

  /**
   * An empty table.
   *
   * @param granted the Topic Alias Maximum of the CONNACK, 0 to 65,535
   */
  public InboundAliases(int granted) {
    this.granted = granted;
  }

  /**
   * The topic of a PUBLISH that has an alias; a given topic takes the alias over.
   *
   * @param alias 1 to 65,535
   * @param topic null if the packet has only the alias
   * @return null if the alias is above the granted maximum or was never given: the connection is to
   *     be closed with {@link #refusal}
   */
  public @Nullable TopicName resolve(int alias, @Nullable TopicName topic) {
    if (alias > granted) {
      return null;
    }
    if (topic == null) {
      return alias <= topics.length ? topics[alias - 1] : null;
    }
    if (alias > topics.length) {
      topics = Arrays.copyOf(topics, Math.min(granted, Math.max(alias, 2 * topics.length)));
    }
    topics[alias - 1] = topic;
    return topic;
  }

  /** The code for an alias that {@link #resolve} did not accept (MQTT-3.3.2-9). */
  public ReasonCode refusal(int alias) {
    return alias > granted ? ReasonCode.TOPIC_ALIAS_INVALID : ReasonCode.PROTOCOL_ERROR;
  }
}
