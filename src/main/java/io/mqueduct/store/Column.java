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
package io.mqueduct.store;

/**
 * The columns of the store: sorted maps from bytes to bytes that are written together. The order is
 * that of their creation and never changes; new ones come at the end. Keys are built by {@link Keys}.
 */
public enum Column {
  /** Format, node id, sequence of the last applied command. */
  META("default"),
  /** Client id → number of its session. */
  CLIENTS("clients"),
  /** Number → session without its lists. */
  SESSIONS("sessions"),
  /** Number of a session or queue → epoch and counts of its message lists. */
  LISTS("lists"),
  /** Number, filter → options. */
  SUBSCRIPTIONS("subscriptions"),
  /** Number, lane, sequence → how to deliver; with the message, unless it is shared. */
  MESSAGES("messages"),
  /** Sequence → message that several lists share. */
  BODIES("bodies"),
  /** Sequence → how many lists share the message. */
  REFERENCES("references"),
  /** Number, packet id → which message is on its way to the client, and how far. */
  INFLIGHT("inflight"),
  /** Number, packet id → when the client published with it (QoS 2). */
  INBOUND("inbound"),
  /** Number → will. */
  WILLS("wills"),
  /** Topic → retained message. */
  RETAINED("retained"),
  /** Time, number, lane, sequence → nothing: what expires when. */
  EXPIRY("expiry"),
  /** Number of a list that is gone and whose messages are still to be freed. */
  TRASH("trash"),
  /** Name → number of a queue. */
  QUEUE_NAMES("queue_names"),
  /** Number → queue. */
  QUEUES("queues"),
  /** Number, key → sequence of the message that a last-value queue holds for the key. */
  QUEUE_KEYS("queue_keys"),
  /** Number, sequence → how often a message of a queue was delivered. */
  DELIVERIES("deliveries");

  private final String title;

  Column(String title) {
    this.title = title;
  }

  /** Name on disk. */
  public String title() {
    return title;
  }
}
