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
package io.mqueduct.session;

/**
 * The rules that sessions follow, from the configuration's {@code mqtt.*}. Immutable, any thread.
 * For every limit 0 means "none".
 *
 * @param maxInflight QoS 1 and 2 deliveries that are not complete, 0 to 65,535
 * @param maxMqueueLen messages per priority level of the mqueue
 * @param maxMqueueTotalLen messages in the mqueue over all levels
 * @param maxMqueueBytes bytes in the mqueue over all levels
 * @param storeQos0 whether QoS 0 messages may wait in the mqueue
 * @param priorities the table of priorities
 * @param shiftMultiplier messages per priority point before the next level has its turn, from 1
 * @param retryIntervalMillis resend period while the client stays connected
 * @param maxAwaitingRel inbound QoS 2 identifiers that wait for PUBREL
 * @param awaitRelTimeoutMillis age at which such an identifier is released, from 1
 * @param maxSubscriptions subscriptions per session
 * @param upgradeQos deliver at the subscription's QoS, not at the lesser one
 */
public record SessionSettings(
    int maxInflight,
    int maxMqueueLen,
    int maxMqueueTotalLen,
    long maxMqueueBytes,
    boolean storeQos0,
    Priorities priorities,
    int shiftMultiplier,
    long retryIntervalMillis,
    int maxAwaitingRel,
    long awaitRelTimeoutMillis,
    int maxSubscriptions,
    boolean upgradeQos) {
  /** What holds if the configuration says nothing. */
  public static final SessionSettings DEFAULTS =
      new SessionSettings(32, 1000, 0, 0, true, Priorities.DISABLED, 10, 0, 100, 300_000, 0, false);

  /** The window of a client, and the Receive Maximum that a 5.0 CONNACK carries. */
  public int effectiveWindow(int clientReceiveMaximum) {
    return maxInflight == 0 ? clientReceiveMaximum : Math.min(maxInflight, clientReceiveMaximum);
  }

  /** A builder that starts from these values. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Collects values; one thread. */
  public static final class Builder {
    private int maxInflight;
    private int maxMqueueLen;
    private int maxMqueueTotalLen;
    private long maxMqueueBytes;
    private boolean storeQos0;
    private Priorities priorities;
    private int shiftMultiplier;
    private long retryIntervalMillis;
    private int maxAwaitingRel;
    private long awaitRelTimeoutMillis;
    private int maxSubscriptions;
    private boolean upgradeQos;

    private Builder(SessionSettings from) {
      maxInflight = from.maxInflight;
      maxMqueueLen = from.maxMqueueLen;
      maxMqueueTotalLen = from.maxMqueueTotalLen;
      maxMqueueBytes = from.maxMqueueBytes;
      storeQos0 = from.storeQos0;
      priorities = from.priorities;
      shiftMultiplier = from.shiftMultiplier;
      retryIntervalMillis = from.retryIntervalMillis;
      maxAwaitingRel = from.maxAwaitingRel;
      awaitRelTimeoutMillis = from.awaitRelTimeoutMillis;
      maxSubscriptions = from.maxSubscriptions;
      upgradeQos = from.upgradeQos;
    }

    /** See {@link SessionSettings#maxInflight}. */
    public Builder maxInflight(int value) {
      maxInflight = value;
      return this;
    }

    /** See {@link SessionSettings#maxMqueueLen}. */
    public Builder maxMqueueLen(int value) {
      maxMqueueLen = value;
      return this;
    }

    /** See {@link SessionSettings#maxMqueueTotalLen}. */
    public Builder maxMqueueTotalLen(int value) {
      maxMqueueTotalLen = value;
      return this;
    }

    /** See {@link SessionSettings#maxMqueueBytes}. */
    public Builder maxMqueueBytes(long value) {
      maxMqueueBytes = value;
      return this;
    }

    /** See {@link SessionSettings#storeQos0}. */
    public Builder storeQos0(boolean value) {
      storeQos0 = value;
      return this;
    }

    /** See {@link SessionSettings#priorities}. */
    public Builder priorities(Priorities value) {
      priorities = value;
      return this;
    }

    /** See {@link SessionSettings#shiftMultiplier}. */
    public Builder shiftMultiplier(int value) {
      shiftMultiplier = value;
      return this;
    }

    /** See {@link SessionSettings#retryIntervalMillis}. */
    public Builder retryIntervalMillis(long value) {
      retryIntervalMillis = value;
      return this;
    }

    /** See {@link SessionSettings#maxAwaitingRel}. */
    public Builder maxAwaitingRel(int value) {
      maxAwaitingRel = value;
      return this;
    }

    /** See {@link SessionSettings#awaitRelTimeoutMillis}. */
    public Builder awaitRelTimeoutMillis(long value) {
      awaitRelTimeoutMillis = value;
      return this;
    }

    /** See {@link SessionSettings#maxSubscriptions}. */
    public Builder maxSubscriptions(int value) {
      maxSubscriptions = value;
      return this;
    }

    /** See {@link SessionSettings#upgradeQos}. */
    public Builder upgradeQos(boolean value) {
      upgradeQos = value;
      return this;
    }

    /** The rules. */
    public SessionSettings build() {
      return new SessionSettings(
          maxInflight,
          maxMqueueLen,
          maxMqueueTotalLen,
          maxMqueueBytes,
          storeQos0,
          priorities,
          shiftMultiplier,
          retryIntervalMillis,
          maxAwaitingRel,
          awaitRelTimeoutMillis,
          maxSubscriptions,
          upgradeQos);
    }
  }
}
