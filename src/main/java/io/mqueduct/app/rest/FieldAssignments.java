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

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Reads {@code --set field=value} into an object. Stateless. */
final class FieldAssignments {
  private FieldAssignments() {}

  /**
   * Puts fields into an object; a dot in a name is a field of a field. What the command has put
   * there itself is wrong use: it was said already, and maybe something else.
   */
  static void put(CommandSpec spec, JsonObject into, List<String> assignments) {
    Set<String> taken = Set.copyOf(into.fieldNames());
    for (String each : assignments) {
      int equals = each.indexOf('=');
      if (equals <= 0) {
        throw new ParameterException(
            spec.commandLine(), "--set " + each + ": expected field=value, as ack_timeout=1m");
      }
      JsonObject at = into;
      String[] parts = each.substring(0, equals).strip().split("\\.", -1);
      if (taken.contains(parts[0])) {
        throw new ParameterException(
            spec.commandLine(),
            "--set " + each + ": " + parts[0] + " has an argument or option of its own");
      }
      for (int i = 0; i < parts.length - 1; i++) {
        Object inner = at.getValue(parts[i]);
        if (!(inner instanceof JsonObject)) {
          inner = new JsonObject();
          at.put(parts[i], inner);
        }
        at = (JsonObject) inner;
      }
      at.put(parts[parts.length - 1], value(each.substring(equals + 1)));
    }
  }

  /** What is JSON is that; all else is text. */
  private static @Nullable Object value(String text) {
    try {
      return Json.decodeValue(text);
    } catch (DecodeException e) {
      return text;
    }
  }
}
