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

import io.mqueduct.routing.Subscriber;
import io.mqueduct.routing.Subscription;
import io.mqueduct.routing.SubscriptionHandler;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Subscriptions to {@code $queue/…} and {@code $q/…}: makes a session one consumer of each queue
 * that it names, and has the registry attach it when there is a queue that fits. Called by the loop
 * that owns the session.
 */
final class QueueSubscriptions implements SubscriptionHandler {
  private final Registry registry;
  private final ConcurrentMap<Key, SessionConsumer> consumers = new ConcurrentHashMap<>();

  private record Key(Subscriber subscriber, String queue) {}

  /** The registry of the queues, on a loop of its own. Any thread; calls take effect in order. */
  interface Registry {
    /** A consumer wants a queue. */
    void subscribe(SessionConsumer consumer, QueueAddress.Queue address);

    /** It does not any more. */
    void unsubscribe(SessionConsumer consumer, QueueAddress.Queue address);
  }

  QueueSubscriptions(Registry registry) {
    this.registry = registry;
  }

  @Override
  public boolean handles(String filter) {
    return filter.startsWith("$queue/") || filter.startsWith("$q/");
  }

  @Override
  public void subscribe(Subscription subscription) {
    if (!(QueueAddress.ofSubscription(subscription.filter())
        instanceof QueueAddress.Queue address)) {
      throw new IllegalArgumentException("not a queue: " + subscription);
    }
    Key key = new Key(subscription.subscriber(), address.name());
    SessionConsumer known = consumers.get(key);
    if (known != null) {
      known.put(subscription);
      registry.subscribe(known, address);
      return;
    }
    SessionConsumer consumer = new SessionConsumer(subscription);
    consumers.put(key, consumer);
    subscription.subscriber().addCreditListener(consumer); // first: the queue may need credit
    registry.subscribe(consumer, address);
  }

  @Override
  public void unsubscribe(Subscription subscription) {
    if (!(QueueAddress.ofSubscription(subscription.filter())
        instanceof QueueAddress.Queue address)) {
      return;
    }
    Key key = new Key(subscription.subscriber(), address.name());
    SessionConsumer consumer = consumers.get(key);
    if (consumer == null) {
      return;
    }
    if (consumer.remove(subscription.filter())) {
      consumers.remove(key);
      subscription.subscriber().removeCreditListener(consumer);
    }
    registry.unsubscribe(consumer, address);
  }
}
