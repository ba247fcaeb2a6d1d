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
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The way of messages that touch something durable: the store has them first, as a whole. Any
 * thread; a lock is held only for retained messages, see {@link KeptMessages}.
 */
final class StoredPublishing {
  private final Journal journal;
  private final KeptMessages[] kept = new KeptMessages[64];

  StoredPublishing(Journal journal, RetainedStore retained) {
    this.journal = journal;
    Arrays.setAll(kept, i -> new KeptMessages(retained));
  }

  /** Where messages are stored. */
  Journal journal() {
    return journal;
  }

  /** Whether it is kept as a retained message; the broker's own figures are not. */
  static boolean keeps(Message message) {
    return message.retain()
        && !(message.topic().isDollar() && message.topic().text().startsWith("$SYS/"));
  }

  /** Whether any target of a message is durable. */
  static boolean concerns(Message message, Route route) {
    return route.hasDurable() || hasStored(route.groups(), message);
  }

  /** Whether a message cannot be the retained one of its topic. */
  static boolean isRefused(RetainedStore.Outcome outcome) {
    return outcome == RetainedStore.Outcome.FULL || outcome == RetainedStore.Outcome.TOO_LARGE;
  }

  /** Publishes a message, as {@link Router#publish} does. */
  @Nullable ReasonCode publish(
      Message message, Route route, @Nullable Bundling bundling, @Nullable Origin origin) {
    return publish(message, route, bundling, origin, null);
  }

  /** As above, but a refusal is returned. */
  @Nullable ReasonCode announce(
      Message message, Route route, @Nullable Bundling bundling, Announcement announced) {
    return publish(message, route, bundling, null, announced);
  }

  private @Nullable ReasonCode publish(
      Message message,
      Route route,
      @Nullable Bundling bundling,
      @Nullable Origin origin,
      @Nullable Announcement announced) {
    Subscription[] targets = route.targets();
    Subscription[] durable = route.hasDurable() ? new Subscription[targets.length] : targets;
    int count = 0;
    for (int i = 0; route.hasDurable() && i < targets.length; i++) {
      Subscription target = route.target(i, message);
      if (target != null && isStored(target, message)) {
        durable[count++] = target;
      }
    }
    SharedGroup[] groups = stored(route.groups(), message);
    boolean keep = keeps(message);
    boolean nobody = route.isEmpty() && !message.retain();
    ReasonCode outcome = nobody ? ReasonCode.NO_MATCHING_SUBSCRIBERS : ReasonCode.SUCCESS;
    Receipt receipt = null;
    if (keep || count > 0 || groups.length > 0 || (origin != null && origin.hasDurableId())) {
      receipt = origin == null ? announced : origin.receipt(outcome);
      ReasonCode refusal = store(message, durable, count, groups, receipt);
      if (refusal != null) {
        if (origin == null || receipt == null) {
          return refusal;
        }
        receipt.failed(refusal);
        return null;
      }
    }
    if (announced == null || !announced.hasReachedOthers()) {
      deliverToOthers(message, route, groups, bundling);
    }
    if (announced != null) {
      announced.reachesOthers();
    }
    return receipt == null ? outcome : null;
  }

  /** To those that get it without the store. */
  private static void deliverToOthers(
      Message message, Route route, SharedGroup[] stored, @Nullable Bundling bundling) {
    boolean isBundled = Router.isBundled(message, route, bundling);
    for (int i = 0; i < route.targets().length; i++) {
      if (isBundled && route.targets()[i].subscriber().storedList() == null) {
        continue;
      }
      Subscription target = route.target(i, message);
      if (target != null && !isStored(target, message)) {
        Router.deliver(message, target, route);
      }
    }
    for (SharedGroup group : route.groups()) {
      if (!isAmong(stored, group)) {
        group.dispatch().publish(message);
      }
    }
  }

  /** Clears a topic, as {@link Router#clearRetained} does. */
  @Nullable ReasonCode clear(Message empty, Origin origin) {
    Receipt receipt = origin.receipt(ReasonCode.SUCCESS);
    ReasonCode refusal = store(empty, Route.NO_TARGETS, 0, Route.NO_GROUPS, receipt);
    if (refusal != null) {
      receipt.failed(refusal);
    }
    return null;
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

  private static boolean isStored(Subscription target, Message message) {
    StoredList list = target.subscriber().storedList();
    return list != null && list.qos(message, target) > 0;
  }

  /** Null, or why nothing was stored. */
  private @Nullable ReasonCode store(
      Message message,
      Subscription[] targets,
      int count,
      SharedGroup[] groups,
      @Nullable Receipt receipt) {
    if (!keeps(message)) {
      return journal.store(message, false, targets, count, groups, receipt)
          ? null
          : ReasonCode.SERVER_BUSY;
    }
    return kept(message.topic().text())
        .keep(message, receipt, told -> journal.store(message, true, targets, count, groups, told));
  }

  private KeptMessages kept(String topic) {
    return kept[topic.hashCode() & (kept.length - 1)];
  }

  /** Removes a retained message that has expired, from the store as well. */
  boolean removeExpired(Message expired, BooleanSupplier remove) {
    String topic = expired.topic().text();
    return kept(topic).removeExpired(expired, () -> journal.clearRetained(topic), remove);
  }
}
