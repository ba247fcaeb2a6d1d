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
package io.mqueduct.durable;

import io.mqueduct.routing.Subscriber;
import io.mqueduct.routing.Subscription;
import io.mqueduct.store.StoredSubscription;

/** Subscriptions as the store has them. Stateless. */
final class SavedSubscription {
  private static final String SHARE = "$share/";

  private SavedSubscription() {}

  /** The filter with the group in front of it, if there is one. */
  static String name(Subscription subscription) {
    String group = subscription.group();
    return group == null ? subscription.filter() : SHARE + group + "/" + subscription.filter();
  }

  static StoredSubscription of(Subscription subscription) {
    int[] identifiers = subscription.identifiers();
    return new StoredSubscription(
        name(subscription),
        subscription.qos(),
        subscription.noLocal(),
        subscription.retainAsPublished(),
        subscription.retainHandling(),
        identifiers.length == 0 ? 0 : identifiers[0]);
  }

  static Subscription restored(StoredSubscription stored, Subscriber subscriber) {
    String filter = stored.filter();
    String group = null;
    if (filter.startsWith(SHARE)) {
      int end = filter.indexOf('/', SHARE.length());
      group = filter.substring(SHARE.length(), end);
      filter = filter.substring(end + 1);
    }
    return new Subscription(
        subscriber,
        filter,
        group,
        stored.qos(),
        stored.noLocal(),
        stored.retainAsPublished(),
        stored.retainHandling(),
        stored.identifier() == 0 ? Subscription.NO_IDENTIFIERS : new int[] {stored.identifier()});
  }
}
