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

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What the commands that use the REST API have in common. Owned by the main thread. */
abstract class RestCommand implements Runnable {
  @Mixin private RestOptions options = new RestOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  final boolean isJson() {
    return options.isJson();
  }

  final CommandSpec spec() {
    return spec;
  }

  @Override
  public final void run() {
    run(options.open());
    out().flush();
  }

  abstract void run(RestClient api);

  /** Shows an object: a line for each field. */
  final void print(JsonObject object) {
    if (isJson()) {
      out().println(object.encodePrettily());
      return;
    }
    Table facts = new Table("FIELD", "VALUE");
    for (Map.Entry<String, Object> each : object) {
      facts.row(each.getKey(), text(each.getValue()));
    }
    facts.print(out());
  }

  private static Object text(Object value) {
    if (value instanceof JsonObject object) {
      StringBuilder text = new StringBuilder();
      for (Map.Entry<String, Object> each : object) {
        text.append(text.isEmpty() ? "" : ", ").append(each.getKey()).append(' ');
        text.append(each.getValue());
      }
      return text;
    }
    return value instanceof JsonArray list
        ? String.join(", ", list.stream().map(String::valueOf).toList())
        : value;
  }
}
