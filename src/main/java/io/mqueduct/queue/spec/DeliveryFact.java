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
package io.mqueduct.queue.spec;

/** What a delivery says about itself, as a user property. */
public enum DeliveryFact {
  /** Number of the message, growing within its queue. */
  SEQ("mq-seq"),
  /** When it was stored, milliseconds since 1970. */
  ENQUEUED_AT("mq-enqueued-at"),
  /** How often it was handed out, this time included; from the second on. */
  DELIVERY_COUNT("mq-delivery-count"),
  /** Its key, if it has one that is text. */
  KEY("mq-key");

  private final String property;

  DeliveryFact(String property) {
    this.property = property;
  }

  /** Name of the user property. */
  public String property() {
    return property;
  }
}
