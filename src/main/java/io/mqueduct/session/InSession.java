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

import io.mqueduct.bus.BusFailure;
import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.vertx.core.eventbus.Message;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the owner of a session do something with it; answered with {@link Done}, or fails with
 * TAKEN_OVER if the session is no longer there: locate it again then.
 *
 * @param clientId whose
 * @param task what to do, in short time
 */
public record InSession(String clientId, Task task) {
  private static final Logger LOG = LoggerFactory.getLogger(InSession.class);

  /** What is done with the session. */
  @FunctionalInterface
  public interface Task {
    /**
     * Runs on the owner's loop; the result is immutable. An expected failure is a {@link
     * io.mqueduct.message.BrokerException}.
     */
    Object run(Session session, long nowMillis);
  }

  /**
   * The answer.
   *
   * @param result what the task returned
   */
  public record Done(Object result) {}

  /** Does the task and answers, also if it fails. */
  public static void answer(Message<?> request, Supplier<? extends Object> task) {
    answerLater(request, told -> told.accept(task.get()));
  }

  /** Does the task, which is given whom to tell the result, now or later; and answers. */
  public static void answerLater(Message<?> request, Consumer<Consumer<Object>> task) {
    try {
      task.accept(result -> request.reply(new Done(result)));
    } catch (BrokerException e) {
      BusFailure.reply(request, e);
    } catch (RuntimeException e) {
      LOG.error("a request about a session failed", e);
      request.fail(Problem.INTERNAL.number(), "internal fault");
    }
  }
}
