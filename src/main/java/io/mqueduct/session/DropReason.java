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

/** Why a message did not reach a session's client. Every dropped message has exactly one. */
public enum DropReason {
  /** The mqueue was over its limit in messages or bytes. */
  QUEUE_FULL(0, "queue_full"),
  /** QoS 0 while the client was away or its socket congested, and QoS 0 is not stored. */
  QOS0_MSG(1, "qos0_msg"),
  /** Its expiry came before its turn. */
  EXPIRED(2, "expired"),
  /** The client's own message, and its subscription says No Local. */
  NO_LOCAL(3, "no_local"),
  /** Larger than the client's Maximum Packet Size. */
  TOO_LARGE(4, "too_large"),
  /** The session ended before it was delivered. */
  SESSION_EXPIRED(5, "session_expired");

  /** How many reasons there are. */
  static final int COUNT = values().length;

  private final int index;
  private final String key;

  DropReason(int index, String key) {
    this.index = index;
    this.key = key;
  }

  /** The name in REST answers and metrics. */
  public String key() {
    return key;
  }

  /** Where its counter is, 0 to {@link #COUNT} - 1. */
  int index() {
    return index;
  }
}
