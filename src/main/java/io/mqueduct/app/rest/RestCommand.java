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
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the commands that use the REST API have in common. Owned by the main thread. */
abstract class RestCommand implements Runnable {
  @Mixin private RestOptions options = new RestOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /**
   * For a command that goes on: false when nobody reads the output any more, as behind "… | head",
   * or it cannot be written. Only the stream of the process knows.
   */
  final boolean isOutputTaken() {
    out().flush();
    return !System.out.checkError();
  }

  final boolean isJson() {
    return options.isJson();
  }

  final CommandSpec spec() {
    return spec;
  }

  @Override
  public final void run() {
    check();
    run(options.open());
    out().flush();
  }

  /** Throws for wrong use that the options themselves cannot tell. */
  void check() {}

  /** For {@link #check} of a list: behind the first a converter that refuses only ends the list. */
  final void requireNames(String label, List<String> names) {
    require(names.stream().noneMatch(String::isBlank), label + ": a name is not empty");
  }

  /** For {@link #check}: wrong use, unless it is so. */
  final void require(boolean isRight, String otherwise) {
    if (!isRight) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }

  abstract void run(RestClient api);

  /** Shows the rows of a list that goes on with a cursor, at most so many, with these fields. */
  final void printAll(
      RestClient api,
      String path,
      long most,
      Table table,
      Consumer<Answer> toRow,
      String... needed) {
    if (isJson()) {
      JsonArray all = new JsonArray();
      api.each(path, most, row -> all.add(row.json()), needed);
      out().println(all.encodePrettily());
    } else {
      api.each(path, most, toRow, needed);
      table.print(out());
    }
  }

  /** Deletes one after the other, and tells what is done. */
  final void deleteAll(List<String> names, Consumer<String> call, String done) {
    JsonArray deleted = new JsonArray();
    for (String each : names) {
      call.accept(each);
      deleted.add(each);
      if (!isJson()) {
        out().println(done + " " + each);
      }
    }
    if (isJson()) {
      out().println(new JsonObject().put(done, deleted).encodePrettily());
    }
  }

  /** Drops the messages below a path, and tells how many. */
  final void purge(RestClient api, String path) {
    Answer done = api.object("DELETE", path);
    long purged = done.number("purged");
    out().println(isJson() ? done.json().encodePrettily() : "purged " + purged + " messages");
  }

  /** For a group of commands that was called without one of them. */
  static ParameterException missing(CommandSpec group) {
    return new ParameterException(
        group.commandLine(),
        "a command is missing; known are " + String.join(", ", group.subcommands().keySet()));
  }

  /** Shows an object: a line for each field. */
  final void print(Answer answer) {
    if (isJson()) {
      out().println(answer.json().encodePrettily());
      return;
    }
    Table facts = new Table("FIELD", "VALUE");
    for (Map.Entry<String, Object> each : answer.json()) {
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
