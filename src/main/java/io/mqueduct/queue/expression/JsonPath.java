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
package io.mqueduct.queue.expression;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds one value in JSON without building the document: time linear in the text, memory that of
 * the value. Stateless, any thread.
 */
final class JsonPath {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(256)
                  .maxNumberLength(256)
                  .maxStringLength(Evaluation.MAX_VALUE)
                  .build())
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private JsonPath() {}

  /** Names and indexes of {@code a.b[0].c}. */
  static List<Object> path(String written) {
    List<Object> path = new ArrayList<>();
    int at = 0;
    if (written.startsWith("$")) {
      at = 1;
    }
    while (at < written.length()) {
      char c = written.charAt(at);
      if (c == '.') {
        at++;
      } else if (c == '[') {
        int end = written.indexOf(']', at);
        try {
          path.add(
              (long) Integer.parseUnsignedInt(written.substring(at + 1, Math.max(at + 1, end))));
        } catch (NumberFormatException e) {
          throw new Fault("not an index in a path");
        }
        at = end + 1;
      } else {
        int end = at;
        while (end < written.length() && written.charAt(end) != '.' && written.charAt(end) != '[') {
          end++;
        }
        path.add(written.substring(at, end));
        at = end;
      }
      if (path.size() > 64) {
        throw new Fault("a path of more than 64 levels");
      }
    }
    return path;
  }

  /**
   * The value at a path, or null if there is none or it is null. Objects and arrays are given as
   * their text.
   */
  static @Nullable Object find(byte[] json, List<Object> path, Evaluation evaluation)
      throws JsonProcessingException {
    try (JsonParser parser = FACTORY.createParser(json)) {
      JsonToken token = parser.nextToken();
      for (Object step : path) {
        token =
            step instanceof Long index ? element(parser, token, index) : field(parser, token, step);
        if (token == null) {
          return null;
        }
      }
      return token == null ? null : value(parser, token, json, evaluation);
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e); // there is no input but an array
    }
  }

  private static @Nullable JsonToken field(
      JsonParser parser, @Nullable JsonToken token, Object name) throws IOException {
    if (token != JsonToken.START_OBJECT) {
      return null;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean found = parser.currentName().equals(name);
      JsonToken value = parser.nextToken();
      if (found) {
        return value;
      }
      parser.skipChildren();
    }
    return null;
  }

  private static @Nullable JsonToken element(
      JsonParser parser, @Nullable JsonToken token, long index) throws IOException {
    if (token != JsonToken.START_ARRAY) {
      return null;
    }
    JsonToken value = parser.nextToken();
    for (long i = 0; i < index && value != null && value != JsonToken.END_ARRAY; i++) {
      parser.skipChildren();
      value = parser.nextToken();
    }
    return value == JsonToken.END_ARRAY ? null : value;
  }

  private static @Nullable Object value(
      JsonParser parser, JsonToken token, byte[] json, Evaluation evaluation) throws IOException {
    switch (token) {
      case VALUE_STRING -> {
        String text = parser.getText();
        evaluation.made(text.length());
        return text;
      }
      case VALUE_NUMBER_INT -> {
        String text = parser.getText();
        return text.length() <= 18 ? (Object) Long.valueOf(text) : text;
      }
      case VALUE_NUMBER_FLOAT -> {
        return parser.getText();
      }
      case VALUE_TRUE -> {
        return true;
      }
      case VALUE_FALSE -> {
        return false;
      }
      case START_OBJECT, START_ARRAY -> {
        int from = (int) parser.currentLocation().getByteOffset() - 1;
        parser.skipChildren();
        int until = (int) parser.currentLocation().getByteOffset();
        if (from < 0 || until > json.length) {
          return null; // not UTF-8
        }
        evaluation.made(until - from);
        return Values.utf8(Arrays.copyOfRange(json, from, until));
      }
      default -> {
        return null;
      }
    }
  }
}
