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

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Message;
import io.mqueduct.message.Problem;
import io.mqueduct.queue.Facts;
import io.mqueduct.queue.Inspection;
import io.mqueduct.queue.Publication;
import io.mqueduct.queue.spec.QueueSpec;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends dead letters back to the queues that they come from. Each is stored there before it is
 * removed here, so that none is lost, and the answer waits for both; after a crash in between it is
 * in both, and a redrive within the {@code dedup_window} of the queue that it comes from does not
 * make a second one of it. Owned by the admin's loop.
 */
final class QueueRedrive implements Operations.Calls {
  private static final int AT_ONCE = 200;

  private final Queues queues;

  QueueRedrive(Queues queues) {
    this.queues = queues;
  }

  @Override
  public void tie(Operations operations) {
    operations.on("redriveQueue", this::redrive);
  }

  /** What one call has done so far. */
  private static final class Tally {
    /** Those from which something was removed. */
    final Set<Integer> shards = new HashSet<>();

    int redriven;
    int skipped;
    int failed;
    @Nullable String message;

    /** The store takes nothing: no use in going on. */
    @Nullable Throwable refusal;

    void failed(Throwable why) {
      failed++;
      if (why instanceof BrokerException broker
          && (broker.problem() == Problem.STORE_FAILED || broker.problem() == Problem.STORE_BUSY)) {
        refusal = why;
      }
      if (message == null) {
        message = String.valueOf(why.getMessage());
      }
    }

    JsonObject json() {
      JsonObject json =
          new JsonObject().put("redriven", redriven).put("skipped", skipped).put("failed", failed);
      return message == null ? json : json.put("message", message);
    }
  }

  private Future<Reply> redrive(Call call) {
    JsonObject body = call.body();
    QueueBrowser.Place from = QueueBrowser.Place.of(body.getString("cursor"));
    Tally tally = new Tally();
    return queues
        .find(call.path("name"))
        .compose(
            spec ->
                portions(spec, from, body.getInteger("limit", 1000), tally)
                    .compose(reached -> durable(spec, tally).map(reached)))
        .map(
            reached -> {
              JsonObject json = tally.json().put("hasnext", reached.next != null);
              return Reply.ok(
                  reached.next == null ? json : json.put("cursor", reached.next.text()));
            });
  }

  /** Waits until what was removed is gone from the store: it does not come back after a crash. */
  private Future<?> durable(QueueSpec spec, Tally tally) {
    List<Future<?>> all = new ArrayList<>();
    tally.shards.forEach(shard -> all.add(queues.stored(spec, shard)));
    return Future.join(all);
  }

  /** How far it went. */
  private record Reached(QueueBrowser.@Nullable Place next) {}

  private Future<Reached> portions(QueueSpec spec, QueueBrowser.Place from, int left, Tally tally) {
    return new QueueBrowser(queues, spec, seen -> true)
        .page(from, Math.min(left, AT_ONCE))
        .compose(
            page ->
                portion(spec, page.found(), tally)
                    .compose(
                        done -> {
                          Throwable refusal = tally.refusal;
                          if (refusal != null) {
                            return tally.redriven == 0
                                ? Future.failedFuture(refusal)
                                : Future.succeededFuture(new Reached(from));
                          }
                          int rest = left - page.found().size();
                          QueueBrowser.Place next = page.next();
                          return rest <= 0 || next == null
                              ? Future.succeededFuture(new Reached(next))
                              : portions(spec, next, rest, tally);
                        }));
  }

  private Future<?> portion(QueueSpec spec, List<QueueBrowser.Found> found, Tally tally) {
    List<Future<?>> all = new ArrayList<>(found.size());
    for (QueueBrowser.Found each : found) {
      all.add(one(spec, each, tally));
    }
    return Future.join(all).transform(done -> Future.succeededFuture());
  }

  private Future<?> one(QueueSpec spec, QueueBrowser.Found found, Tally tally) {
    Message dead = found.seen().stored().message();
    String origin = Facts.origin(dead);
    Inspection.State state = found.seen().state();
    if (origin == null
        || origin.equals(spec.name())
        || queues.named().find(origin) == null
        || state == Inspection.State.DELIVERED
        || state == Inspection.State.LEAVING) {
      tally.skipped++;
      return Future.succeededFuture();
    }
    QueueMessageJson.Name name =
        new QueueMessageJson.Name(found.shard(), found.seen().stored().sequence(), 0);
    return QueueMessageCalls.store(
            queues,
            origin,
            Facts.revived(dead, spec.name(), name.sequence(), System.currentTimeMillis()),
            null)
        .compose(
            outcome -> {
              if (outcome == Publication.Outcome.IGNORED) {
                return Future.failedFuture(
                    ApiError.badRequest("queue " + origin + " has no use for the message"));
              }
              return QueueMessageCalls.remove(queues, spec, name, true);
            })
        .onSuccess(
            removed -> {
              tally.redriven++;
              tally.shards.add(found.shard());
            })
        .onFailure(tally::failed);
  }
}
