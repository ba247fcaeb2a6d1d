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
   * Publishes a message.
   *
   * @param routes of the calling loop
   * @return what the publisher's acknowledgement says: SUCCESS, NO_MATCHING_SUBSCRIBERS, or an
   *     error if nobody got it
   */
  public ReasonCode publish(Message message, RouteCache routes) {
    boolean kept = false;
    if (message.retain()) {
      switch (retained.set(message)) {
        case FULL, TOO_LARGE -> {
          return ReasonCode.QUOTA_EXCEEDED;
        }
        default -> kept = true;
      }
    }
    Route route = routes.route(message.topic());
    if (route.isEmpty()) {
      return kept ? ReasonCode.SUCCESS : ReasonCode.NO_MATCHING_SUBSCRIBERS;
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
    } finally {
      changing.unlock();
    }
    if (joined != null) {
      subscription.subscriber().addCreditListener(joined.dispatch());
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

  /** Number of subscriptions. */
  public long subscriptions() {
    return tree.size();
  }
}
