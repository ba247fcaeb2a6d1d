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
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One subscription of one subscriber with its options (MQTT 5.0 section 3.8.3.1), or the merge of
 * several overlapping ones that match the same message. Immutable, any thread.
 */
public final class Subscription implements FilterEntry {
  /** No subscription identifiers. */
  public static final int[] NO_IDENTIFIERS = new int[0];

  /** Takes the place of a subscription that was removed from a table; never handed out. */
  static final Subscription GONE =
      new Subscription(new Nobody(), "", null, 0, false, false, 0, NO_IDENTIFIERS);

  private final Subscriber subscriber;
  private String filter; // only ever replaced by an equal text, see shareFilter
  private final @Nullable String group;
  private final int[] identifiers;
  private final byte qos;
  private final byte retainHandling;
  private final boolean noLocal;
  private final boolean retainAsPublished;

  /**
   * A subscription.
   *
   * @param subscriber who
   * @param filter the topic filter, without {@code $share/group/}
   * @param group name of the shared group, or null
   * @param qos greatest QoS that was granted, 0 to 2
   * @param noLocal whether the subscriber's own messages are left out
   * @param retainAsPublished whether the RETAIN flag is kept on live messages
   * @param retainHandling 0 send retained, 1 only if new, 2 never
   * @param identifiers subscription identifiers, 1 to 268,435,455; empty for none
   */
  public Subscription(
      Subscriber subscriber,
      String filter,
      @Nullable String group,
      int qos,
      boolean noLocal,
      boolean retainAsPublished,
      int retainHandling,
      int[] identifiers) {
    this.subscriber = subscriber;
    this.filter = filter;
    this.group = group;
    this.qos = (byte) qos;
    this.noLocal = noLocal;
    this.retainAsPublished = retainAsPublished;
    this.retainHandling = (byte) retainHandling;
    this.identifiers = identifiers;
  }

  /** Who subscribed. */
  public Subscriber subscriber() {
    return subscriber;
  }

  /** The filter without {@code $share/group/}. */
  @Override
  public String filter() {
    return filter;
  }

  /** Name of the shared group, or null for an ordinary subscription. */
  public @Nullable String group() {
    return group;
  }

  /** Greatest QoS that was granted. */
  public int qos() {
    return qos;
  }

  /** Whether the subscriber's own messages are left out (MQTT-3.8.3-3). */
  public boolean noLocal() {
    return noLocal;
  }

  /** Whether live messages keep the RETAIN flag they were published with (MQTT-3.3.1-13). */
  public boolean retainAsPublished() {
    return retainAsPublished;
  }

  /** 0: retained messages at each SUBSCRIBE, 1: only for a new subscription, 2: never. */
  public int retainHandling() {
    return retainHandling;
  }

  /** Subscription identifiers that go onto the delivery; empty for none. Not to be changed. */
  public int[] identifiers() {
    return identifiers;
  }

  /** Takes over the text of an equal filter, so that many subscriptions share one. */
  void shareFilter(String same) {
    filter = same;
  }

  /**
   * This and another subscription of the same subscriber as one: the greatest QoS [MQTT-3.3.4-2],
   * all identifiers [MQTT-3.3.4-4] even if some are the same.
   */
  public Subscription mergedWith(Subscription other) {
    int[] all = identifiers;
    if (other.identifiers.length > 0) {
      all = Arrays.copyOf(identifiers, identifiers.length + other.identifiers.length);
      System.arraycopy(other.identifiers, 0, all, identifiers.length, other.identifiers.length);
    }
    return new Subscription(
        subscriber,
        filter,
        null,
        Math.max(qos, other.qos),
        noLocal && other.noLocal,
        retainAsPublished || other.retainAsPublished,
        Math.min(retainHandling, other.retainHandling),
        all);
  }

  @Override
  public String toString() {
    return "Subscription["
        + subscriber.clientId()
        + (group == null ? " " : " $share/" + group + "/")
        + filter
        + ", qos "
        + qos
        + "]";
  }

  private static final class Nobody implements Subscriber {
    @Override
    public String clientId() {
      return "";
    }

    @Override
    public boolean isOnline() {
      return false;
    }

    @Override
    public int inflight() {
      return 0;
    }

    @Override
    public void deliver(Message message, Subscription subscription) {}

    @Override
    public void lend(Message message, Subscription subscription, int qos, Settlement settlement) {
      settlement.returned(false);
    }

    @Override
    public int credit() {
      return 0;
    }

    @Override
    public void addCreditListener(CreditListener listener) {}

    @Override
    public void removeCreditListener(CreditListener listener) {}
  }
}
