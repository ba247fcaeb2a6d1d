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

import io.mqueduct.queue.NamedQueues;
import io.mqueduct.queue.QueueStats;
import io.mqueduct.queue.ShardedQueue;
import io.mqueduct.queue.spec.QueueSpec;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the queues for Prometheus: series of their own for as many as {@code
 * metrics.max_queues} says, and one for all others together. Owned by the admin's loop.
 */
final class QueueFigures {
  /** What the others are called, which cannot be the name of a queue. */
  private static final String OTHERS = "*";

  private final Queues queues;
  private final @Nullable NamedQueues named;

  QueueFigures(Queues queues, @Nullable NamedQueues named) {
    this.queues = queues;
    this.named = named;
  }

  /** One series of numbers. */
  private record Row(String name, List<QueueStats> shards) {}

  private record Figure(String name, String type, String help, ToLongFunction<QueueStats> value) {}

  private static final List<Figure> FIGURES =
      List.of(
          new Figure("depth", "gauge", "Messages in the queue.", QueueStats::depth),
          new Figure("bytes", "gauge", "Their size.", QueueStats::bytes),
          new Figure(
              "unacknowledged",
              "gauge",
              "Messages that consumers have.",
              QueueStats::unacknowledged),
          new Figure("stored_total", "counter", "Messages stored.", total("stored")),
          new Figure("delivered_total", "counter", "Deliveries.", total("delivered")),
          new Figure("acknowledged_total", "counter", "Acknowledged.", total("acknowledged")),
          new Figure("redelivered_total", "counter", "Repeated deliveries.", total("redelivered")),
          new Figure("dead_lettered_total", "counter", "Dead letters.", total("dead_lettered")),
          new Figure(
              "refused_total",
              "counter",
              "Messages not taken: it was full, or the store failed.",
              total("refused")),
          new Figure("dropped_total", "counter", "Messages dropped.", QueueFigures::dropped));

  private static final List<Figure> GREATEST =
      List.of(
          new Figure("consumers", "gauge", "Attached consumers.", QueueStats::consumers),
          new Figure(
              "oldest_age_milliseconds",
              "gauge",
              "Age of the message that was stored first.",
              QueueStats::oldestAgeMillis),
          new Figure(
              "oldest_unassigned_milliseconds",
              "gauge",
              "How long the next message has waited for a consumer.",
              QueueStats::oldestUnassignedMillis),
          new Figure(
              "stalled_milliseconds",
              "gauge",
              "How long a message and a consumer with credit have not met.",
              QueueStats::stalledMillis));

  private static ToLongFunction<QueueStats> total(String name) {
    return stats -> stats.totals().getOrDefault(name, 0L);
  }

  private static long dropped(QueueStats stats) {
    return stats.dropped().values().stream().mapToLong(Long::longValue).sum();
  }

  /** The text format of Prometheus; empty if there are no queues. */
  Future<String> exposition(int ownSeries) {
    if (named == null) {
      return Future.succeededFuture("");
    }
    List<QueueSpec> specs = new ArrayList<>();
    for (ShardedQueue each : named.all()) {
      specs.add(each.spec());
    }
    specs.sort(Comparator.comparing(QueueSpec::name));
    List<Future<List<QueueStats>>> asked = new ArrayList<>();
    for (QueueSpec each : specs) {
      // One that is deleted meanwhile has no numbers any more.
      asked.add(QueueReports.stats(queues, each).otherwise(List.of()));
    }
    return Future.all(asked).map(done -> text(rows(specs, asked, ownSeries)));
  }

  private static List<Row> rows(
      List<QueueSpec> specs, List<Future<List<QueueStats>>> asked, int ownSeries) {
    List<Row> rows = new ArrayList<>();
    List<QueueStats> others = new ArrayList<>();
    for (int i = 0; i < specs.size(); i++) {
      if (i < ownSeries) {
        rows.add(new Row(specs.get(i).name(), asked.get(i).result()));
      } else {
        others.addAll(asked.get(i).result());
      }
    }
    if (!others.isEmpty()) {
      rows.add(new Row(OTHERS, others));
    }
    return rows;
  }

  private static String text(List<Row> rows) {
    StringBuilder text = new StringBuilder();
    for (Figure figure : FIGURES) {
      head(text, figure);
      rows.forEach(row -> line(text, figure, row, QueueReports.sum(row.shards, figure.value)));
    }
    for (Figure figure : GREATEST) {
      head(text, figure);
      rows.forEach(row -> line(text, figure, row, QueueReports.max(row.shards, figure.value)));
    }
    return text.toString();
  }

  private static void head(StringBuilder text, Figure figure) {
    String name = "mqueduct_queue_" + figure.name;
    text.append("# HELP ").append(name).append(' ').append(figure.help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(figure.type).append('\n');
  }

  private static void line(StringBuilder text, Figure figure, Row row, long value) {
    String queue = row.name.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    text.append("mqueduct_queue_").append(figure.name).append("{queue=\"").append(queue);
    text.append("\"} ").append(value).append('\n');
  }
}
