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
import java.util.function.Predicate;

/** The calls that follow what is stored in a queue. Owned by the admin's loop. */
final class QueueTails implements Operations.Calls {
  private static final int MOST_TAILS = 64;

  private final Queues queues;
  private int open;

  QueueTails(Queues queues) {
    this.queues = queues;
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
    if (open >= MOST_TAILS) {
      call.context().fail(ApiError.busy(MOST_TAILS + " tails are open already"));
      return;
    }
    HttpServerRequest request = call.context().request();
    if (request.method().equals(HttpMethod.HEAD)) {
      request.response().putHeader("Content-Type", "text/event-stream").end();
      return;
    }
    open++;
    QueueTail tail = new QueueTail(queues, spec, request, wanted, payloads, () -> open--);
    caller.whenGone(tail::close);
    tail.begin();
  }
}
