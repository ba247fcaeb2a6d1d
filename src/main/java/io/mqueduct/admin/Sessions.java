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

import io.mqueduct.bus.Address;
import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.session.ConnectionFacts;
import io.mqueduct.session.InSession;
import io.mqueduct.session.ListSessions;
import io.mqueduct.session.Locate;
import io.mqueduct.session.Located;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionView;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Looks into sessions by asking their owners. Owned by the admin's loop. */
final class Sessions {
  /** Requests to shards that one call makes at most; about two million sessions. */
  private static final int MOST_REQUESTS = 1000;

  private static final int TRIES = 5;

  /** A page ends with the session whose texts exceed this: ids and user names can be long. */
  private static final int MOST_CHARS = 4 << 20;

  private final BrokerBus bus;
  private final Context here;
  private final int shards;

  Sessions(BrokerBus bus, Context here, int shards) {
    this.bus = bus;
    this.here = here;
    this.shards = shards;
  }

  /**
   * Some sessions.
   *
   * @param found in the order of the cursor
   * @param next where to go on, null after the last
   */
  record Page(List<Placed> found, @Nullable Cursor next) {}

  /** A session and the shard it is in. */
  record Placed(int shard, SessionView view) {}

  /** A page that is being made. */
  private static final class Rows {
    final List<Placed> found = new ArrayList<>();
    final int limit;
    private long chars;

    Rows(int limit) {
      this.limit = limit;
    }

    boolean isFull() {
      return found.size() >= limit || chars > MOST_CHARS;
    }

    void add(int shard, SessionView view) {
      found.add(new Placed(shard, view));
      ConnectionFacts facts = view.facts();
      String userName = facts == null ? null : facts.userName();
      chars += view.clientId().length() + (userName == null ? 0 : userName.length());
    }
  }

  /** The next sessions of those that are wanted, after leaving some out. */
  Future<Page> page(Cursor from, long skip, int limit, Predicate<SessionView> wanted) {
    return page(from, skip, wanted, new Rows(limit), MOST_REQUESTS);
  }

  private Future<Page> page(
      Cursor from, long skip, Predicate<SessionView> wanted, Rows rows, int requests) {
    if (from.shard() >= shards) {
      return Future.succeededFuture(new Page(rows.found, null));
    }
    if (rows.isFull() || requests == 0) {
      return Future.succeededFuture(new Page(rows.found, from));
    }
    int left = rows.limit - rows.found.size();
    return ask(from.shard(), new ListSessions(from.place(), skip, left, wanted))
        .compose(
            some -> {
              for (SessionView view : some.sessions()) {
                if (rows.isFull()) {
                  return Future.succeededFuture(
                      new Page(rows.found, new Cursor(from.shard(), view.place())));
                }
                rows.add(from.shard(), view);
              }
              Cursor next =
                  some.next() < 0
                      ? new Cursor(from.shard() + 1, 0)
                      : new Cursor(from.shard(), some.next());
              return page(next, skip - some.skipped(), wanted, rows, requests - 1);
            });
  }

  private Future<ListSessions.Page> ask(int shard, ListSessions question) {
    return bus.ask(here, Address.sessionRegistry(shard), question);
  }

  /** How many sessions there are. */
  Future<Long> total() {
    List<Future<ListSessions.Page>> all = new ArrayList<>();
    for (int shard = 0; shard < shards; shard++) {
      all.add(ask(shard, new ListSessions(Integer.MAX_VALUE, 0, 0, ListSessions.ALL)));
    }
    return Future.all(all).map(done -> all.stream().mapToLong(each -> each.result().total()).sum());
  }

  /** Runs a task in a session, wherever its owner is; fails with NOT_FOUND. */
  <T> Future<T> in(String clientId, InSession.Task task) {
    return reach(clientId, located -> new InSession(clientId, task), TRIES);
  }

  /** As {@link #in} for a task that ends later, on any thread. */
  <T> Future<T> later(String clientId, Function<Session, Future<T>> task) {
    return this.<Future<T>>in(clientId, (session, now) -> task.apply(session))
        .compose(
            running -> {
              Promise<T> back = Promise.promise();
              running.onComplete(done -> WayBack.run(here, () -> back.handle(done)));
              return back.future();
            });
  }

  /** Has the loop of a connection do something; fails with NOT_FOUND if there is none. */
  <T> Future<T> connected(String clientId, Object order) {
    return reach(
        clientId,
        located -> {
          if (!located.connected()) {
            throw new BrokerException(Problem.NOT_FOUND, "the client is not connected");
          }
          return order;
        },
        TRIES);
  }

  /** Ends the connection of a client, or its session if it is away; false if there is none. */
  Future<Boolean> kick(String clientId) {
    return bus.ask(here, registryOf(clientId), new io.mqueduct.session.Kick(clientId));
  }

  private String registryOf(String clientId) {
    return Address.sessionRegistry(Address.shardOf(clientId, shards));
  }

  @SuppressWarnings("unchecked") // the task and its caller agree
  private <T> Future<T> reach(String clientId, Function<Located, Object> order, int tries) {
    return bus.<Located>ask(here, registryOf(clientId), new Locate(clientId))
        .compose(located -> bus.<InSession.Done>ask(here, located.address(), order.apply(located)))
        .map(done -> (T) done.result())
        .recover(
            why ->
                tries > 1 && isMoved(why)
                    ? reach(clientId, order, tries - 1)
                    : Future.failedFuture(isUnknown(why) ? ApiError.noSuchClient() : why));
  }

  private static boolean isMoved(Throwable why) {
    return why instanceof BrokerException e && e.problem() == Problem.TAKEN_OVER;
  }

  private static boolean isUnknown(Throwable why) {
    return why instanceof BrokerException e
        && (e.problem() == Problem.NOT_FOUND || e.problem() == Problem.TAKEN_OVER);
  }
}
