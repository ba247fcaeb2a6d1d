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

import io.mqueduct.app.Count;
import io.mqueduct.app.Name;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mqueduct queues}. */
@Command(
    name = "queues",
    description = "Looks at the named queues of a running broker, makes and changes them.",
    subcommands = {
      QueuesCommand.ListQueues.class,
      QueuesCommand.Create.class,
      QueuesCommand.Show.class,
      QueuesCommand.Update.class,
      QueuesCommand.Delete.class,
      QueueMessagesCommands.Stats.class,
      QueueMessagesCommands.Browse.class,
      QueueMessagesCommands.Purge.class,
      QueueMessagesCommands.Redrive.class,
      QueueMessagesCommands.Tail.class
    },
    footer = {
      "",
      "Examples:",
      "  export MQUEDUCT_API_KEY=$(cat data/admin.credentials)",
      "  mqueduct queues create orders 'orders/#' --regular --set ack_timeout=1m",
      "  mqueduct queues list",
      "  mqueduct queues update orders --set limits.max_shard_message_count=100000",
      "  mqueduct queues stats orders -o json",
      "  mqueduct queues browse orders --topic 'orders/eu/#' -n 10",
      "  mqueduct queues tail orders"
    })
public final class QueuesCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw RestCommand.missing(spec);
  }

  /** The path of a queue. */
  static String path(String queue) {
    return "/queue/" + RestClient.escape(queue);
  }

  @Command(name = "list", description = "Lists queues in the order of their names.")
  static final class ListQueues extends RestCommand {
    @Option(
        names = {"-n", "--limit"},
        paramLabel = "COUNT",
        converter = Count.class,
        description = "So many at most. Default: all.")
    private long limit = Long.MAX_VALUE;

    @Override
    void run(RestClient api) {
      Table table =
          new Table("QUEUE", "FILTER", "KIND", "DISPATCH", "MAX MESSAGES", "OVERFLOW", "SHARDS");
      printAll(
          api,
          "/queues?",
          limit,
          table,
          queue ->
              table.row(
                  queue.text("name"),
                  queue.shown("topic_filter"),
                  queue.flag("is_lastvalue") ? "last value" : "regular",
                  queue.shown("dispatch_strategy"),
                  queue.object("limits").shown("max_shard_message_count"),
                  queue.shown("overflow"),
                  queue.shown("shards")),
          "name",
          "is_lastvalue",
          "limits");
    }
  }

  @Command(name = "create", description = "Makes a queue, and shows it.")
  static final class Create extends RestCommand {
    @Parameters(
        index = "0",
        paramLabel = "QUEUE",
        converter = Name.class,
        description = "The name.")
    private String queue = "";

    @Parameters(
        index = "1",
        paramLabel = "FILTER",
        converter = Name.class,
        description = "The topics that it captures.")
    private String filter = "";

    @Option(
        names = "--regular",
        description = "Keeps every message. Without it: the last one of each key.")
    private boolean regular;

    @Option(
        names = "--key-expression",
        paramLabel = "EXPRESSION",
        description = "Gives the key of a message. Default: message.from.")
    private @Nullable String key;

    @Option(
        names = {"-s", "--set"},
        paramLabel = "FIELD=VALUE",
        description = "Any other field, such as ack_timeout=1m or dead_letter.queue=dead.")
    private List<String> fields = List.of();

    @Override
    void run(RestClient api) {
      JsonObject body =
          new JsonObject()
              .put("name", queue)
              .put("topic_filter", filter)
              .put("is_lastvalue", !regular);
      if (key != null) {
        body.put("key_expression", key);
      }
      FieldAssignments.put(spec(), body, fields);
      print(api.object("POST", "/queues", body, "name"));
    }
  }

  @Command(name = "show", description = "Shows a queue and its consumers.")
  static final class Show extends RestCommand {
    @Parameters(paramLabel = "QUEUE", converter = Name.class, description = "The name.")
    private String queue = "";

    @Override
    void run(RestClient api) {
      Answer shown = api.object("GET", path(queue), "name");
      JsonArray consumers = new JsonArray();
      Table table = new Table("CONSUMER", "KIND", "STATE", "UNACKNOWLEDGED", "CREDIT", "PAUSED");
      api.each(
          path(queue) + "/consumers?",
          Long.MAX_VALUE,
          each -> {
            consumers.add(each.json());
            table.row(
                each.text("clientid"),
                each.shown("kind"),
                each.shown("state"),
                each.shown("unacknowledged"),
                each.shown("credit"),
                each.flag("paused") ? "yes" : "no");
          });
      if (isJson()) {
        out().println(shown.json().put("consumers", consumers).encodePrettily());
        return;
      }
      print(shown);
      out().println();
      table.print(out());
    }
  }

  @Command(name = "update", description = "Changes fields of a queue, and shows it.")
  static final class Update extends RestCommand {
    @Parameters(paramLabel = "QUEUE", converter = Name.class, description = "The name.")
    private String queue = "";

    @Option(
        names = {"-s", "--set"},
        paramLabel = "FIELD=VALUE",
        required = true,
        description = "Such as ack_timeout=1m. null: back to the default.")
    private List<String> fields = List.of();

    @Option(names = "--replace", description = "All other fields go back to their defaults.")
    private boolean replace;

    @Override
    void run(RestClient api) {
      JsonObject body = new JsonObject();
      FieldAssignments.put(spec(), body, fields);
      print(api.object(replace ? "PUT" : "PATCH", path(queue), body, "name"));
    }
  }

  @Command(name = "delete", description = "Deletes queues with their messages.")
  static final class Delete extends RestCommand {
    @Parameters(arity = "1..*", paramLabel = "QUEUE", description = "The names.")
    private List<String> queues = List.of();

    @Override
    void check() {
      requireNames("QUEUE", queues);
    }

    @Override
    void run(RestClient api) {
      deleteAll(queues, each -> api.call("DELETE", path(each)), "deleted");
    }
  }
}
