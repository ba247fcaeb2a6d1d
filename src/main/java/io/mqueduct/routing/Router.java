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
import io.mqueduct.message.ReasonCode;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes every published message to whoever is to have it: subscribers, one member of each shared
 * group, and the retained messages. Any thread; publishing takes no lock.
 *
 * <p>Changes of the subscription tree take turns with a lock that is held for about a microsecond,
 * so that a subscription is there when its SUBACK is written and before the client's next packet is
 * looked at.
 */
public final class Router {
  private static final int CACHED_TOPICS = 16 * 1024;
  private static final long CACHED_BYTES = 16L * 1024 * 1024;

  private final SubscriptionTree tree;
  private final ReentrantLock changing = new ReentrantLock();
  private final RetainedStore retained;
  private final ReentrantLock[] keeping = new ReentrantLock[64];
  private volatile @Nullable Journal journal;

  /** A router without subscriptions. */
  public Router(RetainedStore retained, SharedRules sharedRules) {
    this.tree = new SubscriptionTree(sharedRules);
    this.retained = retained;
    Arrays.setAll(keeping, i -> new ReentrantLock());
  }

  /** The routes that one event loop remembers; owned by it. */
  public RouteCache newCache() {
    return new RouteCache(tree, CACHED_TOPICS, CACHED_BYTES);
  }

  /** From now on what is durable is stored; called once, before anything is published. */
  public void journal(Journal store) {
    journal = store;
  }

  /** Whether publishers should pause, because the store is behind. */
  public boolean isStoreBusy() {
    Journal store = journal;
    return store != null && store.isBusy();
  }

  /**
   * Publishes a message whose publisher waits for nothing.
   *
   * @param routes of the calling loop
   * @return SUCCESS, NO_MATCHING_SUBSCRIBERS, or an error if nobody got it
   */
  public ReasonCode publish(Message message, RouteCache routes) {
    ReasonCode outcome = publish(message, routes, null);
    return outcome == null ? ReasonCode.SUCCESS : outcome;
  }

  /**
   * Publishes a message.
   *
   * @param routes of the calling loop
   * @param origin who is to be answered if the message has to be stored, or null
   * @return what the publisher's acknowledgement says: SUCCESS, NO_MATCHING_SUBSCRIBERS, or an
   *     error if nobody got it; null if it is answered later through the origin's receipt
   */
  public @Nullable ReasonCode publish(Message message, RouteCache routes, @Nullable Origin origin) {
    Journal store = journal;
    if (store == null) {
      if (message.retain() && isRefused(retained.set(message))) {
        return ReasonCode.QUOTA_EXCEEDED;
      }
    } else if (message.retain() || (origin != null && origin.hasDurableId())) {
      return publishStored(store, message, routes.route(message.topic()), origin);
    }
    Route route = routes.route(message.topic());
    if (route.isEmpty()) {
      return message.retain() ? ReasonCode.SUCCESS : ReasonCode.NO_MATCHING_SUBSCRIBERS;
    }
    if (store != null && (route.hasDurable() || hasStored(route.groups(), message))) {
      return publishStored(store, message, route, origin);
    }
    Subscription[] targets = route.targets();
    for (int i = 0; i < targets.length; i++) {
      Subscription target = targets[i];
      if (target.subscriber().clientId().equals(message.publisher())) {
        target = route.forPublisher(i);
      }
      if (target != null) {
        target.subscriber().deliver(message, target);
      }
    }
    for (SharedGroup group : route.groups()) {
      group.dispatch().publish(message);
    }
    return ReasonCode.SUCCESS;
  }

  private static boolean isRefused(RetainedStore.Outcome outcome) {
    return outcome == RetainedStore.Outcome.FULL || outcome == RetainedStore.Outcome.TOO_LARGE;
  }

  /** Something that the message touches is durable: the store has it first, as a whole. */
  private @Nullable ReasonCode publishStored(
      Journal store, Message message, Route route, @Nullable Origin origin) {
    Subscription[] targets = route.targets();
    Subscription[] durable = route.hasDurable() ? new Subscription[targets.length] : targets;
    int count = 0;
    for (int i = 0; route.hasDurable() && i < targets.length; i++) {
      Subscription target = targetAt(route, i, message);
      if (target != null && isStored(target, message)) {
        durable[count++] = target;
      }
    }
    SharedGroup[] groups = stored(route.groups(), message);
    boolean nobody = route.isEmpty() && !message.retain();
    ReasonCode outcome = nobody ? ReasonCode.NO_MATCHING_SUBSCRIBERS : ReasonCode.SUCCESS;
    Receipt receipt = null;
    if (message.retain()
        || count > 0
        || groups.length > 0
        || (origin != null && origin.hasDurableId())) {
      receipt = origin == null ? null : origin.receipt(outcome);
      ReasonCode refusal = store(store, message, durable, count, groups, receipt);
      if (refusal != null) {
        if (receipt == null) {
          return refusal;
        }
        receipt.failed(refusal);
        return null;
      }
    }
    for (int i = 0; i < targets.length; i++) {
      Subscription target = targetAt(route, i, message);
      if (target != null && !isStored(target, message)) {
        target.subscriber().deliver(message, target);
      }
    }
    for (SharedGroup group : route.groups()) {
      if (!isAmong(groups, group)) {
        group.dispatch().publish(message);
      }
    }
    return receipt == null ? outcome : null;
  }

  private static boolean hasStored(SharedGroup[] groups, Message message) {
    if (message.qos() > 0) {
      for (SharedGroup group : groups) {
        if (group.isDurable()) {
          return true;
        }
      }
    }
    return false;
  }

  /** The groups that get a message through the store. */
  private static SharedGroup[] stored(SharedGroup[] groups, Message message) {
    return hasStored(groups, message)
        ? Arrays.stream(groups).filter(SharedGroup::isDurable).toArray(SharedGroup[]::new)
        : Route.NO_GROUPS;
  }

  private static boolean isAmong(SharedGroup[] groups, SharedGroup one) {
    for (SharedGroup group : groups) {
      if (group == one) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Subscription targetAt(Route route, int index, Message message) {
    Subscription target = route.targets()[index];
    boolean own = target.subscriber().clientId().equals(message.publisher());
    return own ? route.forPublisher(index) : target;
  }

  private static boolean isStored(Subscription target, Message message) {
    StoredList list = target.subscriber().storedList();
    return list != null && list.qos(message, target) > 0;
  }

  /** Null, or why nothing was stored. */
  private @Nullable ReasonCode store(
      Journal store,
      Message message,
      Subscription[] targets,
      int count,
      SharedGroup[] groups,
      @Nullable Receipt receipt) {
    if (!message.retain()) {
      return store.store(message, false, targets, count, groups, receipt)
          ? null
          : ReasonCode.QUOTA_EXCEEDED;
    }
    // Memory and store get the messages of one topic in the same order.
    ReentrantLock turn = turnOf(message.topic().text());
    turn.lock();
    try {
      if (isRefused(retained.set(message))) {
        return ReasonCode.QUOTA_EXCEEDED;
      }
      return store.store(message, true, targets, count, groups, receipt)
          ? null
          : ReasonCode.QUOTA_EXCEEDED;
    } finally {
      turn.unlock();
    }
  }

  private ReentrantLock turnOf(String topic) {
    return keeping[topic.hashCode() & (keeping.length - 1)];
  }

  /**
   * Removes retained messages that have expired, from the store as well. To be called again and
   * again by one thread; goes on where it left off.
   *
   * @param budget how many messages to look at
   */
  public void removeExpiredRetained(long nowMillis, int budget) {
    retained.removeExpired(nowMillis, budget, this::removeExpired);
  }

  private boolean removeExpired(Message expired, BooleanSupplier remove) {
    Journal store = journal;
    if (store == null) {
      return remove.getAsBoolean();
    }
    String topic = expired.topic().text();
    ReentrantLock turn = turnOf(topic);
    turn.lock();
    try {
      return retained.has(expired) && store.clearRetained(topic) && remove.getAsBoolean();
    } finally {
      turn.unlock();
    }
  }

  /**
   * Adds a subscription, or replaces the one with the same subscriber, filter and group. The
   * subscriber's owner calls.
   */
  public void subscribe(Subscription subscription) {
    SharedGroup joined = null;
    changing.lock();
    try {
      boolean isNew = tree.subscribe(subscription) == null;
      String name = subscription.group();
      if (isNew && name != null) {
        joined = tree.group(subscription.filter(), name);
      }
      keep(subscription);
    } finally {
      changing.unlock();
    }
    if (joined != null) {
      subscription.subscriber().addCreditListener(joined.dispatch());
    }
  }

  /** A group with a durable member is durable, from the SUBACK on. */
  private void keep(Subscription subscription) {
    Journal store = journal;
    String name = subscription.group();
    if (store != null && name != null && subscription.subscriber().storedList() != null) {
      SharedGroup group = tree.group(subscription.filter(), name);
      if (group != null && !group.isKept()) {
        store.keep(group);
      }
    }
  }

  private static void endIfEmpty(SharedGroup group) {
    GroupList list = group.list();
    if (list != null && group.size() == 0) {
      list.end();
    }
  }

  /**
   * Takes a subscription out; when it returns, no later message goes to it. The subscriber's owner
   * calls.
   */
  public void unsubscribe(Subscription subscription) {
    String name = subscription.group();
    SharedGroup left = name == null ? null : tree.group(subscription.filter(), name);
    changing.lock();
    try {
      tree.unsubscribe(subscription.subscriber(), subscription.filter(), name);
      if (left != null) {
        endIfEmpty(left);
      }
    } finally {
      changing.unlock();
    }
    if (left != null) {
      subscription.subscriber().removeCreditListener(left.dispatch());
    }
  }

  /** Takes all subscriptions of one subscriber out. */
  public void unsubscribeAll(List<Subscription> subscriptions) {
    for (Subscription each : subscriptions) {
      unsubscribe(each);
    }
  }

  /** The group of a shared subscription, or null. */
  public @Nullable SharedGroup group(String filter, String name) {
    return tree.group(filter, name);
  }

  /** The retained messages that match a filter, to be pulled. */
  public RetainedCursor retained(String filter) {
    return retained.matching(filter);
  }

  /** The retained messages. */
  public RetainedStore retained() {
    return retained;
  }

  /**
   * Whether a subscription is the one that stands for all subscriptions of its filter, so that a
   * list of filters made from a list of subscriptions has each once.
   */
  public boolean represents(Subscription subscription) {
    changing.lock();
    try {
      return tree.first(subscription.filter()) == subscription;
    } finally {
      changing.unlock();
    }
  }

  /** Number of subscriptions. */
  public long subscriptions() {
    return tree.size();
  }
}
