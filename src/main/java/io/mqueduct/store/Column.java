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
 * that of their creation and never changes; new ones come at the end. Keys are built by {@link
 * Keys}.
 */
public enum Column {
  /** Format, node id, sequence of the last applied command. */
  META(0, "default"),
  /** Client id → number of its session. */
  CLIENTS(1, "clients"),
  /** Number → session without its lists. */
  SESSIONS(2, "sessions"),
  /** Number of a session or queue → epoch and counts of its message lists. */
  LISTS(3, "lists"),
  /** Number, filter → options. */
  SUBSCRIPTIONS(4, "subscriptions"),
  /** Number, lane, sequence → how to deliver; with the message, unless it is shared. */
  MESSAGES(5, "messages"),
  /** Sequence → message that several lists share. */
  BODIES(6, "bodies"),
  /** Sequence → how many lists share the message. */
  REFERENCES(7, "references"),
  /** Number, packet id → which message is on its way to the client, and how far. */
  INFLIGHT(8, "inflight"),
  /** Number, packet id → when the client published with it (QoS 2). */
  INBOUND(9, "inbound"),
  /** Number → will. */
  WILLS(10, "wills"),
  /** Topic → retained message. */
  RETAINED(11, "retained"),
  /** Time, number, lane, sequence → nothing: what expires when. */
  EXPIRY(12, "expiry"),
  /** Number of a list that is gone and whose messages are still to be freed. */
  TRASH(13, "trash"),
  /** Name → number of a queue. */
  QUEUE_NAMES(14, "queue_names"),
  /** Number → queue. */
  QUEUES(15, "queues"),
  /** Number, key → sequence of the message that a last-value queue holds for the key. */
  QUEUE_KEYS(16, "queue_keys"),
  /** Number, sequence → how often a message of a queue was delivered; 65536 more if rejected. */
  DELIVERIES(17, "deliveries");

  private final int index;
  private final String title;

  Column(int index, String title) {
    this.index = index;
    this.title = title;
  }

  /** Place in the order of creation, from 0 without gaps. */
  public int index() {
    return index;
  }

  /** Name on disk. */
  public String title() {
    return title;
  }
}
