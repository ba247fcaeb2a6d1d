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

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.queue.spec.DeadLetter;
import io.mqueduct.routing.Interceptor;
import io.mqueduct.routing.Origin;
import io.mqueduct.routing.Publisher;
import io.mqueduct.routing.Receipt;
import io.mqueduct.routing.RouteCache;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.StoredList;
import io.mqueduct.routing.Turns;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends the dead letters of the queues of one loop, which owns it, to a queue or a topic. */
final class DeadLetterOffice implements DeadLetters {
  private final Map<String, ShardedQueue> queues;
  private final Router router;
  private final RouteCache routes;
  private final Mailbox mailbox;
  private final Turns turns = new Turns();

  DeadLetterOffice(
      Map<String, ShardedQueue> queues, Router router, RouteCache routes, Mailbox mailbox) {
    this.queues = queues;
    this.router = router;
    this.routes = routes;
    this.mailbox = mailbox;
  }

  @Override
  public void send(DeadLetter target, Message message, Reply reply) {
    if (target instanceof DeadLetter.ToQueue to) {
      ShardedQueue queue = queues.get(to.name());
      if (queue == null) {
        mailbox.post(() -> reply.done(false)); // it may be made later
      } else {
        queue.pass(message, null, new ToQueue(reply)).store();
      }
    } else {
      Published published = new Published(reply);
      ReasonCode outcome = router.publish(message, routes, published);
      if (outcome != null) {
        published.done(!outcome.isError());
      }
    }
  }

  private final class ToQueue implements Interceptor.Listener {
    private final Reply reply;

    ToQueue(Reply reply) {
      this.reply = reply;
    }

    @Override
    public void reserved(boolean granted) {}

    @Override
    public void stored(ReasonCode outcome, int fillPercent) {
      mailbox.post(() -> reply.done(!outcome.isError()));
    }
  }

  /** A dead letter that is published: the queue is its publisher, and waits. */
  private final class Published implements Origin, Publisher, Receipt {
    private final Reply reply;

    Published(Reply reply) {
      this.reply = reply;
    }

    void done(boolean isSafe) {
      mailbox.post(() -> reply.done(isSafe));
    }

    @Override
    public Publisher publisher() {
      return this;
    }

    @Override
    public boolean hasDurableId() {
      return false;
    }

    @Override
    public Receipt receipt(ReasonCode ifStored) {
      return this;
    }

    @Override
    public @Nullable String peerHost() {
      return null;
    }

    @Override
    public void execute(Runnable task) {
      mailbox.post(task);
    }

    @Override
    public void slowDown() {}

    @Override
    public Turns turns() {
      return turns;
    }

    @Override
    public @Nullable StoredList publisherList() {
      return null;
    }

    @Override
    public int packetId() {
      return 0;
    }

    @Override
    public void stored() {
      done(true);
    }

    @Override
    public void failed(ReasonCode why) {
      done(false);
    }
  }
}
