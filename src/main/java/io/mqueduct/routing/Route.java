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
import org.jspecify.annotations.Nullable;

/**
 * Who gets the messages of one topic. Immutable, any thread; right for as long as {@link
 * SubscriptionTree#stamp} of its {@link #topicHash()} is its {@link #stamp()}. The arrays are
 * shared and not to be changed.
 */
public final class Route {
  static final Subscription[] NO_TARGETS = {};
  static final SharedGroup[] NO_GROUPS = {};
  static final Interceptor[] NO_INTERCEPTORS = {};

  private final Subscription[] targets;
  private final @Nullable Subscription @Nullable [] own;
  private final SharedGroup[] groups;
  private final Interceptor[] interceptors;
  private final int topicHash;
  private final long stamp;
  private final boolean durable;

  Route(
      Subscription[] targets,
      @Nullable Subscription @Nullable [] own,
      SharedGroup[] groups,
      Interceptor[] interceptors,
      int topicHash,
      long stamp) {
    this.targets = targets;
    this.own = own;
    this.groups = groups;
    this.interceptors = interceptors;
    this.topicHash = topicHash;
    this.stamp = stamp;
    this.durable = hasDurable(targets);
  }

  private static boolean hasDurable(Subscription[] targets) {
    for (Subscription target : targets) {
      if (target.subscriber().storedList() != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * Each subscriber once. Overlapping subscriptions of one are merged: the greatest QoS
   * [MQTT-3.3.4-2], the identifiers of all [MQTT-3.3.4-4], No Local only if all have it, Retain As
   * Published if any has it.
   */
  public Subscription[] targets() {
    return targets;
  }

  /**
   * How the target at an index gets what it published itself: null if not at all, because of No
   * Local [MQTT-3.8.3-3].
   */
  public @Nullable Subscription forPublisher(int index) {
    Subscription some = own == null ? null : own[index];
    if (some != null) {
      return some;
    }
    return targets[index].noLocal() ? null : targets[index];
  }

  /** How the target at an index gets a message; null if not at all. */
  @Nullable Subscription target(int index, Message message) {
    Subscription target = targets[index];
    return target.subscriber().clientId().equals(message.publisher())
        ? forPublisher(index)
        : target;
  }

  /** Shared groups of which one member each gets the message. */
  public SharedGroup[] groups() {
    return groups;
  }

  /** Who is shown the message before its publisher is answered; empty for nobody. */
  public Interceptor[] interceptors() {
    return interceptors;
  }

  /** Whether nobody subscribed; the publisher's acknowledgement then may say 0x10. */
  public boolean isEmpty() {
    return targets.length == 0 && groups.length == 0;
  }

  /** Whether any target is durable. */
  public boolean hasDurable() {
    return durable;
  }

  /** Hash of the topic, to ask for the tree's stamp. */
  public int topicHash() {
    return topicHash;
  }

  /** The tree's stamp of the topic before the route was made. */
  public long stamp() {
    return stamp;
  }

  /** About how much memory the route takes, without subscriptions that the tree holds as well. */
  int sizeBytes() {
    int size = 56 + 4 * (targets.length + groups.length + interceptors.length);
    return own == null ? size : size + 4 * own.length;
  }
}
