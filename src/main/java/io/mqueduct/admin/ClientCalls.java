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

import io.mqueduct.message.ReasonCode;
import io.mqueduct.protocol.OperatorSubscribe;
import io.mqueduct.protocol.OperatorUnsubscribe;
import io.mqueduct.session.ListSessions;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionView;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

/** The calls about clients. Owned by the admin's loop. */
final class ClientCalls implements Operations.Calls {
  private final Sessions sessions;
  private final SubscriptionCalls subscriptions;
  private final Supplier<String> node;

  ClientCalls(Sessions sessions, SubscriptionCalls subscriptions, Supplier<String> node) {
    this.sessions = sessions;
    this.subscriptions = subscriptions;
    this.node = node;
  }

  @Override
  public void tie(Operations operations) {
    operations.on("listClients", this::list);
    operations.on("kickClients", this::kickAll);
    both(operations, "getClient", this::one);
    both(operations, "kickClient", this::kick);
    both(operations, "listClientSubscriptions", subscriptions::ofClient);
    both(operations, "subscribeClient", this::subscribe);
    both(operations, "unsubscribeClient", this::unsubscribe);
    both(operations, "listMqueueMessages", call -> SessionMessages.mqueue(sessions, call));
    both(operations, "listInflightMessages", call -> SessionMessages.inflight(sessions, call));
    both(operations, "purgeMqueue", this::purge);
  }

  /** Of a client that is named in the path, and of one that is named in the query. */
  private static void both(
      Operations operations, String id, Function<Call, Future<Reply>> operation) {
    operations.on(id, operation);
    operations.on(id + "ByQuery", operation);
  }

  private Future<Reply> list(Call call) {
    ClientFilter filter = ClientFilter.of(call);
    int limit = call.number("limit", 100);
    int page = call.number("page", 1);
    String cursor = call.query("cursor");
    long skip = cursor == null ? (long) (page - 1) * limit : 0;
    var wanted = filter.isAny() ? ListSessions.ALL : filter;
    Future<Sessions.Page> found = sessions.page(Cursor.of(cursor), skip, limit, wanted);
    Future<Long> total = filter.isAny() ? sessions.total() : Future.succeededFuture(-1L);
    return Future.all(found, total)
        .map(done -> Reply.ok(list(found.result(), total.result(), page, limit)));
  }

  private JsonObject list(Sessions.Page page, long total, int number, int limit) {
    JsonArray data = new JsonArray();
    long now = System.currentTimeMillis();
    for (Sessions.Placed each : page.found()) {
      data.add(ClientJson.of(each.view(), node.get(), now));
    }
    Cursor next = page.next();
    JsonObject meta =
        new JsonObject().put("page", number).put("limit", limit).put("hasnext", next != null);
    if (total >= 0) {
      meta.put("count", total);
    }
    if (next != null) {
      meta.put("cursor", next.text());
    }
    return new JsonObject().put("data", data).put("meta", meta);
  }

  private Future<Reply> one(Call call) {
    return sessions
        .<SessionView>in(call.named("clientid"), (session, now) -> SessionView.of(session))
        .map(view -> Reply.ok(ClientJson.of(view, node.get(), System.currentTimeMillis())));
  }

  private Future<Reply> kick(Call call) {
    return sessions
        .kick(call.named("clientid"))
        .map(
            kicked -> {
              if (!kicked) {
                throw ApiError.noSuchClient();
              }
              return Reply.none();
            });
  }

  /** One after the other, since each is quick and they may be many. */
  private Future<Reply> kickAll(Call call) {
    Future<?> done = Future.succeededFuture();
    for (Object each : call.list()) {
      done = done.compose(before -> sessions.kick((String) each));
    }
    return done.map(all -> Reply.none());
  }

  private Future<Reply> subscribe(Call call) {
    String id = call.named("clientid");
    JsonObject body = call.body();
    OperatorSubscribe order =
        new OperatorSubscribe(
            id,
            body.getString("topic"),
            body.getInteger("qos", 0),
            flag(body.getValue("nl")),
            flag(body.getValue("rap")),
            body.getInteger("rh", 0));
    return sessions
        .<ReasonCode>connected(id, order)
        .map(
            code -> {
              if (code == ReasonCode.QUOTA_EXCEEDED) {
                throw new ApiError(507, code.name(), "there are as many subscriptions as may be");
              }
              checkStored(code);
              if (code.isError()) {
                throw ApiError.badRequest("topic: " + words(code));
              }
              return Reply.ok(
                  new JsonObject()
                      .put("clientid", id)
                      .put("node", node.get())
                      .put("topic", order.filter())
                      .put("qos", code.value())
                      .put("nl", order.noLocal() ? 1 : 0)
                      .put("rap", order.retainAsPublished() ? 1 : 0)
                      .put("rh", order.retainHandling()));
            });
  }

  private static void checkStored(ReasonCode code) {
    if (code == ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR) {
      throw MessageCalls.refused(code, MessageCalls.said(code));
    }
  }

  private static String words(ReasonCode code) {
    return code.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static boolean flag(Object value) {
    return Boolean.TRUE.equals(value) || (value instanceof Number number && number.intValue() == 1);
  }

  private Future<Reply> unsubscribe(Call call) {
    String id = call.named("clientid");
    return sessions
        .<ReasonCode>connected(id, new OperatorUnsubscribe(id, call.body().getString("topic")))
        .map(
            code -> {
              if (code == ReasonCode.NO_SUBSCRIPTION_EXISTED) {
                throw ApiError.notFound("the client has no subscription to this topic");
              }
              checkStored(code);
              if (code.isError()) {
                throw ApiError.badRequest("topic: " + words(code));
              }
              return Reply.none();
            });
  }

  private Future<Reply> purge(Call call) {
    return sessions
        .<Integer>in(call.named("clientid"), ClientCalls::purge)
        .map(purged -> Reply.ok(new JsonObject().put("purged", purged)));
  }

  private static Object purge(Session session, long now) {
    return session.purgeQueue();
  }
}
