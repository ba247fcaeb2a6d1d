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
import java.time.InstantSource;
import java.util.concurrent.atomic.LongAdder;

/** What holds for all shared groups of a broker; may change while it runs. Any thread. */
public final class SharedRules {
  private final LongAdder dropped = new LongAdder();
  private final InstantSource clock;
  private volatile Values values;

  /**
   * The rules.
   *
   * @param strategy which member gets a message
   * @param limit messages that may wait while no member is online, {@link Integer#MAX_VALUE} for
   *     any
   * @param keepsQos0 whether QoS 0 messages wait as well
   * @param upgradesQos deliver at the subscription's QoS, not at the lesser one
   */
  public record Values(
      SharedStrategy strategy, int limit, boolean keepsQos0, boolean upgradesQos) {}

  /** Rules to begin with, and the clock that messages expire by. */
  public SharedRules(Values values, InstantSource clock) {
    this.values = values;
    this.clock = clock;
  }

  /** Sets other rules. */
  public void change(Values next) {
    values = next;
  }

  SharedStrategy strategy() {
    return values.strategy();
  }

  int limit() {
    return values.limit();
  }

  boolean keepsQos0() {
    return values.keepsQos0();
  }

  int qos(Message message, Subscription member) {
    return values.upgradesQos() ? member.qos() : Math.min(message.qos(), member.qos());
  }

  boolean isExpired(Message message) {
    return message.expiresAtMillis() != Message.NEVER && message.isExpired(clock.millis());
  }

  void dropped() {
    dropped.increment();
  }

  /** Messages that no member got: too many waited, or too long. */
  public long droppedMessages() {
    return dropped.sum();
  }
}
