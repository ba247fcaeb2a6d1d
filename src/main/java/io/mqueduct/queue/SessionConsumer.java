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

import io.mqueduct.routing.CreditListener;
import io.mqueduct.routing.Subscriber;
import io.mqueduct.routing.Subscription;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A session as a consumer of one queue, however many of its filters name it, and whether the queue
 * exists or not. Owned by the loop that owns the session; accessors are for any thread.
 */
final class SessionConsumer implements CreditListener {
  private final Subscriber subscriber;
  private final Map<String, Subscription> byFilter = new LinkedHashMap<>(2);
  private volatile Subscription merged;
  private volatile List<QueueMember> members = List.of();
  private final AtomicBoolean waits = new AtomicBoolean();

  /** With its first subscription. */
  SessionConsumer(Subscription first) {
    this.subscriber = first.subscriber();
    this.merged = first;
    byFilter.put(first.filter(), first);
  }

  Subscriber subscriber() {
    return subscriber;
  }

  boolean isOnline() {
    return subscriber.isOnline();
  }

  /** How many messages it can take now; if none, all shards look again when its turn comes. */
  int credit() {
    if (!isOnline()) {
      return 0;
    }
    int credit = subscriber.credit();
    if (credit <= 0 && waits.compareAndSet(false, true)) {
      subscriber.awaitCredit(this);
    }
    return credit;
  }

  /** How messages are delivered: with the identifiers of all subscriptions. */
  Subscription subscription() {
    return merged;
  }

  /** Adds a subscription, or replaces that with the same filter. */
  void put(Subscription subscription) {
    byFilter.put(subscription.filter(), subscription);
    merge();
  }

  /** Takes a subscription out; whether none is left. */
  boolean remove(String filter) {
    byFilter.remove(filter);
    if (byFilter.isEmpty()) {
      return true;
    }
    merge();
    return false;
  }

  private void merge() {
    Subscription all = null;
    for (Subscription each : byFilter.values()) {
      all = all == null ? each : all.mergedWith(each);
    }
    if (all != null) {
      merged = all;
    }
  }

  /** The registry's loop: the shards that it consumes from now on; none while it waits. */
  void attach(List<QueueShard> shards) {
    List<QueueMember> before = members;
    members = shards.stream().map(shard -> new QueueMember(this, shard)).toList();
    before.forEach(QueueMember::leave);
    members.forEach(QueueMember::look);
  }

  @Override
  public void creditAvailable(Subscriber ready) {
    look();
  }

  @Override
  public void away(Subscriber gone) {
    look();
  }

  @Override
  public boolean waitsForTurn() {
    return true;
  }

  @Override
  public boolean turn(Subscriber ready) {
    waits.set(false); // first: who finds no credit from here on waits again
    return look();
  }

  private boolean look() {
    List<QueueMember> all = members;
    for (int i = 0; i < all.size(); i++) {
      all.get(i).look();
    }
    return !all.isEmpty();
  }
}
