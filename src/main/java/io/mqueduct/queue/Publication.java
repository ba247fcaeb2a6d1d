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

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Message;
import io.mqueduct.queue.expression.KeyExpression;
import io.mqueduct.queue.expression.KeyOutcome;
import io.mqueduct.queue.property.PublishProperties;
import io.mqueduct.queue.spec.QueueSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way into one queue, and who waits to hear of it. Handed to the queue's loop,
 * which owns it from then on.
 */
public final class Publication {
  final Message message;
  final @Nullable String peerHost;
  final Reply reply;

  /** Whether nobody hears that the queue is full: then it is dropped as well as refused. */
  final boolean isLostWhenRefused;

  /** Whether nobody hears that the store does not take it, nor tries again: the same. */
  private final boolean isLostWhenItFails;

  /** The queues that it has died in as a dead letter. */
  private final List<String> deaths;

  final PublisherOrders orders;

  /** Key, once it was computed. */
  @Nullable String key;

  boolean keyKnown;

  /** Why it has none, if it should. */
  @Nullable DropReason withoutKey;

  /** Whether its place was reserved, see {@link NamedQueue#reserve}. */
  boolean reserved;

  /** What became of a message in a queue. */
  public enum Outcome {
    /** It is in the store. */
    STORED,
    /** Its {@code mq-dedup-id} is known: it was stored before. */
    DUPLICATE,
    /** The queue has no use for it: no key, too large, nonsense asked for, or it has died there. */
    IGNORED,
    /** The queue is full, and rejects: the publisher is to be told 0x97. */
    REJECTED,
    /** The store failed; the publisher is not to be told success. */
    FAILED
  }

  /** Who is told the outcome, once, on the queue's loop; not to throw. */
  @FunctionalInterface
  public interface Reply {
    /**
     * The outcome.
     *
     * @param fillPercent how full the queue is, 0 to 100; 0 if it has no limit
     * @param why for {@link Outcome#FAILED} and {@link Outcome#REJECTED}
     */
    void done(Outcome outcome, int fillPercent, @Nullable BrokerException why);
  }

  /**
   * A message that matches the queue's filter.
   *
   * @param peerHost address of the publisher, if known, for key expressions
   */
  public Publication(Message message, @Nullable String peerHost, Reply reply) {
    this(message, peerHost, reply, false, false);
  }

  Publication(
      Message message,
      @Nullable String peerHost,
      Reply reply,
      boolean isLostWhenRefused,
      boolean isLostWhenItFails) {
    this.message = message;
    this.peerHost = peerHost;
    this.reply = reply;
    this.isLostWhenRefused = isLostWhenRefused;
    this.isLostWhenItFails = isLostWhenItFails;
    this.orders = PublisherOrders.of(message.properties());
    byte[] properties = message.properties();
    boolean hasOwn = properties.length > 0 && PublishProperties.hasOwn(properties);
    this.deaths = hasOwn ? Deaths.of(message) : List.of();
  }

  /** Computes the key, unless that was done already. */
  void findKey(QueueSpec spec) {
    KeyExpression expression = spec.keyExpression();
    if (keyKnown || !spec.isLastValue() || expression == null) {
      return;
    }
    keyKnown = true;
    KeyOutcome outcome = expression.keyOf(message, peerHost);
    if (outcome instanceof KeyOutcome.Key found) {
      key = found.latin1();
    } else {
      withoutKey = outcome instanceof KeyOutcome.Unbound ? DropReason.NO_KEY : DropReason.KEY_ERROR;
    }
  }

  /** Whether it is a dead letter that has come back to a queue that it died in. */
  boolean hasDiedIn(String queue) {
    return !deaths.isEmpty() && deaths.contains(queue);
  }

  /** The way that it went as a dead letter, for people. */
  String deaths() {
    return String.join(" > ", deaths);
  }

  /** Tells whoever waits, and counts what was not taken. */
  void answer(QueueContents contents, Outcome outcome, @Nullable BrokerException why) {
    if (outcome == Outcome.REJECTED || outcome == Outcome.FAILED) {
      contents.counters.refused++;
    }
    if (outcome == Outcome.FAILED && isLostWhenItFails) {
      contents.counters.drop(DropReason.STORE_FAILED);
    }
    reply.done(outcome, contents.fillPercent(), why);
  }
}
