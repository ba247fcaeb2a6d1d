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

import io.mqueduct.message.TopicName;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * All subscriptions of the broker. Changed by one thread only, its owner; read by any thread
 * without locks. A change is visible to every reader when the method that made it returns.
 *
 * <p>Filters without wildcards are in one hash table, the others in a trie of levels, so that the
 * cost of {@link #route} grows with the levels of the topic and with what matches, not with the
 * number of subscriptions. Filters must be valid by {@link TopicRules}, whose limit on levels also
 * bounds how deep the trie goes.
 */
public final class SubscriptionTree {
  private static final int STRIPES = 4096;

  private final SharedRules sharedRules;
  private volatile FilterTable exact = FilterTable.ofFilters();
  private final WildcardTrie wildcards = new WildcardTrie();
  private final InterceptorIndex interceptors = new InterceptorIndex();
  private final AtomicLongArray exactChanges = new AtomicLongArray(STRIPES);
  private final AtomicLong wildcardChanges = new AtomicLong();
  private final AtomicLong changes = new AtomicLong();
  private final AtomicLong size = new AtomicLong();

  /** An empty tree without shared groups to speak of: messages wait for members without limit. */
  public SubscriptionTree() {
    this(
        new SharedRules(
            new SharedRules.Values(SharedStrategy.RANDOM, Integer.MAX_VALUE, true, false),
            InstantSource.system()));
  }

  /** An empty tree whose shared groups follow the given rules. */
  public SubscriptionTree(SharedRules sharedRules) {
    this.sharedRules = sharedRules;
  }

  /**
   * Adds a subscription, or replaces that of the same subscriber, filter and group [MQTT-3.8.4-3].
   * Owner only.
   *
   * @return the subscription that was replaced, or null if this one is new
   */
  public @Nullable Subscription subscribe(Subscription subscription) {
    FilterEntry entry = find(subscription.filter());
    Subscription old = null;
    if (entry == null && subscription.group() == null) {
      put(subscription);
    } else if (entry instanceof Leaf leaf) {
      subscription.shareFilter(leaf.filter());
      old = leaf.put(subscription, sharedRules);
    } else if (entry instanceof Subscription single && isSame(single, subscription)) {
      old = single;
      put(subscription);
    } else {
      Leaf leaf = new Leaf(entry == null ? subscription.filter() : entry.filter());
      if (entry instanceof Subscription single) {
        leaf.put(single, sharedRules);
      }
      subscription.shareFilter(leaf.filter());
      leaf.put(subscription, sharedRules);
      put(leaf);
    }
    changed(subscription.filter(), old == null ? 1 : 0);
    return old;
  }

  private static boolean isSame(Subscription one, Subscription other) {
    return other.group() == null && one.subscriber() == other.subscriber();
  }

  /**
   * Removes a subscription. Owner only.
   *
   * @param filter the filter without {@code $share/group/}
   * @param group name of the shared group, or null
   * @return the subscription that was removed, or null if there was none
   */
  public @Nullable Subscription unsubscribe(
      Subscriber subscriber, String filter, @Nullable String group) {
    FilterEntry entry = find(filter);
    Subscription old = null;
    if (entry instanceof Leaf leaf) {
      old = leaf.remove(subscriber, group);
      Subscription only = leaf.only();
      if (leaf.isEmpty()) {
        remove(filter);
      } else if (only != null) {
        put(only);
      }
    } else if (entry instanceof Subscription single
        && group == null
        && single.subscriber() == subscriber) {
      old = single;
      remove(filter);
    }
    if (old != null) {
      changed(filter, -1);
    }
    return old;
  }

  /**
   * Removes the subscriptions of a session that ends. Owner only.
   *
   * @return how many were there
   */
  public int removeAll(Iterable<Subscription> subscriptions) {
    int removed = 0;
    for (Subscription each : subscriptions) {
      if (unsubscribe(each.subscriber(), each.filter(), each.group()) != null) {
        removed++;
      }
    }
    return removed;
  }

  /** Shows the messages of a filter to an interceptor from now on. Owner only. */
  void intercept(String filter, Interceptor interceptor) {
    interceptors.add(filter, interceptor);
    everyRouteChanged();
  }

  /** Ends {@link #intercept}. Owner only. */
  void release(String filter, Interceptor interceptor) {
    if (interceptors.remove(filter, interceptor)) {
      everyRouteChanged();
    }
  }

  private void everyRouteChanged() {
    changes.set(changes.get() + 1);
    wildcardChanges.set(wildcardChanges.get() + 1);
  }

  /** Who gets the messages of a topic now. Any thread; see {@link RouteCache} to do it rarely. */
  public Route route(TopicName topic) {
    String text = topic.text();
    int hash = TopicHash.of(text, 0, text.length());
    long stamp = stamp(hash); // read first: a change from here on makes the route outdated
    RouteBuilder found = new RouteBuilder();
    FilterEntry entry = exact.find(hash, text, 0, text.length(), 0);
    if (entry != null) {
      found.add(entry);
    }
    wildcards.collect(text, found);
    interceptors.collect(hash, text, found);
    return found.build(hash, stamp);
  }

  /**
   * The group of a shared subscription. Any thread.
   *
   * @param filter the filter without {@code $share/group/}
   * @return null if it has no members
   */
  public @Nullable SharedGroup group(String filter, String name) {
    changes.get(); // makes earlier changes visible
    return find(filter) instanceof Leaf leaf ? leaf.group(name) : null;
  }

  /**
   * Number that grows with each change that may concern topics of a hash, see {@link
   * Route#topicHash()}. Any thread.
   */
  public long stamp(int topicHash) {
    return exactChanges.get(topicHash & (STRIPES - 1)) + wildcardChanges.get();
  }

  /** Number of changes so far. Any thread. */
  public long version() {
    return changes.get();
  }

  /** Number of subscriptions. Any thread. */
  public long size() {
    return size.get();
  }

  /** The first subscription to a filter, or null. Owner only. */
  @Nullable Subscription first(String filter) {
    FilterEntry entry = find(filter);
    return entry instanceof Leaf leaf ? leaf.first() : (Subscription) entry;
  }

  private @Nullable FilterEntry find(String filter) {
    return TopicFilter.hasWildcard(filter)
        ? wildcards.find(filter)
        : exact.find(filter, 0, filter.length(), 0);
  }

  private void put(FilterEntry entry) {
    if (TopicFilter.hasWildcard(entry.filter())) {
      wildcards.put(entry);
    } else {
      exact = exact.put(entry, 0, entry.filter().length());
    }
  }

  private void remove(String filter) {
    if (TopicFilter.hasWildcard(filter)) {
      wildcards.remove(filter);
    } else {
      exact = exact.remove(filter, 0, filter.length());
    }
  }

  /** Comes after the change itself, so that who sees the new number sees the change. */
  private void changed(String filter, int added) {
    size.set(size.get() + added);
    changes.set(changes.get() + 1);
    if (TopicFilter.hasWildcard(filter)) {
      wildcardChanges.set(wildcardChanges.get() + 1);
    } else {
      int stripe = TopicHash.of(filter, 0, filter.length()) & (STRIPES - 1);
      exactChanges.set(stripe, exactChanges.get(stripe) + 1);
    }
  }
}
