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
package io.mqueduct.routing;

import io.mqueduct.message.Message;

/** What the store keeps for one durable subscriber. Any thread; never blocks. */
public interface StoredList {
  /** Names it in the store; fixed once the subscriber has a subscription. */
  long number();

  /** The lane of a message: its priority level, 0 to 255. */
  int lane(Message message);

  /** The QoS that the subscriber gets a message with (MQTT-3.8.4-8). */
  int qos(Message message, Subscription subscription);

  /**
   * The store has a message for the subscriber now. Messages come in the order of the store.
   *
   * @param qos as {@link #qos} said when it was stored
   * @param lane as {@link #lane} said then
   * @param sequence names it in the list
   */
  void stored(Message message, Subscription subscription, int qos, int lane, long sequence);

  /**
   * A message of a shared group is on its way into this list: until {@link #moved} or {@link
   * #notMoved} the subscriber's credit is less by it.
   */
  void moves();

  /** It is here, and is the subscriber's own like any that was {@link #stored}. */
  void moved(Message message, Subscription subscription, int qos, int lane, long sequence);

  /** It did not come. */
  void notMoved();
}
