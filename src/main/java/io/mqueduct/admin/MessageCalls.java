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

import io.mqueduct.config.Settings;
import io.mqueduct.message.Message;
import io.mqueduct.message.Problem;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.routing.RouteCache;
import io.mqueduct.routing.Router;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Publishing over HTTP: answered when whoever keeps the message has it. Owned by the admin's loop,
 * which publishes like any other loop.
 */
final class MessageCalls implements Operations.Calls {
  private final Router router;
  private final RouteCache routes;
  private final MessageReader reader;
  private final Context here;
  private long count;

  MessageCalls(Router router, Supplier<Settings> settings, Context here) {
    this.router = router;
    this.routes = router.newCache();
    this.reader = new MessageReader(settings);
    this.here = here;
  }

  @Override
  public void tie(Operations operations) {
    operations.on("publish", this::one);
    operations.on("publishBulk", this::bulk);
  }

  private HttpPublisher publisher(Call call) {
    SocketAddress address = call.context().request().remoteAddress();
    return new HttpPublisher(router, routes, here, address == null ? null : address.hostAddress());
  }

  private Future<Reply> one(Call call) {
    Message message = message(call.body(), System.currentTimeMillis());
    return publisher(call)
        .publish(message)
        .map(
            code -> {
              if (code.isError()) {
                throw refused(code, "not published: " + said(code));
              }
              return Reply.json(code == ReasonCode.SUCCESS ? 200 : 202, outcome(message, code));
            });
  }

  private Message message(JsonObject body, long now) {
    return reader.read(body, body.getString("topic"), now);
  }

  /** If one of them is wrong, none is published. */
  private Future<Reply> bulk(Call call) {
    JsonArray asked = call.list();
    long now = System.currentTimeMillis();
    List<Message> messages = new ArrayList<>(asked.size());
    for (int i = 0; i < asked.size(); i++) {
      try {
        messages.add(message(asked.getJsonObject(i), now));
      } catch (ApiError e) {
        throw ApiError.badRequest("message " + i + ": " + e.getMessage());
      }
    }
    HttpPublisher publisher = publisher(call);
    List<Future<ReasonCode>> published = messages.stream().map(publisher::publish).toList();
    return Future.all(published).map(done -> bulkReply(messages, published));
  }

  private Reply bulkReply(List<Message> messages, List<Future<ReasonCode>> published) {
    JsonArray outcomes = new JsonArray();
    List<Integer> failed = new ArrayList<>();
    ReasonCode first = ReasonCode.SUCCESS;
    int status = 200;
    for (int i = 0; i < messages.size(); i++) {
      ReasonCode code = published.get(i).result();
      if (code.isError()) {
        first = failed.isEmpty() ? code : first;
        failed.add(i);
      } else if (code != ReasonCode.SUCCESS) {
        status = 202;
      }
      outcomes.add(outcome(messages.get(i), code));
    }
    if (!failed.isEmpty()) {
      throw refused(
          first,
          failed.size()
              + " of "
              + messages.size()
              + " not published: "
              + said(first)
              + "; the first of them: message "
              + failed.get(0));
    }
    return Reply.json(status, outcomes);
  }

  static ApiError refused(ReasonCode code, String message) {
    return switch (code) {
      case QUOTA_EXCEEDED -> new ApiError(507, Problem.QUOTA_EXCEEDED.name(), message);
      case IMPLEMENTATION_SPECIFIC_ERROR -> new ApiError(507, Problem.STORE_FAILED.name(), message);
      default -> ApiError.busy(message);
    };
  }

  static String said(ReasonCode code) {
    return switch (code) {
      case QUOTA_EXCEEDED -> "a queue is full and rejects, or retained messages are at a limit";
      case IMPLEMENTATION_SPECIFIC_ERROR -> "the store is full or fails, /readyz says why";
      case SERVER_BUSY -> "the store is busy";
      default -> code.name().toLowerCase(Locale.ROOT);
    };
  }

  private JsonObject outcome(Message message, ReasonCode code) {
    JsonObject json =
        new JsonObject().put("id", Long.toHexString(message.publishedAtMillis()) + "-" + ++count);
    return code == ReasonCode.SUCCESS
        ? json
        : json.put("reason_code", code.value())
            .put("message", code.name().toLowerCase(Locale.ROOT));
  }
}
