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

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what matches one topic and merges the overlapping subscriptions of a subscriber. Owned by
 * the thread that makes the route; used once.
 */
final class RouteBuilder {
  private @Nullable Subscription[] targets = new Subscription[4];
  private @Nullable Subscription @Nullable [] own;
  private SharedGroup[] groups = Route.NO_GROUPS;
  private int groupCount;
  private Interceptor[] interceptors = Route.NO_INTERCEPTORS;
  private int count;
  private int filters;

  /** Adds the subscriptions of one filter that matches. */
  void add(FilterEntry entry) {
    int before = count;
    if (entry instanceof Leaf leaf) {
      leaf.addTo(this);
    } else if (entry instanceof Subscription subscription) {
      add(subscription);
    } else if (entry instanceof InterceptorIndex.Entry those) {
      int known = interceptors.length;
      interceptors = Arrays.copyOf(interceptors, known + those.interceptors().length);
      System.arraycopy(those.interceptors(), 0, interceptors, known, those.interceptors().length);
    } else {
      throw new IllegalArgumentException("not the end of a filter");
    }
    if (count > before) {
      filters++;
    }
  }

  /** Adds one subscription; those of one filter are of different subscribers. */
  void add(Subscription subscription) {
    if (count == targets.length) {
      targets = Arrays.copyOf(targets, count * 2);
    }
    targets[count++] = subscription;
  }

  /** Adds a shared group. */
  void add(SharedGroup group) {
    if (groupCount == groups.length) {
      groups = Arrays.copyOf(groups, Math.max(1, groupCount * 2));
    }
    groups[groupCount++] = group;
  }

  /** The route; a subscriber occurs once in it. */
  Route build(int topicHash, long stamp) {
    if (filters > 1) {
      merge();
    }
    Subscription[] all = count == 0 ? Route.NO_TARGETS : new Subscription[count];
    for (int i = 0; i < count; i++) {
      Subscription target = targets[i];
      if (target != null) {
        all[i] = target;
      }
    }
    SharedGroup[] shared = groupCount == groups.length ? groups : Arrays.copyOf(groups, groupCount);
    return new Route(all, own, shared, interceptors, topicHash, stamp);
  }

  /** A hash of the subscriber's identity that clients cannot choose. */
  static int hashOf(Subscriber subscriber) {
    int hash = System.identityHashCode(subscriber) * 0x9E3779B9;
    return hash ^ (hash >>> 16);
  }

  private void merge() {
    int capacity = Integer.highestOneBit(count * 2 - 1) * 2;
    int[] places = new int[capacity]; // index in targets, plus one
    int merged = 0;
    for (int i = 0; i < count; i++) {
      Subscription next = targets[i];
      if (next == null) {
        continue;
      }
      int at = hashOf(next.subscriber()) & (capacity - 1);
      int place;
      while ((place = places[at]) != 0 && !isOf(targets[place - 1], next.subscriber())) {
        at = (at + 1) & (capacity - 1);
      }
      if (place == 0) {
        targets[merged] = next;
        places[at] = ++merged;
      } else {
        mergeInto(place - 1, next);
      }
    }
    count = merged;
  }

  private static boolean isOf(@Nullable Subscription target, Subscriber subscriber) {
    return target != null && target.subscriber() == subscriber;
  }

  /**
   * Also keeps the merge of those without No Local apart if some have it: only they get what the
   * subscriber itself published [MQTT-3.8.3-3].
   */
  private void mergeInto(int at, Subscription next) {
    Subscription first = targets[at];
    if (first == null) {
      return;
    }
    Subscription ownFirst = own == null ? null : own[at];
    boolean isMixed = ownFirst != null || first.noLocal() != next.noLocal();
    if (ownFirst == null && !first.noLocal()) {
      ownFirst = first;
    }
    targets[at] = first.mergedWith(next);
    if (isMixed) {
      if (own == null) {
        own = new Subscription[count];
      }
      own[at] = next.noLocal() ? ownFirst : ownFirst == null ? next : ownFirst.mergedWith(next);
    }
  }
}
