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
package io.mqueduct.bus;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.vertx.core.Future;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;

/** Carries a {@link BrokerException} over the event bus: the problem's number and its line. */
public final class BusFailure {
  private BusFailure() {}

  /** Answers with a failure. */
  public static void reply(Message<?> request, BrokerException why) {
    request.fail(why.problem().number(), why.getMessage());
  }

  /** The failure of a request as it was before it went over the bus. */
  public static <T> Future<T> toBrokerException(Throwable failure) {
    if (failure instanceof ReplyException reply
        && reply.failureType() == ReplyFailure.RECIPIENT_FAILURE) {
      return Future.failedFuture(
          new BrokerException(
              Problem.ofNumber(reply.failureCode()), String.valueOf(reply.getMessage())));
    }
    return Future.failedFuture(
        new BrokerException(Problem.INTERNAL, "a part of the broker does not answer: " + failure));
  }
}
