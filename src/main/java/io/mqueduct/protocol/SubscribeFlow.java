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
package io.mqueduct.protocol;

import io.mqueduct.config.MqttSettings;
import io.mqueduct.config.Settings;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.protocol.codec.Subscribe;
import io.mqueduct.protocol.codec.Unsubscribe;
import io.mqueduct.queue.QueueAddress;
import io.mqueduct.routing.ParsedFilter;
import io.mqueduct.routing.Subscription;
import io.mqueduct.routing.TopicFilter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SUBSCRIBE and UNSUBSCRIBE (MQTT 5.0 sections 3.8 to 3.11). A subscription is in the tree before
 * its SUBACK is written, and its retained messages come behind the SUBACK. No state of its own;
 * that of a packet which is worked at is in {@link FilterWork}.
 */
final class SubscribeFlow {
  static final String TOO_LARGE = "the answer is larger than the client's maximum";

  private SubscribeFlow() {}

  /** What filters of a SUBSCRIBE have changed. */
  static final class Changes {
    final List<Subscription> added = new ArrayList<>();
    final List<Subscription> replays = new ArrayList<>(0);

    /** Each the one whose place an added one took, or null. */
    private final List<@Nullable Subscription> replaced = new ArrayList<>();

    private void add(Subscription subscription, @Nullable Subscription before) {
      added.add(subscription);
      replaced.add(before);
    }

    /**
     * The store did not take them: there is what it has.
     *
     * @param undone each that it did not take, with the one before it; of all of the packet
     */
    void takeBack(Connection from, IdentityHashMap<Subscription, @Nullable Subscription> undone) {
      for (int i = added.size() - 1; i >= 0; i--) { // one may have taken another one's place
        Subscription lost = added.get(i);
        Subscription before = replaced.get(i);
        undone.put(lost, before);
        while (before != null && undone.containsKey(before)) {
          before = undone.get(before);
        }
        if (from.session().subscriptions().get(lost.filter(), lost.group()) != lost) {
          continue;
        }
        if (before != null) {
          from.session().subscriptions().put(before);
          from.services.router.subscribe(before);
        } else {
          from.session().subscriptions().remove(lost.filter(), lost.group());
          from.services.router.unsubscribe(lost);
        }
      }
    }
  }

  static void subscribe(Connection from, Subscribe subscribe) {
    FilterWork.begin(from, subscribe.filters().size(), new Subscribing(from, subscribe));
  }

  static void unsubscribe(Connection from, Unsubscribe unsubscribe) {
    FilterWork.begin(from, unsubscribe.filters().size(), new Unsubscribing(from, unsubscribe));
  }

  /** One filter (MQTT-3.8.4-5: as if each had come in a packet of its own). */
  static ReasonCode one(
      Connection from,
      int subscriptionId,
      Subscribe.Filter asked,
      boolean byOperator,
      Changes changes) {
    MqttSettings mqtt = from.services.settings().mqtt();
    QueueAddress address = QueueFilters.parse(from, asked.filter());
    if (address instanceof QueueAddress.Queue queue) {
      return queue(from, subscriptionId, asked, queue, byOperator, changes);
    } else if (address instanceof QueueAddress.Invalid) {
      return ReasonCode.TOPIC_FILTER_INVALID;
    }
    ParsedFilter parsed = from.services.topics().parse(QueueFilters.alias(from, asked.filter()));
    String group = null;
    String filter;
    if (parsed instanceof ParsedFilter.Shared shared) {
      group = shared.group();
      filter = shared.filter();
    } else if (parsed instanceof ParsedFilter.Plain plain) {
      filter = plain.filter();
    } else {
      return ReasonCode.TOPIC_FILTER_INVALID;
    }
    ReasonCode refusal = judge(from, asked, byOperator, group, filter, mqtt);
    if (refusal != null) {
      return refusal;
    }
    int qos = Math.min(asked.qos(), mqtt.maxQosAllowed());
    Subscription subscription =
        new Subscription(
            from.session(),
            from.negotiated.mountpoint().text() + filter,
            group,
            qos,
            asked.noLocal(),
            asked.retainAsPublished(),
            asked.retainHandling(),
            identifiers(subscriptionId));
    Subscription replaced = from.session().subscriptions().put(subscription);
    if (replaced != null) {
      from.session().cancelReplay(replaced);
    }
    from.services.router.subscribe(subscription);
    changes.add(subscription, replaced);
    // [MQTT-3.3.1-9], [MQTT-3.3.1-10], [MQTT-3.3.1-11]; never for shared ones, section 4.8.2
    if (group == null
        && (asked.retainHandling() == 0 || (asked.retainHandling() == 1 && replaced == null))) {
      changes.replays.add(subscription);
    }
    return switch (qos) {
      case 0 -> ReasonCode.SUCCESS;
      case 1 -> ReasonCode.GRANTED_QOS_1;
      default -> ReasonCode.GRANTED_QOS_2;
    };
  }

  /** A consumer of a named queue, whether there is one of that name or not. */
  private static ReasonCode queue(
      Connection from,
      int subscriptionId,
      Subscribe.Filter asked,
      QueueAddress.Queue address,
      boolean byOperator,
      Changes changes) {
    if (!byOperator && !QueueFilters.mayConsume(from, address, asked.qos())) {
      return ReasonCode.NOT_AUTHORIZED;
    }
    Subscription subscription =
        QueueFilters.subscription(
            from, address, asked.retainAsPublished(), identifiers(subscriptionId));
    if (!hasRoom(from, subscription.filter(), null)) {
      return ReasonCode.QUOTA_EXCEEDED;
    }
    Subscription replaced = from.session().subscriptions().put(subscription);
    from.services.router.subscribe(subscription);
    changes.add(subscription, replaced);
    return ReasonCode.GRANTED_QOS_1;
  }

  private static int[] identifiers(int subscriptionId) {
    return subscriptionId == 0 ? Subscription.NO_IDENTIFIERS : new int[] {subscriptionId};
  }

  private static @Nullable ReasonCode judge(
      Connection from,
      Subscribe.Filter asked,
      boolean byOperator,
      @Nullable String group,
      String filter,
      MqttSettings mqtt) {
    if (isTooLong(from, filter)) {
      return ReasonCode.TOPIC_FILTER_INVALID;
    }
    if (group != null && !mqtt.sharedSubscription()) {
      return ReasonCode.SHARED_SUBSCRIPTIONS_NOT_SUPPORTED;
    }
    if (!mqtt.wildcardSubscription() && TopicFilter.hasWildcard(filter)) {
      return ReasonCode.WILDCARD_SUBSCRIPTIONS_NOT_SUPPORTED;
    }
    if (!byOperator && !from.access().maySubscribe(filter, asked.qos())) {
      return ReasonCode.NOT_AUTHORIZED;
    }
    return hasRoom(from, from.negotiated.mountpoint().text() + filter, group)
        ? null
        : ReasonCode.QUOTA_EXCEEDED;
  }

  /** Whether the mountpoint makes the filter longer than a filter can be [MQTT-4.7.3-3]. */
  private static boolean isTooLong(Connection from, String filter) {
    int mounted = from.negotiated.mountpoint().utf8().length;
    return mounted > 0
        && mounted + filter.getBytes(StandardCharsets.UTF_8).length > PublishFlow.LONGEST_TOPIC;
  }

  /** Whether there may be this subscription, or is one already. */
  private static boolean hasRoom(Connection from, String mounted, @Nullable String group) {
    Settings settings = from.services.settings();
    return from.session().subscriptions().get(mounted, group) != null
        || (from.session().subscriptions().size() < settings.mqtt().maxSubscriptions()
            && from.services.router.subscriptions() < settings.limits().maxSubscriptions());
  }

  /** [MQTT-3.10.4-1] */
  static ReasonCode remove(Connection from, String asked, List<Subscription> gone) {
    QueueAddress address = QueueFilters.parse(from, asked);
    if (address instanceof QueueAddress.Queue queue) {
      return remove(from, queue.text(), null, gone);
    } else if (address instanceof QueueAddress.Invalid) {
      return ReasonCode.TOPIC_FILTER_INVALID;
    }
    ParsedFilter parsed = from.services.topics().parse(QueueFilters.alias(from, asked));
    String group = null;
    String filter;
    if (parsed instanceof ParsedFilter.Shared shared) {
      group = shared.group();
      filter = shared.filter();
    } else if (parsed instanceof ParsedFilter.Plain plain) {
      filter = plain.filter();
    } else {
      return ReasonCode.TOPIC_FILTER_INVALID;
    }
    return remove(from, from.negotiated.mountpoint().text() + filter, group, gone);
  }

  private static ReasonCode remove(
      Connection from, String mounted, @Nullable String group, List<Subscription> gone) {
    Subscription removed = from.session().subscriptions().remove(mounted, group);
    if (removed == null) {
      return ReasonCode.NO_SUBSCRIPTION_EXISTED;
    }
    from.session().cancelReplay(removed);
    from.services.router.unsubscribe(removed);
    gone.add(removed);
    return ReasonCode.SUCCESS;
  }
}
