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

import io.mqueduct.bus.BusFailure;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;

/**
 * How the admin's loop asks the loops of the broker, which belong to another Vert.x instance: the
 * question goes over the broker's event bus, the answer comes back on the admin's loop.
 */
final class BrokerBus {
  private static final DeliveryOptions LOCAL =
      new DeliveryOptions().setLocalOnly(true).setSendTimeout(10_000);

  private final Vertx broker;
  private final Context bridge;

  /** To be made outside of any event loop. */
  BrokerBus(Vertx broker) {
    this.broker = broker;
    this.bridge = broker.getOrCreateContext();
  }

  /**
   * Asks; completes on the given context. Fails with a {@link io.mqueduct.message.BrokerException}.
   */
  <T> Future<T> ask(Context back, String address, Object question) {
    Promise<T> answer = Promise.promise();
    bridge.runOnContext(
        there ->
            broker
                .eventBus()
                .<T>request(address, question, LOCAL)
                .map(Message::body)
                .recover(BusFailure::toBrokerException)
                .onComplete(done -> WayBack.run(back, () -> answer.handle(done))));
    return answer.future();
  }
}
