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

import org.jspecify.annotations.Nullable;

/**
 * One subscription of one subscriber with its options (MQTT 5.0 section 3.8.3.1), or the merge of
 * several overlapping ones that match the same message. Immutable, any thread.
 */
public final class Subscription {
  /** No subscription identifiers. */
  public static final int[] NO_IDENTIFIERS = new int[0];

  private final Subscriber subscriber;
  private final String filter;
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
}
