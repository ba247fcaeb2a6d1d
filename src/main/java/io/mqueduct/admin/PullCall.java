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

import io.mqueduct.queue.Handout;
import io.mqueduct.queue.Leases;
import io.mqueduct.queue.spec.QueueSpec;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;

/**
 * One caller who wants messages of a queue: takes what there is, or waits at all shards for the
 * first. Owned by the admin's loop.
 */
final class PullCall {
  private final Queues queues;
  private final QueueSpec spec;
  private final String consumer;
  private final int max;
  private final long leaseMillis;
  private final List<Asked> asked = new ArrayList<>();
  private boolean cancelled;

  /** A message and the shard that it is of. */
  record Got(int shard, Handout handout) {}

  /** A shard that has not answered yet. */
  private record Asked(int shard, Leases.Reply reply) {}

  PullCall(Queues queues, QueueSpec spec, String consumer, int max, long leaseMillis) {
    this.queues = queues;
    this.spec = spec;
    this.consumer = consumer;
    this.max = max;
    this.leaseMillis = leaseMillis;
  }

  /**
   * Pulls.
   *
   * @param waitMillis how long to wait for the first message
   * @param first the shard to begin with
   */
  Future<List<Got>> run(long waitMillis, int first) {
    if (cancelled) {
      return Future.succeededFuture(List.of());
    }
    int shards = spec.shards();
    if (shards == 1) {
      return from(0, max, waitMillis).map(this::kept);
    }
    return inTurn(Math.floorMod(first, shards), shards, new ArrayList<>())
        .compose(
            got ->
                got.isEmpty() && waitMillis > 0 && !cancelled
                    ? anywhere(waitMillis)
                    : Future.succeededFuture(got))
        .map(this::kept);
  }

  /** What is there now, from one shard after the other. */
  private Future<List<Got>> inTurn(int shard, int left, List<Got> got) {
    if (left == 0 || got.size() >= max || cancelled) {
      return Future.succeededFuture(got);
    }
    return from(shard, max - got.size(), 0)
        .compose(
            some -> {
              got.addAll(some);
              return inTurn((shard + 1) % spec.shards(), left - 1, got);
            })
        .recover(why -> got.isEmpty() ? Future.failedFuture(why) : Future.succeededFuture(got));
  }

  /** Waits at all shards; once one of them has something, the others need not wait any more. */
  private Future<List<Got>> anywhere(long waitMillis) {
    int each = Math.max(1, max / spec.shards());
    List<Future<List<Got>>> all = new ArrayList<>();
    for (int shard = 0; shard < spec.shards(); shard++) {
      Future<List<Got>> one = from(shard, each, waitMillis);
      one.onSuccess(
          got -> {
            if (!got.isEmpty()) {
              endWaiting();
            }
          });
      all.add(one);
    }
    return Future.join(all)
        .transform(
            done -> {
              List<Got> got = new ArrayList<>();
              all.stream().filter(Future::succeeded).forEach(one -> got.addAll(one.result()));
              if (done.failed() && got.isEmpty()) {
                return Future.failedFuture(done.cause());
              }
              while (got.size() > max) {
                giveBack(got.remove(got.size() - 1));
              }
              return Future.succeededFuture(got);
            });
  }

  private Future<List<Got>> from(int shard, int most, long waitMillis) {
    Promise<List<Got>> got = Promise.promise();
    Leases.Reply reply =
        handouts ->
            WayBack.run(
                queues.here(),
                () ->
                    got.tryComplete(handouts.stream().map(each -> new Got(shard, each)).toList()));
    Asked mine = new Asked(shard, reply);
    asked.add(mine);
    queues
        .in(
            spec.name(),
            shard,
            (there, now) -> {
              there.leases(consumer, now).pull(most, leaseMillis, waitMillis, reply, now);
              return Future.succeededFuture(true);
            })
        .onFailure(got::tryFail);
    return got.future().onComplete(done -> asked.remove(mine));
  }

  /** The caller is gone: nothing is to be handed out to it any more. */
  void cancel() {
    cancelled = true;
    endWaiting();
  }

  private void endWaiting() {
    for (Asked each : List.copyOf(asked)) {
      queues.in(
          spec.name(),
          each.shard,
          (there, now) -> {
            Leases leases = there.knownLeases(consumer);
            if (leases != null) {
              leases.cancel(each.reply, now);
            }
            return Future.succeededFuture(true);
          });
    }
  }

  private List<Got> kept(List<Got> got) {
    if (cancelled) {
      got.forEach(this::giveBack);
      return List.of();
    }
    return got;
  }

  private void giveBack(Got got) {
    queues.in(
        spec.name(),
        got.shard,
        (there, now) -> {
          Leases leases = there.knownLeases(consumer);
          if (leases != null) {
            leases.giveBack(got.handout, now);
          }
          return Future.succeededFuture(true);
        });
  }
}
