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
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mqueduct clients}. */
@Command(
    name = "clients",
    description = "Looks at the clients of a running broker, and at their sessions.",
    subcommands = {
      ClientsCommand.ListClients.class,
      ClientsCommand.Show.class,
      ClientsCommand.Kick.class,
      ClientsCommand.Purge.class
    },
    footer = {
      "",
      "Examples:",
      "  export MQUEDUCT_API_KEY=$(cat data/admin.credentials)",
      "  mqueduct clients list --like meter --state connected",
      "  mqueduct clients show meter-17 -o json",
      "  mqueduct clients kick meter-17 meter-18",
      "  mqueduct clients purge meter-17"
    })
public final class ClientsCommand implements Runnable {
  /** Blanks alone can be one. */
  private static final String NO_ID = "CLIENT: a name is not empty";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw RestCommand.missing(spec);
  }

  /** The broker takes no address that is much longer, and what stands before it may take less. */
  private static final int LONGEST_PATH = 4000;

  /** The path of a client: one that any client id can be in, such as {@code ..}. */
  private static String path(String below, String clientId) {
    return "/client" + below + "?clientid=" + RestClient.escape(clientId);
  }

  @Command(name = "list", description = "Lists clients, connected or away.")
  static final class ListClients extends RestCommand {
    /** What --state takes. */
    enum State {
      CONNECTED,
      DISCONNECTED
    }

    @Option(
        names = "--like",
        paramLabel = "TEXT",
        description = "Only those with this in their client id.")
    private @Nullable String like;

    @Option(
        names = "--username",
        paramLabel = "NAME",
        description = "Only those with this user name.")
    private @Nullable String userName;

    @Option(
        names = "--state",
        paramLabel = "STATE",
        description = "Only those that are connected, or disconnected.")
    private @Nullable State state;

    @Option(
        names = {"-n", "--limit"},
        paramLabel = "COUNT",
        converter = Count.class,
        description = "So many at most. Default: all.")
    private long limit = Long.MAX_VALUE;

    @Override
    void run(RestClient api) {
      StringBuilder path = new StringBuilder("/clients?");
      add(path, "like_clientid", like);
      add(path, "username", userName);
      add(
          path,
          "conn_state",
          state == null ? null : state.name().toLowerCase(java.util.Locale.ROOT));
      Table table =
          new Table(
              "CLIENT",
              "USER",
              "STATE",
              "ADDRESS",
              "MQTT",
              "SUBS",
              "INFLIGHT",
              "QUEUED",
              "DROPPED");
      printAll(
          api,
          path.toString(),
          limit,
          table,
          client ->
              table.row(
                  client.text("clientid"),
                  client.shown("username"),
                  client.flag("connected") ? "connected" : "away",
                  client.shown("ip_address"),
                  version(client.shown("proto_ver")),
                  client.shown("subscriptions_cnt"),
                  client.shown("inflight_cnt"),
                  client.shown("mqueue_len"),
                  client.shown("mqueue_dropped")),
          "clientid",
          "connected");
    }

    private static String version(@Nullable Object level) {
      if (level == null) {
        return "";
      }
      return switch (level.toString()) {
        case "3" -> "3.1";
        case "4" -> "3.1.1";
        default -> level + ".0";
      };
    }

    private static void add(StringBuilder path, String name, @Nullable String value) {
      if (value != null) {
        path.append('&').append(name).append('=').append(RestClient.escape(value));
      }
    }
  }

  @Command(name = "show", description = "Shows a client with its session and subscriptions.")
  static final class Show extends RestCommand {
    @Parameters(paramLabel = "CLIENT", description = "The client id.")
    private String clientId = "";

    @Override
    void check() {
      require(!clientId.isEmpty(), NO_ID);
    }

    @Override
    void run(RestClient api) {
      JsonObject client = api.object("GET", path("", clientId), "clientid").json();
      JsonArray subscriptions = new JsonArray();
      Table topics = new Table("SUBSCRIPTION", "QOS");
      api.each(
          path("/subscriptions", clientId),
          Long.MAX_VALUE,
          each -> {
            subscriptions.add(each.json());
            topics.row(each.text("topic"), each.shown("qos"));
          });
      if (isJson()) {
        out().println(client.put("subscriptions", subscriptions).encodePrettily());
        return;
      }
      Table facts = new Table("FIELD", "VALUE");
      for (Map.Entry<String, Object> each : client) {
        facts.row(each.getKey(), each.getValue());
      }
      facts.print(out());
      out().println();
      topics.print(out());
    }
  }

  @Command(
      name = "kick",
      description = {
        "Ends the connections of clients; their sessions stay as their expiry says.",
        "Of a client that is away it ends the session, with what waits for it."
      })
  static final class Kick extends RestCommand {
    @Parameters(arity = "1..*", paramLabel = "CLIENT", description = "Client ids.")
    private List<String> clientIds = List.of();

    @Override
    void check() {
      require(clientIds.stream().noneMatch(String::isEmpty), NO_ID);
    }

    @Override
    void run(RestClient api) {
      deleteAll(clientIds, id -> kick(api, id), "kicked");
    }

    private static void kick(RestClient api, String clientId) {
      String path = path("", clientId);
      if (path.length() <= LONGEST_PATH) {
        api.call("DELETE", path);
      } else {
        api.call("POST", "/clients/kickout/bulk", new JsonArray().add(clientId));
      }
    }
  }

  @Command(
      name = "purge",
      description = "Drops the messages that wait for a client; its session stays.")
  static final class Purge extends RestCommand {
    @Parameters(paramLabel = "CLIENT", description = "The client id.")
    private String clientId = "";

    @Override
    void check() {
      require(!clientId.isEmpty(), NO_ID);
    }

    @Override
    void run(RestClient api) {
      purge(api, path("/mqueue_messages", clientId));
    }
  }
}
