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
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object that came over HTTP, from what may be no broker at all. A field that is asked for and
 * is not there, or is of another kind, is a {@link CommandFailure} of one line that names the URL.
 * Owned by one thread.
 */
final class Answer {
  private final String url;
  private final JsonObject json;

  private Answer(String url, JsonObject json) {
    this.url = url;
    this.json = json;
  }

  /** A text as an object, in which these fields must be. */
  static Answer of(String url, String text, String... needed) {
    return of(url, decoded(url, text), needed);
  }

  /** A text as a list of objects, in each of which these fields must be. */
  static List<Answer> list(String url, String text, String... needed) {
    return list(url, decoded(url, text), needed);
  }

  private static @Nullable Object decoded(String url, String text) {
    try {
      return Json.decodeValue(text);
    } catch (DecodeException e) {
      throw wrong(url, text.isBlank() ? "the answer is empty" : "what came is not JSON");
    }
  }

  private static List<Answer> list(String url, @Nullable Object value, String... needed) {
    if (!(value instanceof JsonArray array)) {
      throw wrong(url, "a list is expected");
    }
    List<Answer> rows = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      rows.add(of(url, array.getValue(i), needed));
    }
    return rows;
  }

  private static Answer of(String url, @Nullable Object value, String... needed) {
    if (!(value instanceof JsonObject object)) {
      throw wrong(url, "an object is expected");
    }
    Answer answer = new Answer(url, object);
    for (String field : needed) {
      answer.needed(field, Object.class);
    }
    return answer;
  }

  /** For what can be no answer of the API: one line that names the URL. */
  static CommandFailure wrong(String url, String why) {
    return new CommandFailure(url + " does not answer as the API does: " + why);
  }

  /** All of it, to be shown. */
  JsonObject json() {
    return json;
  }

  /** A field to be shown, whatever it is; null if it is not there. */
  @Nullable Object shown(String field) {
    return json.getValue(field);
  }

  /** A text that may be missing. */
  @Nullable String optional(String field) {
    return json.getValue(field) == null ? null : text(field);
  }

  String text(String field) {
    return needed(field, String.class);
  }

  long number(String field) {
    return needed(field, Number.class).longValue();
  }

  boolean flag(String field) {
    return needed(field, Boolean.class);
  }

  Answer object(String field) {
    return new Answer(url, needed(field, JsonObject.class));
  }

  /** A list of objects, in each of which these fields must be. */
  List<Answer> rows(String field, String... needed) {
    return list(url, needed(field, JsonArray.class), needed);
  }

  private <T> T needed(String field, Class<T> type) {
    Object value = json.getValue(field);
    if (!type.isInstance(value)) {
      throw wrong(url, "\"" + field + (value == null ? "\" is missing" : "\" is of another kind"));
    }
    return type.cast(value);
  }
}
