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
package io.mqueduct.admin;

import io.mqueduct.message.Message;
import io.mqueduct.queue.spec.QueueSpec;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** The calls that follow what is stored in a queue. Owned by the admin's loop. */
final class QueueTails implements Operations.Calls, QueueTail.Owner {
  private static final int MOST_TAILS = 64;

  private final Queues queues;
  private final Unread unread;

  /** Bytes of messages on their way to this loop, see {@link QueueTail}. */
  private final AtomicLong handedOver = new AtomicLong();

  private final Set<QueueTail> open = new HashSet<>();

  QueueTails(Queues queues, Unread unread) {
    this.queues = queues;
    this.unread = unread;
  }

  @Override
  public void tie(Operations operations) {
    operations.stream("tailQueue", this::tail);
  }

  private void tail(Call call) {
    Predicate<Message> wanted = QueueMessageCalls.topicFilter(call.query("topic"));
    Payloads payloads = Payloads.of(call);
    Caller caller = Caller.of(call.context().response());
    queues
        .find(call.path("name"))
        .onSuccess(spec -> begin(call, caller, spec, wanted, payloads))
        .onFailure(call.context()::fail);
  }

  private void begin(
      Call call, Caller caller, QueueSpec spec, Predicate<Message> wanted, Payloads payloads) {
    if (caller.isGone()) {
      return;
    }
    if (open.size() >= MOST_TAILS) {
      call.context().fail(ApiError.busy(MOST_TAILS + " tails are open already"));
      return;
    }
    HttpServerRequest request = call.context().request();
    if (request.method().equals(HttpMethod.HEAD)) {
      request.response().putHeader("Content-Type", "text/event-stream").end();
      return;
    }
    QueueTail tail = new QueueTail(queues, spec, request, wanted, payloads, handedOver, this);
    open.add(tail);
    caller.whenGone(tail::close);
    tail.begin();
  }

  @Override
  public boolean take(QueueTail tail, int bytes) {
    if (unread.take(bytes)) {
      return true;
    }
    QueueTail slowest = tail;
    for (QueueTail each : open) {
      if (each.unread() > slowest.unread()) {
        slowest = each;
      }
    }
    if (slowest == tail) {
      return false;
    }
    slowest.cut();
    unread.takeAnyway(bytes);
    return true;
  }

  @Override
  public void give(int bytes) {
    unread.give(bytes);
  }

  @Override
  public void closed(QueueTail tail) {
    open.remove(tail);
  }
}
