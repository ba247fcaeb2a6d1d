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

import io.mqueduct.queue.ConsumerStats;
import io.mqueduct.queue.Leases;
import io.mqueduct.queue.NamedQueue;
import io.mqueduct.queue.QueueConsumer;
import io.mqueduct.queue.QueueRequest;
import io.mqueduct.queue.QueueStats;
import io.mqueduct.queue.spec.QueueSpec;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The calls that show a queue in numbers, and its consumers. Owned by the admin's loop. */
final class QueueReports implements Operations.Calls {
  /** A page of consumers ends with the one whose name exceeds this. */
  private static final long MOST_CHARS = 4L << 20;

  private static final TextOrder<JsonObject> ORDER =
      new TextOrder<>(
          row -> row.getString("clientid"),
          Comparator.comparing(row -> row.getString("kind") + row.getString("state")));

  private final Queues queues;

  QueueReports(Queues queues) {
    this.queues = queues;
  }

  @Override
  public void tie(Operations operations) {
    operations.on("getQueueStats", this::stats);
    operations.on("listQueueConsumers", this::consumers);
  }

  private Future<Reply> stats(Call call) {
    return queues
        .find(call.path("name"))
        .compose(spec -> stats(queues, spec).map(all -> Reply.ok(json(spec.name(), all))));
  }

  /** The numbers of each shard. */
  static Future<List<QueueStats>> stats(Queues queues, QueueSpec spec) {
    return queues.inAll(spec, shard -> (there, now) -> there.stats(now));
  }

  private JsonObject json(String name, List<QueueStats> shards) {
    Map<String, Long> totals = new LinkedHashMap<>();
    Map<String, Long> dropped = new TreeMap<>();
    for (QueueStats each : shards) {
      each.totals().forEach((what, count) -> totals.merge(what, count, Long::sum));
      each.dropped().forEach((why, count) -> dropped.merge(why, count, Long::sum));
    }
    JsonObject json = new JsonObject().put("name", name).put("node", queues.node());
    return json.put("depth", sum(shards, QueueStats::depth))
        .put("bytes", sum(shards, QueueStats::bytes))
        .put("unacknowledged", sum(shards, QueueStats::unacknowledged))
        .put("retrying", sum(shards, QueueStats::retrying))
        .put("delayed", sum(shards, QueueStats::delayed))
        .put("in_memory", sum(shards, QueueStats::inMemory))
        .put("oldest_age_ms", max(shards, QueueStats::oldestAgeMillis))
        .put("oldest_unassigned_ms", max(shards, QueueStats::oldestUnassignedMillis))
        .put("stalled_ms", max(shards, QueueStats::stalledMillis))
        .put("consumers", max(shards, QueueStats::consumers))
        .put("fill_percent", max(shards, QueueStats::fillPercent))
        .put("in_per_second", rate(shards, QueueStats::inPerSecond))
        .put("out_per_second", rate(shards, QueueStats::outPerSecond))
        .put("acknowledged_per_second", rate(shards, QueueStats::acknowledgedPerSecond))
        .put("totals", new JsonObject(new LinkedHashMap<>(totals)))
        .put("dropped", new JsonObject(new LinkedHashMap<>(dropped)))
        .put("shards", shards.size());
  }

  static long sum(List<QueueStats> shards, ToLongFunction<QueueStats> figure) {
    return shards.stream().mapToLong(figure).sum();
  }

  static long max(List<QueueStats> shards, ToLongFunction<QueueStats> figure) {
    return shards.stream().mapToLong(figure).max().orElse(0);
  }

  private static double rate(List<QueueStats> shards, ToDoubleFunction<QueueStats> figure) {
    return Math.round(shards.stream().mapToDouble(figure).sum() * 100) / 100.0;
  }

  /** A consumer as one shard sees it. */
  private record Seen(ConsumerStats stats, boolean isHttp) {}

  private Future<Reply> consumers(Call call) {
    return queues
        .find(call.path("name"))
        .compose(
            spec -> {
              Future<List<List<Seen>>> attached =
                  queues.inAll(
                      spec,
                      shard -> (there, now) -> Future.succeededFuture(seen(there.queue(), now)));
              Future<QueueRequest.Interested> others =
                  queues.registry(new QueueRequest.ListConsumers(spec.name()));
              return Future.all(attached, others)
                  .map(done -> Reply.ok(page(call, json(attached.result(), others.result()))));
            });
  }

  private static List<Seen> seen(NamedQueue queue, long now) {
    List<QueueConsumer> consumers = queue.consumers();
    List<ConsumerStats> stats = queue.consumerStats(now);
    List<Seen> seen = new ArrayList<>();
    for (int i = 0; i < stats.size(); i++) {
      seen.add(new Seen(stats.get(i), consumers.get(i) instanceof Leases));
    }
    return seen;
  }

  private static JsonObject page(Call call, List<JsonObject> all) {
    String cursor = call.query("cursor");
    TextOrder.Place from =
        cursor == null || cursor.isEmpty()
            ? TextOrder.Place.START
            : TextOrder.Place.of(Cursor.decode(cursor));
    int limit = call.number("limit", 100);
    List<JsonObject> found = ORDER.from(all, from, each -> true, limit + 1);
    JsonArray data = new JsonArray();
    long chars = 0;
    while (data.size() < found.size() && data.size() < limit && chars <= MOST_CHARS) {
      JsonObject row = found.get(data.size());
      chars += row.getString("clientid").length();
      data.add(row);
    }
    boolean hasNext = data.size() < found.size();
    JsonObject meta = new JsonObject().put("limit", limit).put("hasnext", hasNext);
    if (hasNext) {
      meta.put("cursor", Cursor.encode(ORDER.of(found, data.size(), from).text()));
    }
    return new JsonObject().put("data", data).put("meta", meta);
  }

  private List<JsonObject> json(List<List<Seen>> shards, QueueRequest.Interested others) {
    Map<String, JsonObject> byName = new LinkedHashMap<>();
    for (List<Seen> shard : shards) {
      for (Seen each : shard) {
        String kind = each.isHttp ? "http" : "mqtt";
        JsonObject row =
            byName.computeIfAbsent(
                kind + each.stats.id(), key -> row(each.stats.id(), kind, "attached"));
        add(row, each.stats);
      }
    }
    List<JsonObject> data = new ArrayList<>(byName.values());
    others.away().forEach(id -> data.add(row(id, "mqtt", "away")));
    others.waiting().forEach(id -> data.add(row(id, "mqtt", "waiting")));
    return data;
  }

  private JsonObject row(String id, String kind, String state) {
    return new JsonObject()
        .put("clientid", id)
        .put("kind", kind)
        .put("state", state)
        .put("node", queues.node())
        .put("unacknowledged", 0)
        .put("credit", 0)
        .put("paused", false);
  }

  /** What it has is the sum over the shards; what it can take is the same for all of them. */
  private static void add(JsonObject row, ConsumerStats stats) {
    row.put("unacknowledged", row.getInteger("unacknowledged") + stats.unacknowledged())
        .put("credit", Math.max(row.getInteger("credit"), stats.credit()))
        .put("paused", row.getBoolean("paused") || stats.paused());
  }
}
