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
import io.netty.util.collection.IntObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The topic aliases that a client gave (MQTT 5.0 section 3.3.2.3.4). Owned by the connection's
 * loop, gone with the connection (MQTT-3.3.2-7). Its memory grows with the aliases that are used,
 * not with the greatest of them, and ends at {@value #MAX_BYTES} bytes of names: the granted
 * maximum alone would let one client keep 4 GB.
 */
public final class InboundAliases {
  /** Room for 65,535 names of common length. */
  static final int MAX_BYTES = 4 * 1024 * 1024;

  private final int granted;
  private @Nullable IntObjectHashMap<TopicName> topics;
  private int bytes;

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
   * @return null if the alias is above the granted maximum or was never given, or if the names are
   *     too much: the connection is to be closed with {@link #refusal}
   */
  public @Nullable TopicName resolve(int alias, @Nullable TopicName topic) {
    if (alias > granted) {
      return null;
    }
    IntObjectHashMap<TopicName> known = topics;
    if (topic == null) {
      return known == null ? null : known.get(alias);
    }
    if (known == null) {
      known = new IntObjectHashMap<>();
      topics = known;
    }
    TopicName before = known.put(alias, topic);
    bytes += topic.utf8().length - (before == null ? 0 : before.utf8().length);
    return bytes > MAX_BYTES ? null : topic;
  }

  /** The code for an alias that {@link #resolve} did not accept (MQTT-3.3.2-9). */
  public ReasonCode refusal(int alias) {
    if (alias > granted) {
      return ReasonCode.TOPIC_ALIAS_INVALID;
    }
    return bytes > MAX_BYTES ? ReasonCode.QUOTA_EXCEEDED : ReasonCode.PROTOCOL_ERROR;
  }
}
