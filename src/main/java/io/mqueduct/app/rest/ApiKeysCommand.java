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

import io.mqueduct.app.Name;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mqueduct api-keys}. */
@Command(
    name = "api-keys",
    description = "Makes, shows, changes and deletes the keys of the HTTP API.",
    subcommands = {
      ApiKeysCommand.ListKeys.class,
      ApiKeysCommand.Create.class,
      ApiKeysCommand.Show.class,
      ApiKeysCommand.Update.class,
      ApiKeysCommand.Delete.class
    },
    footer = {
      "",
      "Examples:",
      "  export MQUEDUCT_API_KEY=$(cat data/admin.credentials)",
      "  mqueduct api-keys create dashboards --role viewer > dashboards.credentials",
      "  mqueduct api-keys update dashboards --disable",
      "  mqueduct api-keys delete dashboards"
    })
public final class ApiKeysCommand implements Runnable {
  private static final String PATH = "/api_key";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw RestCommand.missing(spec);
  }

  private static String path(String name) {
    return PATH + "/" + RestClient.escape(name);
  }

  /** What a key may do. */
  enum Role {
    ADMINISTRATOR,
    VIEWER,
    PUBLISHER
  }

  /** What can be said of a key. */
  static final class Terms {
    @Option(
        names = "--role",
        paramLabel = "ROLE",
        description = "administrator, viewer or publisher.")
    private @Nullable Role role;

    @Option(names = "--description", paramLabel = "TEXT", description = "What it is for.")
    private @Nullable String description;

    @Option(
        names = "--expires",
        paramLabel = "TIME",
        description = "Such as 2031-01-31T12:00:00Z, or infinity.")
    private @Nullable String expires;

    void into(JsonObject body) {
      if (role != null) {
        body.put("role", role.name().toLowerCase(Locale.ROOT));
      }
      if (description != null) {
        body.put("desc", description);
      }
      if (expires != null) {
        body.put("expired_at", expires);
      }
    }
  }

  @Command(name = "list", description = "Lists the keys; never a secret.")
  static final class ListKeys extends RestCommand {
    @Override
    void run(RestClient api) {
      List<Answer> keys = api.list("GET", PATH, "name", "api_key", "enable", "expired");
      if (isJson()) {
        out().println(new JsonArray(keys.stream().map(Answer::json).toList()).encodePrettily());
        return;
      }
      Table table = new Table("NAME", "KEY", "ROLE", "ENABLED", "EXPIRES", "DESCRIPTION");
      for (Answer key : keys) {
        table.row(
            key.text("name"),
            key.shown("api_key"),
            key.shown("role"),
            key.flag("enable") ? "yes" : "no",
            key.flag("expired") ? "expired" : key.shown("expired_at"),
            key.shown("desc"));
      }
      table.print(out());
    }
  }

  @Command(
      name = "create",
      description = "Makes a key, of an administrator if no role is given, and prints KEY:SECRET.")
  static final class Create extends RestCommand {
    @Parameters(paramLabel = "NAME", converter = Name.class, description = "What people call it.")
    private String name = "";

    @Mixin private Terms terms = new Terms();

    @Override
    void run(RestClient api) {
      JsonObject body = new JsonObject().put("name", name);
      terms.into(body);
      Answer made = api.object("POST", PATH, body, "name");
      String pair = made.text("api_key") + ":" + made.text("api_secret");
      out().println(isJson() ? made.json().encodePrettily() : pair);
    }
  }

  @Command(name = "show", description = "Shows a key.")
  static final class Show extends RestCommand {
    @Parameters(paramLabel = "NAME", converter = Name.class, description = "Its name.")
    private String name = "";

    @Override
    void run(RestClient api) {
      print(api.object("GET", path(name), "name"));
    }
  }

  @Command(name = "update", description = "Changes what is named, for the next call on.")
  static final class Update extends RestCommand {
    @Parameters(paramLabel = "NAME", converter = Name.class, description = "Its name.")
    private String name = "";

    @Mixin private Terms terms = new Terms();

    @Option(names = "--enable", description = "It is good again.")
    private boolean enable;

    @Option(names = "--disable", description = "It is good for nothing until it is enabled.")
    private boolean disable;

    @Override
    void check() {
      require(!enable || !disable, "--enable and --disable exclude each other");
      require(!body().isEmpty(), "nothing to change: name --role, --enable, ...");
    }

    private JsonObject body() {
      JsonObject body = new JsonObject();
      terms.into(body);
      if (enable || disable) {
        body.put("enable", enable);
      }
      return body;
    }

    @Override
    void run(RestClient api) {
      print(api.object("PUT", path(name), body(), "name"));
    }
  }

  @Command(name = "delete", description = "Deletes keys.")
  static final class Delete extends RestCommand {
    @Parameters(arity = "1..*", paramLabel = "NAME", description = "Their names.")
    private List<String> names = List.of();

    @Override
    void check() {
      requireNames("NAME", names);
    }

    @Override
    void run(RestClient api) {
      deleteAll(names, name -> api.call("DELETE", path(name)), "deleted");
    }
  }
}
