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

import io.vertx.core.Future;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.openapi.router.OpenAPIRoute;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import java.util.function.Consumer;
import java.util.function.Function;

/** Ties the operations of the document to the code that does them. Owned by the admin's loop. */
final class Operations {
  private final RouterBuilder builder;
  private final Unread unread;

  Operations(RouterBuilder builder, Unread unread) {
    this.builder = builder;
    this.unread = unread;
  }

  /** A group of operations. */
  interface Calls {
    /** Ties its operations. */
    void tie(Operations operations);
  }

  /**
   * Has an operation done by a function. What it throws, or its future fails with, is answered as
   * {@link ApiError#of} says.
   *
   * @param id the operationId of the document
   */
  void on(String id, Function<Call, Future<Reply>> operation) {
    OpenAPIRoute route = builder.getRoute(id);
    if (route == null) {
      throw new IllegalStateException("openapi.yaml has no operation " + id);
    }
    route.setDoSecurity(false); // done before the body is read, see Gate
    if (id.startsWith("list")) {
      route.addHandler(context -> page(context, operation));
    } else {
      route.addHandler(
          context ->
              operation
                  .apply(new Call(context))
                  .onSuccess(reply -> end(context, reply))
                  .onFailure(context::fail));
    }
  }

  /** What may be large is made only when there is room for it, which it has until it is read. */
  private void page(RoutingContext context, Function<Call, Future<Reply>> operation) {
    unread
        .page()
        .onFailure(context::fail)
        .onSuccess(
            room ->
                Future.succeededFuture(new Call(context))
                    .compose(operation)
                    .compose(reply -> endPage(context, reply))
                    .onComplete(read -> unread.give(Unread.PAGE))
                    .onFailure(why -> failed(context, why)));
  }

  private static void failed(RoutingContext context, Throwable why) {
    if (!context.response().headWritten() && !context.response().closed()) {
      context.fail(why);
    }
  }

  /** Has an operation done by a function that writes the answer itself, as long as it lasts. */
  void stream(String id, Consumer<Call> operation) {
    OpenAPIRoute route = builder.getRoute(id);
    if (route == null) {
      throw new IllegalStateException("openapi.yaml has no operation " + id);
    }
    route.setDoSecurity(false);
    route.addHandler(context -> operation.accept(new Call(context)));
  }

  /** Has an operation done by a function that knows the answer at once. */
  void at(String id, Function<Call, Reply> operation) {
    on(id, call -> Future.succeededFuture(operation.apply(call)));
  }

  private void end(RoutingContext context, Reply reply) {
    if (begin(context, reply)) {
      unread.end(context, reply.body());
    }
  }

  /** Done when the caller has read it, or is gone. */
  private static Future<Void> endPage(RoutingContext context, Reply reply) {
    return begin(context, reply) ? Methods.end(context, reply.body()) : Future.succeededFuture();
  }

  /** Whether there is a body to be sent, and somebody who waits for it. */
  private static boolean begin(RoutingContext context, Reply reply) {
    HttpServerResponse response = context.response();
    if (response.closed() || response.ended()) {
      return false;
    }
    response.setStatusCode(reply.status());
    if (reply.contentType().isEmpty()) {
      response.end();
      return false;
    }
    response.putHeader("Content-Type", reply.contentType());
    return true;
  }
}
