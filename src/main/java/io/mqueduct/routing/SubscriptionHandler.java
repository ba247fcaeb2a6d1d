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

/**
 * Takes the subscriptions of a prefix that is not about topics, such as {@code $queue/}, in the
 * place of the subscription tree. Called by the loop that owns the subscriber.
 */
public interface SubscriptionHandler {
  /** Whether a filter begins with its prefix. Any thread. */
  boolean handles(String filter);

  /** Takes a subscription, or the successor of one with the same subscriber and filter. */
  void subscribe(Subscription subscription);

  /** The subscription is over. */
  void unsubscribe(Subscription subscription);
}
