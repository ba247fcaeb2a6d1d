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
package io.mqueduct.admin;

import io.mqueduct.routing.Subscription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * The order in which the subscriptions of a session are listed: by hash, so that a place in it is
 * short however long the filters are, and stays where it is while others come and go. Stateless.
 */
final class SubscriptionOrder {
  private static final Comparator<Subscription> ORDER =
      Comparator.comparingInt(SubscriptionOrder::hash)
          .thenComparing(Subscription::filter)
          .thenComparing(each -> each.group() == null ? "" : each.group());

  private SubscriptionOrder() {}

  /**
   * Where a list goes on.
   *
   * @param hash of the next subscription, or less
   * @param behind so many that have this hash
   */
  record Place(int hash, int behind) {
    static final Place START = new Place(Integer.MIN_VALUE, 0);
  }

  /** The first of those that are wanted from a place on, so many at most. */
  static List<Subscription> from(
      Collection<Subscription> all, Place place, Predicate<Subscription> wanted, int most) {
    long enough = (long) place.behind + most;
    PriorityQueue<Subscription> first = new PriorityQueue<>(ORDER.reversed());
    for (Subscription each : all) {
      if (hash(each) >= place.hash && wanted.test(each)) {
        first.add(each);
        if (first.size() > enough) {
          first.poll();
        }
      }
    }
    List<Subscription> sorted = new ArrayList<>(first);
    sorted.sort(ORDER);
    int skip = 0;
    while (skip < place.behind && skip < sorted.size() && hash(sorted.get(skip)) == place.hash) {
      skip++;
    }
    return sorted.subList(skip, Math.min(sorted.size(), skip + most));
  }

  /** The place of one of those that begin at a place. */
  static Place of(List<Subscription> sorted, int at, Place begin) {
    int hash = hash(sorted.get(at));
    int first = at;
    while (first > 0 && hash(sorted.get(first - 1)) == hash) {
      first--;
    }
    int before = first == 0 && hash == begin.hash ? begin.behind : 0;
    return new Place(hash, before + at - first);
  }

  /** What {@code String} remembers, so that a long list costs little. */
  private static int hash(Subscription subscription) {
    return subscription.filter().hashCode();
  }
}
