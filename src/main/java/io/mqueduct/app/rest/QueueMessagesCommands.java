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
package io.mqueduct.app.rest;

import io.mqueduct.app.CommandFailure;
import io.mqueduct.app.Count;
import io.mqueduct.app.Name;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands of {@code mqueduct queues} about numbers and messages. */
final class QueueMessagesCommands {
  private QueueMessagesCommands() {}

  @Command(name = "stats", description = "Shows queues in numbers.")
  static final class Stats extends RestCommand {
    @Parameters(
        arity = "0..*",
        paramLabel = "QUEUE",
        description = "The names. Default: all queues.")
    private List<String> queues = List.of();

    @Override
    void check() {
      requireNames("QUEUE", queues);
    }

    @Override
    void run(RestClient api) {
      JsonArray all = new JsonArray();
      Table table =
          new Table(
              "QUEUE",
              "DEPTH",
              "BYTES",
              "UNACKED",
              "DELAYED",
              "CONSUMERS",
              "OLDEST S",
              "IN/S",
              "OUT/S",
              "ACK/S",
              "STORED",
              "ACKED",
              "REDELIVERED",
              "DEAD",
              "DROPPED");
      Consumer<String> add =
          queue -> {
            Answer stats = api.object("GET", QueuesCommand.path(queue) + "/stats", "name");
            all.add(stats.json());
            row(table, stats);
          };
      if (queues.isEmpty()) {
        api.each("/queues?", Long.MAX_VALUE, queue -> add.accept(queue.text("name")));
      } else {
        queues.forEach(add);
      }
      if (isJson()) {
        out()
            .println(
                queues.size() == 1 ? all.getJsonObject(0).encodePrettily() : all.encodePrettily());
      } else {
        table.print(out());
      }
    }

    private static void row(Table table, Answer stats) {
      Answer totals = stats.object("totals");
      Answer dropped = stats.object("dropped");
      table.row(
          stats.text("name"),
          stats.shown("depth"),
          stats.shown("bytes"),
          stats.shown("unacknowledged"),
          stats.shown("delayed"),
          stats.shown("consumers"),
          stats.number("oldest_age_ms") / 1000,
          stats.shown("in_per_second"),
          stats.shown("out_per_second"),
          stats.shown("acknowledged_per_second"),
          totals.shown("stored"),
          totals.shown("acknowledged"),
          totals.shown("redelivered"),
          totals.shown("dead_lettered"),
          dropped.json().fieldNames().stream().mapToLong(dropped::number).sum());
    }
  }

  @Command(name = "browse", description = "Shows messages of a queue without consuming them.")
  static final class Browse extends RestCommand {
    @Parameters(paramLabel = "QUEUE", converter = Name.class, description = "The name.")
    private String queue = "";

    @Option(
        names = {"-n", "--limit"},
        paramLabel = "COUNT",
        converter = Count.class,
        description = "So many at most. Default: 100.")
    private long limit = 100;

    @Option(
        names = "--topic",
        paramLabel = "FILTER",
        description = "Only those whose topic matches.")
    private @Nullable String topic;

    @Option(names = "--message-key", paramLabel = "KEY", description = "Only those with this key.")
    private @Nullable String key;

    @Option(
        names = "--max-payload",
        paramLabel = "BYTES",
        description = "Longer payloads are cut. Default: 1048576.")
    private int maxPayload = 1 << 20;

    @Override
    void run(RestClient api) {
      String path =
          QueuesCommand.path(queue)
              + "/messages?payload="
              + (isJson() ? "base64" : "plain")
              + "&max_payload_bytes="
              + maxPayload
              + (topic == null ? "" : "&topic=" + RestClient.escape(topic))
              + (key == null ? "" : "&key=" + RestClient.escape(key));
      Table table =
          new Table(
              "ID", "PUBLISHED", "FROM", "STATE", "DELIVERIES", "CONSUMER", "TOPIC", "PAYLOAD");
      printAll(
          api,
          path,
          limit,
          table,
          message ->
              table.row(
                  message.text("id"),
                  message.shown("publish_at"),
                  message.shown("from_clientid"),
                  message.shown("state"),
                  message.shown("deliveries"),
                  message.shown("consumer"),
                  message.shown("topic"),
                  message.shown("payload")),
          "id");
    }
  }

  @Command(name = "purge", description = "Drops the messages of a queue that no consumer has.")
  static final class Purge extends RestCommand {
    @Parameters(paramLabel = "QUEUE", converter = Name.class, description = "The name.")
    private String queue = "";

    @Override
    void run(RestClient api) {
      purge(api, QueuesCommand.path(queue) + "/messages");
    }
  }

  @Command(
      name = "redrive",
      description = "Sends dead letters in a queue back to the queues that they come from.")
  static final class Redrive extends RestCommand {
    @Parameters(
        paramLabel = "QUEUE",
        converter = Name.class,
        description = "The queue with the dead letters.")
    private String queue = "";

    @Option(
        names = {"-n", "--limit"},
        paramLabel = "COUNT",
        converter = Count.class,
        description = "Looks at so many messages at most. Default: all.")
    private long limit = Long.MAX_VALUE;

    @Override
    void run(RestClient api) {
      long redriven = 0;
      long skipped = 0;
      long failed = 0;
      String why = null;
      String cursor = null;
      long left = limit;
      do {
        JsonObject body = new JsonObject().put("limit", Math.min(left, 1000));
        if (cursor != null) {
          body.put("cursor", cursor);
        }
        Answer some = api.object("POST", QueuesCommand.path(queue) + "/redrive", body);
        redriven += some.number("redriven");
        skipped += some.number("skipped");
        failed += some.number("failed");
        why = why == null ? some.optional("message") : why;
        left = limit - redriven - skipped - failed;
        cursor = some.optional("cursor");
      } while (cursor != null && left > 0);
      if (isJson()) {
        JsonObject all =
            new JsonObject()
                .put("redriven", redriven)
                .put("skipped", skipped)
                .put("failed", failed);
        out().println((why == null ? all : all.put("message", why)).encodePrettily());
      } else {
        out().println("redriven " + redriven + ", skipped " + skipped + ", failed " + failed);
      }
      if (failed > 0) {
        out().flush();
        throw new CommandFailure(failed + " messages stay where they are: " + why);
      }
    }
  }

  @Command(
      name = "tail",
      description = "Shows messages as they are stored in a queue, without consuming them.")
  static final class Tail extends RestCommand {
    @Parameters(paramLabel = "QUEUE", converter = Name.class, description = "The name.")
    private String queue = "";

    @Option(
        names = "--topic",
        paramLabel = "FILTER",
        description = "Only those whose topic matches.")
    private @Nullable String topic;

    @Option(
        names = {"-C", "--count"},
        paramLabel = "COUNT",
        converter = Count.class,
        description = "Ends after so many messages. Default: never.")
    private long count = Long.MAX_VALUE;

    @Override
    void run(RestClient api) {
      String path =
          QueuesCommand.path(queue)
              + "/tail?payload="
              + (isJson() ? "base64" : "plain")
              + (topic == null ? "" : "&topic=" + RestClient.escape(topic));
      long[] left = {count};
      api.events(
          path,
          (event, data) -> {
            switch (event) {
              case "cut" -> throw new CommandFailure("cut off: the messages were not read in time");
              case "end" -> throw new CommandFailure("the queue is gone");
              default -> show(data);
            }
            return --left[0] > 0 && isOutputTaken();
          });
    }

    private void show(Answer message) {
      if (isJson()) {
        out().println(message.json().encode());
      } else {
        out()
            .println(
                Table.clean(
                    message.shown("publish_at")
                        + " "
                        + message.text("id")
                        + " "
                        + message.shown("topic")
                        + " "
                        + message.shown("payload")));
      }
      out().flush();
    }
  }
}
