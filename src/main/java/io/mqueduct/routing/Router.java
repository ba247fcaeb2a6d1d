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
  /** So many targets of a message are many. */
  private static final int MANY = 16;

  private static final int CACHED_TOPICS = 16 * 1024;
  private static final long CACHED_BYTES = 16L * 1024 * 1024;

  private final SubscriptionTree tree;
  private final ReentrantLock changing = new ReentrantLock();
  private final RetainedStore retained;
  private volatile @Nullable StoredPublishing stored;
  private volatile @Nullable SubscriptionHandler handler;
  private volatile BooleanSupplier busy = () -> false;

  /** A router without subscriptions. */
  public Router(RetainedStore retained, SharedRules sharedRules) {
    this.tree = new SubscriptionTree(sharedRules);
    this.retained = retained;
  }

  /** The routes that one event loop remembers; owned by it. */
  public RouteCache newCache() {
    return new RouteCache(tree, CACHED_TOPICS, CACHED_BYTES);
  }

  /**
   * The same for a loop that publishes many messages in a pass.
   *
   * @param pass of that loop
   */
  public RouteCache newCache(Pass pass) {
    return new RouteCache(tree, CACHED_TOPICS, CACHED_BYTES, new Bundling(pass));
  }

  /** From now on what is durable is stored; called once, before anything is published. */
  public void journal(Journal store) {
    stored = new StoredPublishing(store, retained);
  }

  /** What says that publishers should pause; called once, before anything is published. */
  public void busyWhen(BooleanSupplier storeIsBehind) {
    busy = storeIsBehind;
  }

  /** From now on a prefix is not about topics; called once, before anybody subscribes. */
  public void handler(SubscriptionHandler special) {
    handler = special;
  }

  /** Whether publishers should pause, because the store is behind. */
  public boolean isStoreBusy() {
    return busy.getAsBoolean();
  }

  /** Shows the messages of a filter to an interceptor, until {@link #release}. */
  public void intercept(String filter, Interceptor interceptor) {
    changing.lock();
    try {
      tree.intercept(filter, interceptor);
    } finally {
      changing.unlock();
    }
  }

  /** Ends {@link #intercept}; messages that are on their way may still come. */
  public void release(String filter, Interceptor interceptor) {
    changing.lock();
    try {
      tree.release(filter, interceptor);
    } finally {
      changing.unlock();
    }
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
   * @param origin who published it, and is to be answered if it has to be stored; null for nobody
   * @return what the publisher's acknowledgement says: SUCCESS, NO_MATCHING_SUBSCRIBERS, or an
   *     error if nobody got it; null if it is answered later through the origin's receipt
   */
  public @Nullable ReasonCode publish(Message message, RouteCache routes, @Nullable Origin origin) {
    Route route = routes.route(message.topic());
    Origin answered = origin == null || !origin.isAnswered(message.qos()) ? null : origin;
    Interceptor[] interceptors = route.interceptors();
    if (interceptors.length == 0) {
      return passOn(message, route, routes, answered);
    }
    if (answered != null) {
      Interception.begin(this, message, interceptors, routes, answered);
      return null;
    }
    Publisher publisher = origin == null ? null : origin.publisher();
    if (publisher != null && !publisher.turns().isEmpty()) {
      publisher.turns().add(new Unanswered(this, message, routes, publisher));
      publisher.turns().goOn();
      if (publisher.turns().isFull()) {
        publisher.slowDown();
      }
      return ReasonCode.SUCCESS;
    }
    String peerHost = publisher == null ? null : publisher.peerHost();
    boolean isBusy = isStoreBusy();
    for (Interceptor each : interceptors) {
      each.pass(message, peerHost, Interceptor.Listener.NOBODY).store();
      isBusy |= each.isBusy();
    }
    if (isBusy && publisher != null) {
      publisher.slowDown();
    }
    ReasonCode outcome = passOn(message, route, routes, null);
    return outcome == ReasonCode.NO_MATCHING_SUBSCRIBERS ? ReasonCode.SUCCESS : outcome;
  }

  /**
   * A message that no client waits for, but that is not to get lost.
   *
   * @param routes of the loop that owns it
   */
  public Announcement announcement(Message message, RouteCache routes) {
    return new Announcement(this, message, routes);
  }

  /** As {@link #passOn} for what may be tried again; a refusal is returned. */
  @Nullable ReasonCode announce(
      Message message, Route route, RouteCache routes, Announcement announced) {
    StoredPublishing store = stored;
    return store != null
            && (StoredPublishing.keeps(message) || StoredPublishing.concerns(message, route))
        ? store.announce(message, route, routes.bundling(), announced)
        : passOn(message, route, routes, null);
  }

  /** To everybody but the interceptors. */
  @Nullable ReasonCode passOn(
      Message message, Route route, RouteCache routes, @Nullable Origin origin) {
    Bundling bundling = routes.bundling();
    StoredPublishing store = stored;
    boolean keeps = store != null && StoredPublishing.keeps(message);
    if (message.retain() && !keeps && StoredPublishing.isRefused(retained.set(message))) {
      return ReasonCode.QUOTA_EXCEEDED;
    }
    if (store != null && (keeps || (origin != null && origin.hasDurableId()))) {
      return store.publish(message, route, bundling, origin);
    }
    if (route.isEmpty()) {
      return message.retain() ? ReasonCode.SUCCESS : ReasonCode.NO_MATCHING_SUBSCRIBERS;
    }
    if (store != null && StoredPublishing.concerns(message, route)) {
      return store.publish(message, route, bundling, origin);
    }
    if (!isBundled(message, route, bundling)) {
      for (int i = 0; i < route.targets().length; i++) {
        Subscription target = route.target(i, message);
        if (target != null) {
          deliver(message, target, route);
        }
      }
    }
    for (SharedGroup group : route.groups()) {
      group.dispatch().publish(message);
    }
    return ReasonCode.SUCCESS;
  }

  /** Whether it is cheaper to hand several messages over together. */
  private static boolean isForMany(Route route) {
    return route.targets().length >= MANY;
  }

  /**
   * Whether those targets of a message that are not durable get it at the end of the pass, with
   * others. If not, it is to be delivered, behind what was collected.
   */
  static boolean isBundled(Message message, Route route, @Nullable Bundling bundling) {
    if (bundling == null) {
      return false;
    }
    if (!isForMany(route)) {
      bundling.handOver();
      return false;
    }
    bundling.add(message, route);
    return true;
  }

  static void deliver(Message message, Subscription target, Route route) {
    if (isForMany(route)) {
      target.subscriber().deliverAmongMany(message, target);
    } else {
      target.subscriber().deliver(message, target);
    }
  }

  /**
   * Removes the retained message of a topic, from the store as well; no subscriber is told.
   *
   * @param empty a retained message of the topic without a payload
   * @return as {@link #publish(Message, RouteCache, Origin)}
   */
  public @Nullable ReasonCode clearRetained(Message empty, Origin origin) {
    StoredPublishing store = stored;
    if (store != null && StoredPublishing.keeps(empty)) {
      return store.clear(empty, origin);
    }
    retained.set(empty);
    return ReasonCode.SUCCESS;
  }

  /**
   * Removes retained messages that have expired, from the store as well. To be called again and
   * again by one thread; goes on where it left off.
   *
   * @param budget how many messages to look at
   */
  public void removeExpiredRetained(long nowMillis, int budget) {
    StoredPublishing store = stored;
    retained.removeExpired(
        nowMillis,
        budget,
        (expired, remove) ->
            store == null ? remove.getAsBoolean() : store.removeExpired(expired, remove));
  }

  /**
   * Adds a subscription, or replaces the one with the same subscriber, filter and group. The
   * subscriber's owner calls.
   */
  public void subscribe(Subscription subscription) {
    SubscriptionHandler special = handler;
    if (special != null && special.handles(subscription.filter())) {
      special.subscribe(subscription);
      return;
    }
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
    StoredPublishing store = stored;
    String name = subscription.group();
    if (store != null && name != null && subscription.subscriber().storedList() != null) {
      SharedGroup group = tree.group(subscription.filter(), name);
      if (group != null && !group.isKept()) {
        store.journal().keep(group);
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
    SubscriptionHandler special = handler;
    if (special != null && special.handles(subscription.filter())) {
      special.unsubscribe(subscription);
      return;
    }
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
