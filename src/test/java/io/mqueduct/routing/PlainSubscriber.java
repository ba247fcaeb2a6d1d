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

/** A subscriber that is there and gets nothing, but for what a test adds. */
public interface PlainSubscriber extends Subscriber {
  @Override
  default boolean isOnline() {
    return true;
  }

  @Override
  default int inflight() {
    return 0;
  }

  @Override
  default void deliver(Message message, Subscription subscription) {
    throw new AssertionError("nothing is delivered to " + clientId());
  }

  @Override
  default void lend(Message message, Subscription subscription, int qos, Settlement settlement) {
    throw new AssertionError("nothing is lent to " + clientId());
  }

  @Override
  default int credit() {
    return 0;
  }

  @Override
  default void addCreditListener(CreditListener listener) {}

  @Override
  default void removeCreditListener(CreditListener listener) {}
}
