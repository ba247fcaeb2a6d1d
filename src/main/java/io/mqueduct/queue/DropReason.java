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

/** Why a message left a queue, or did not get into it, without being consumed. */
public enum DropReason {
  /** The queue was at its limit: the oldest, or a new one whose publisher cannot be told so. */
  LIMIT("limit"),
  /** Larger than the whole queue may be, unless its publisher was told so. */
  TOO_LARGE("too_large"),
  /** Its Message Expiry Interval passed. */
  EXPIRED("expired"),
  /** Older than {@code data_retention_period}. */
  RETENTION("retention"),
  /** A newer message of its key came while it was handed out, and it came back. */
  REPLACED("replaced"),
  /** The key expression refers to what the message does not have. */
  NO_KEY("no_key"),
  /** The key expression failed. */
  KEY_ERROR("key_error"),
  /** It asks for what cannot be, such as {@code mq-delay: soon}. */
  BAD_PROPERTY("bad_property"),
  /** Handed out {@code max_deliveries} times. */
  MAX_DELIVERIES("max_deliveries"),
  /** Refused for good by a consumer (0x90, 0x99). */
  REJECTED("rejected"),
  /** A dead letter that came back to a queue that it had died in before. */
  DEAD_LETTER_CYCLE("dead_letter_cycle"),
  /** Deleted by an operator. */
  PURGED("purged"),
  /** The store did not take it, and its publisher cannot be told so. */
  STORE_FAILED("store_failed");

  /** How many there are. */
  static final int COUNT = values().length;

  private final String key;

  DropReason(String key) {
    this.key = key;
  }

  /** Name in HTTP answers and metrics. */
  public String key() {
    return key;
  }
}
