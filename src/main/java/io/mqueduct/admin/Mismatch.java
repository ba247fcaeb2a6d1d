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

import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Tells where a value is not what a schema of the document allows: the field, what came, and what
 * is expected. It decides nothing; a value that was found wrong is explained, as far as the
 * keywords go that the document uses. Immutable.
 */
final class Mismatch {
  private static final int MOST_SHOWN = 60;

  private final JsonObject document;

  Mismatch(JsonObject document) {
    this.document = document;
  }

  /** The object that a part of the document is, or refers to. */
  JsonObject resolve(JsonObject part) {
    JsonObject found = part;
    String reference = part.getString("$ref");
    if (reference != null) {
      found = document;
      for (String each : reference.substring(reference.indexOf('#') + 2).split("/", -1)) {
        found = found.getJsonObject(each);
      }
    }
    return found;
  }

  /**
   * One line about the first thing that is wrong with a value, or null.
   *
   * @param field its name, empty for the body itself
   */
  @Nullable String of(JsonObject part, String field, @Nullable Object value) {
    JsonObject schema = resolve(part);
    if (!fits(schema, value)) {
      return named(field) + shown(schema, value) + " is not allowed; expected " + expected(schema);
    }
    if (value instanceof JsonObject object) {
      return ofFields(schema, field, object);
    }
    return value instanceof JsonArray list ? ofItems(schema, field, list) : null;
  }

  private @Nullable String ofFields(JsonObject schema, String field, JsonObject object) {
    JsonObject known = schema.getJsonObject("properties", new JsonObject());
    for (Object each : schema.getJsonArray("required", new JsonArray())) {
      String name = String.valueOf(each);
      if (!object.containsKey(name)) {
        return named(child(field, name))
            + "is missing; expected "
            + expected(resolve(known.getJsonObject(name, new JsonObject())));
      }
    }
    Object others = schema.getValue("additionalProperties");
    for (Map.Entry<String, Object> each : object) {
      String name = child(field, each.getKey());
      Object inner = known.getValue(each.getKey(), others);
      if (Boolean.FALSE.equals(inner)) {
        Set<String> names = new TreeSet<>(known.fieldNames());
        return named(name) + "unknown field; known are " + String.join(", ", names);
      }
      String wrong = inner instanceof JsonObject s ? of(s, name, each.getValue()) : null;
      if (wrong != null) {
        return wrong;
      }
    }
    return null;
  }

  private @Nullable String ofItems(JsonObject schema, String field, JsonArray list) {
    JsonObject items = schema.getJsonObject("items");
    for (int i = 0; items != null && i < list.size(); i++) {
      String wrong = of(items, child(field, Integer.toString(i)), list.getValue(i));
      if (wrong != null) {
        return wrong;
      }
    }
    return null;
  }

  private static String child(String field, String name) {
    String begin = name.length() <= MOST_SHOWN ? name : name.substring(0, MOST_SHOWN) + "...";
    return field.isEmpty() ? begin : field + "." + begin;
  }

  private static String named(String field) {
    return field.isEmpty() ? "the body: " : field + ": ";
  }

  /** Whether it is right itself; of what it contains that is not said. */
  private boolean fits(JsonObject schema, @Nullable Object value) {
    JsonArray either = schema.getJsonArray("oneOf");
    if (either != null
        && either.stream().noneMatch(each -> of((JsonObject) each, "", value) == null)) {
      return false;
    }
    List<String> types = types(schema);
    if (!types.isEmpty() && types.stream().noneMatch(type -> is(type, value))) {
      return false;
    }
    JsonArray words = schema.getJsonArray("enum");
    if (words != null && words.stream().noneMatch(word -> isSame(word, value))) {
      return false;
    }
    if (schema.containsKey("const") && !isSame(schema.getValue("const"), value)) {
      return false;
    }
    double size = size(value);
    return !(size < least(schema, value)) && !(size > most(schema, value));
  }

  private static boolean isSame(Object word, @Nullable Object value) {
    return (word instanceof Number one && value instanceof Number other)
        ? one.doubleValue() == other.doubleValue()
        : word.equals(value);
  }

  private static List<String> types(JsonObject schema) {
    Object type = schema.getValue("type");
    if (type instanceof JsonArray several) {
      return several.stream().map(String::valueOf).toList();
    }
    return type == null ? List.of() : List.of(type.toString());
  }

  private static boolean is(String type, @Nullable Object value) {
    return switch (type) {
      case "string" -> value instanceof CharSequence;
      case "integer" -> value instanceof Number number && number.doubleValue() % 1 == 0;
      case "number" -> value instanceof Number;
      case "boolean" -> value instanceof Boolean;
      case "array" -> value instanceof JsonArray;
      case "object" -> value instanceof JsonObject;
      case "null" -> value == null;
      default -> true;
    };
  }

  /** What a range is about: the number, the characters, the items; NaN for nothing. */
  private static double size(@Nullable Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    if (value instanceof CharSequence text) {
      return text.toString().codePointCount(0, text.length());
    }
    return value instanceof JsonArray list ? list.size() : Double.NaN;
  }

  private static double least(JsonObject schema, @Nullable Object value) {
    String key =
        value instanceof Number ? "minimum" : value instanceof JsonArray ? "minItems" : "minLength";
    return schema.getDouble(key, Double.NEGATIVE_INFINITY);
  }

  private static double most(JsonObject schema, @Nullable Object value) {
    String key =
        value instanceof Number ? "maximum" : value instanceof JsonArray ? "maxItems" : "maxLength";
    return schema.getDouble(key, Double.POSITIVE_INFINITY);
  }

  private static String shown(JsonObject schema, @Nullable Object value) {
    double size = size(value);
    if (value instanceof JsonObject) {
      return "an object";
    }
    if (value instanceof JsonArray) {
      return "a list of " + (long) size;
    }
    if (value instanceof CharSequence && size > most(schema, value)) {
      return "a text of " + (long) size + " characters";
    }
    String json = Json.encode(value);
    return json.length() <= MOST_SHOWN ? json : json.substring(0, MOST_SHOWN) + "...";
  }

  /** What a schema allows, in words. */
  private String expected(JsonObject schema) {
    JsonArray words = schema.getJsonArray("enum");
    if (words != null) {
      return either(words.stream().map(String::valueOf).toList());
    }
    if (schema.containsKey("const")) {
      return String.valueOf(schema.getValue("const"));
    }
    JsonArray several = schema.getJsonArray("oneOf");
    if (several != null) {
      return either(several.stream().map(each -> expected(resolve((JsonObject) each))).toList());
    }
    List<String> types = types(schema);
    return types.isEmpty()
        ? "a value"
        : either(types.stream().map(type -> expected(schema, type)).toList());
  }

  private static String expected(JsonObject schema, String type) {
    return switch (type) {
      case "integer" -> "an integer" + range(schema, "minimum", "maximum", "");
      case "number" -> "a number" + range(schema, "minimum", "maximum", "");
      case "string" -> "a text" + range(schema, "minLength", "maxLength", " characters");
      case "array" -> "a list" + range(schema, "minItems", "maxItems", " items");
      case "boolean" -> "true or false";
      case "object" -> "an object";
      default -> type;
    };
  }

  private static String range(JsonObject schema, String from, String to, String unit) {
    Long least = schema.getLong(from);
    Long most = schema.getLong(to);
    if (least == null) {
      return most == null ? "" : " of up to " + most + unit;
    }
    return most == null
        ? " of at least " + least + unit
        : (unit.isEmpty() ? " from " : " of ") + least + " to " + most + unit;
  }

  private static String either(List<String> all) {
    List<String> choices = new ArrayList<>(all);
    String last = choices.remove(choices.size() - 1);
    return choices.isEmpty() ? last : String.join(", ", choices) + " or " + last;
  }
}
