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

import io.mqueduct.routing.Router;
import io.mqueduct.routing.Subscription;
import io.mqueduct.routing.TopicFilter;
import io.mqueduct.session.SessionView;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lists of all subscriptions and of all topic filters. They go through the sessions, whose
 * places in the registry are the cursor: so no page costs more than another, and nothing is kept
 * between pages. Owned by the admin's loop.
 */
final class SubscriptionCalls implements Operations.Calls {
  /** Sessions that are asked at the same time. */
  private static final int AT_ONCE = 64;

  /** Rounds after which a page is given short rather than late. */
  private static final int MOST_ROUNDS = 200;

  /** Subscriptions of a client in a list that is no page. */
  private static final int MOST_BARE = 10_000;

  private static final TextOrder<Subscription> ORDER =
      new TextOrder<>(
          Subscription::filter,
          Comparator.comparing(each -> each.group() == null ? "" : each.group()));

  private final Sessions sessions;
  private final Router router;
  private final Supplier<String> node;

  SubscriptionCalls(Sessions sessions, Router router, Supplier<String> node) {
    this.sessions = sessions;
    this.router = router;
    this.node = node;
  }

  private record Found(String clientId, Subscription subscription) {}

  private record Page(List<Found> found, @Nullable Cursor next) {}

  /** A page that is being made: so many rows at most, and rather fewer than very large ones. */
  private static final class Rows {
    private static final int MOST_CHARS = 4 << 20;

    final List<Found> found = new ArrayList<>();
    private final int limit;
    private int chars;

    Rows(int limit) {
      this.limit = limit;
    }

    boolean isFull() {
      return found.size() >= limit || chars >= MOST_CHARS;
    }

    int left() {
      return limit - found.size();
    }

    void add(String clientId, Subscription subscription) {
      found.add(new Found(clientId, subscription));
      chars += clientId.length() + subscription.filter().length();
    }
  }

  @Override
  public void tie(Operations operations) {
    operations.on("listSubscriptions", this::subscriptions);
    operations.on("listTopics", this::topics);
  }

  private Future<Reply> subscriptions(Call call) {
    return page(call, filter(call))
        .map(
            page ->
                reply(
                    call,
                    page,
                    each -> ClientJson.of(each.clientId, each.subscription, node.get())));
  }

  /**
   * Those of one client: a page if the call asks for one, else a bare list as in EMQX, which has to
   * be short.
   */
  Future<Reply> ofClient(Call call) {
    String id = call.named("clientid");
    String cursor = call.query("cursor");
    boolean isPage = cursor != null || call.number("limit", 0) > 0;
    var from =
        cursor == null || cursor.isEmpty()
            ? TextOrder.Place.START
            : TextOrder.Place.of(Cursor.decode(cursor));
    Rows rows = new Rows(isPage ? call.number("limit", 100) : MOST_BARE);
    return sessions
        .<List<Subscription>>in(id, (session, now) -> session.subscriptions().all())
        .map(
            all -> {
              List<Subscription> sorted = ORDER.from(all, from, each -> true, rows.left() + 1);
              int at = 0;
              while (at < sorted.size() && !rows.isFull()) {
                rows.add(id, sorted.get(at++));
              }
              String next =
                  at == sorted.size() ? null : Cursor.encode(ORDER.of(sorted, at, from).text());
              if (!isPage && next != null) {
                throw ApiError.badRequest(
                    "limit: is missing; the client has "
                        + all.size()
                        + " subscriptions, which is too much for one answer");
              }
              JsonArray data = new JsonArray();
              rows.found.forEach(
                  each -> data.add(ClientJson.of(id, each.subscription, node.get())));
              return isPage ? reply(call, data, next) : Reply.ok(data);
            });
  }

  private Future<Reply> topics(Call call) {
    String topic = call.query("topic");
    return page(
            call, each -> (topic == null || topic.equals(each.filter())) && router.represents(each))
        .map(
            page ->
                reply(
                    call,
                    page,
                    each ->
                        new JsonObject()
                            .put("topic", each.subscription.filter())
                            .put("node", node.get())));
  }

  private static Predicate<Subscription> filter(Call call) {
    int qos = call.number("qos", -1);
    String group = call.query("share_group");
    String topic = call.query("topic");
    String match = call.query("match_topic");
    return each ->
        (qos < 0 || qos == each.qos())
            && (group == null || group.equals(each.group()))
            && (topic == null || topic.equals(each.filter()))
            && (match == null || TopicFilter.matches(each.filter(), match));
  }

  private Future<Page> page(Call call, Predicate<Subscription> wanted) {
    String clientId = call.query("clientid");
    int limit = call.number("limit", 100);
    Cursor from = Cursor.of(call.query("cursor"));
    Predicate<SessionView> sessionsWanted =
        view -> view.subscriptions() > 0 && (clientId == null || clientId.equals(view.clientId()));
    return collect(from, sessionsWanted, wanted, new Rows(limit), MOST_ROUNDS);
  }

  private Future<Page> collect(
      Cursor from,
      Predicate<SessionView> sessionsWanted,
      Predicate<Subscription> wanted,
      Rows rows,
      int rounds) {
    return sessions
        .page(from, 0, AT_ONCE, sessionsWanted)
        .compose(
            some -> {
              List<Future<List<Subscription>>> asked = new ArrayList<>();
              some.found().forEach(each -> asked.add(subscriptionsOf(each.view().clientId())));
              return Future.all(asked)
                  .compose(
                      done -> {
                        Cursor next = take(from, some, asked, wanted, rows);
                        if (next == null || rows.isFull() || rounds == 0) {
                          return Future.succeededFuture(new Page(rows.found, next));
                        }
                        return collect(next, sessionsWanted, wanted, rows, rounds - 1);
                      });
            });
  }

  /** Takes what fits; the cursor of what comes next, or null. */
  private static @Nullable Cursor take(
      Cursor from,
      Sessions.Page some,
      List<Future<List<Subscription>>> asked,
      Predicate<Subscription> wanted,
      Rows rows) {
    for (int i = 0; i < asked.size(); i++) {
      int shard = some.found().get(i).shard();
      SessionView view = some.found().get(i).view();
      List<Subscription> all = asked.get(i).result();
      boolean isFirst = shard == from.shard() && view.place() == from.place();
      var begin = isFirst ? from.within() : TextOrder.Place.START;
      List<Subscription> sorted = ORDER.from(all, begin, wanted, rows.left() + 1);
      for (int at = 0; at < sorted.size(); at++) {
        if (rows.isFull()) {
          return new Cursor(shard, view.place(), ORDER.of(sorted, at, begin));
        }
        rows.add(view.clientId(), sorted.get(at));
      }
    }
    return some.next();
  }

  /** Those of a session; none if it has ended meanwhile. */
  private Future<List<Subscription>> subscriptionsOf(String clientId) {
    return sessions
        .<List<Subscription>>in(clientId, (session, now) -> session.subscriptions().all())
        .recover(
            why ->
                why instanceof ApiError error && error.status() == 404
                    ? Future.succeededFuture(List.of())
                    : Future.failedFuture(why));
  }

  private static Reply reply(Call call, Page page, Function<Found, JsonObject> json) {
    JsonArray data = new JsonArray();
    page.found.forEach(each -> data.add(json.apply(each)));
    return reply(call, data, page.next == null ? null : page.next.text());
  }

  private static Reply reply(Call call, JsonArray data, @Nullable String next) {
    JsonObject meta =
        new JsonObject().put("limit", call.number("limit", 100)).put("hasnext", next != null);
    if (next != null) {
      meta.put("cursor", next);
    }
    return Reply.ok(new JsonObject().put("data", data).put("meta", meta));
  }
}
