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

import io.mqueduct.message.ReasonCode;
import io.mqueduct.routing.Settlement;
import io.mqueduct.routing.Subscriber;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A session as a consumer of one shard of a queue: takes part while the queue is its own and its
 * client is online. Owned by the shard's loop, but for {@link #look} and {@link #leave}.
 */
final class QueueMember implements QueueConsumer {
  private final SessionConsumer consumer;
  private final QueueShard shard;
  private final AtomicBoolean looks = new AtomicBoolean();
  private final Runnable look = this::lookNow;
  private volatile boolean wanted = true;
  private boolean joined;
  private boolean leaving;

  QueueMember(SessionConsumer consumer, QueueShard shard) {
    this.consumer = consumer;
    this.shard = shard;
  }

  /** Any thread: something about the client has changed; what, is looked at on the shard's loop. */
  void look() {
    if (looks.compareAndSet(false, true)) {
      shard.mailbox().post(look);
    }
  }

  /** Any thread: the client does not consume this queue any more. */
  void leave() {
    wanted = false;
    look();
  }

  private void lookNow() {
    looks.set(false); // first, so that what changes from here on is looked at again
    long now = System.currentTimeMillis();
    boolean takesPart = wanted && consumer.isOnline();
    NamedQueue queue = shard.queue();
    if (takesPart && joined) {
      queue.creditAvailable(this, now);
    } else if (takesPart) {
      joined = true;
      queue.attach(this, now);
    } else if (joined && !leaving) {
      // What it acknowledged before it went may be behind this look, which was posted earlier then.
      leaving = true;
      shard.mailbox().post(this::leaveNow);
    }
    consumer.subscriber().passCredit(); // what this queue leaves
  }

  private void leaveNow() {
    leaving = false;
    long now = System.currentTimeMillis();
    if (wanted && consumer.isOnline()) {
      shard.queue().creditAvailable(this, now); // it is back, and was not missed
      return;
    }
    joined = false;
    if (wanted) {
      shard.queue().away(this, now);
    } else {
      shard.queue().detach(this, now);
    }
  }

  @Override
  public String id() {
    return consumer.subscriber().clientId();
  }

  @Override
  public int credit() {
    return leaving ? 0 : consumer.credit();
  }

  @Override
  public void deliver(Handout handout) {
    Subscriber subscriber = consumer.subscriber();
    subscriber.lend(handout.message(), consumer.subscription(), 1, new Loan(shard, handout));
  }

  /** One delivery in the hands of the session, whose loop says what became of it. */
  private record Loan(QueueShard shard, Handout handout) implements Settlement {
    @Override
    public void settled(ReasonCode code, @Nullable String reason) {
      shard
          .mailbox()
          .post(() -> shard.queue().settled(handout, code, reason, System.currentTimeMillis()));
    }

    @Override
    public void returned(boolean wasSent) {
      shard
          .mailbox()
          .post(() -> shard.queue().returned(handout, wasSent, System.currentTimeMillis()));
    }
  }
}
