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

/**
 * A QoS 0 message whose publisher's earlier messages wait for interceptors: it takes its turn
 * behind them, and nobody is told. Owned by the publisher's loop.
 */
final class Unanswered implements Turns.Turn {
  private final Router router;
  private final Message message;
  private final RouteCache routes;
  private final Publisher publisher;

  Unanswered(Router router, Message message, RouteCache routes, Publisher publisher) {
    this.router = router;
    this.message = message;
    this.routes = routes;
    this.publisher = publisher;
  }

  @Override
  public int unansweredBytes() {
    return message.sizeBytes();
  }

  @Override
  public boolean mayStore() {
    return true;
  }

  @Override
  public void store() {
    for (Interceptor each : routes.route(message.topic()).interceptors()) {
      each.pass(message, publisher.peerHost(), Interceptor.Listener.NOBODY).store();
    }
  }

  @Override
  public boolean mayPassOn() {
    return true;
  }

  @Override
  public void passOn() {
    router.passOn(message, routes.route(message.topic()), routes, null);
  }
}
