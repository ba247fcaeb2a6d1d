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

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as maps and lists of Java, with nothing of Vert.x in it. Stateless. */
final class PlainJson {
  private PlainJson() {}

  static Map<String, @Nullable Object> of(JsonObject object) {
    Map<String, @Nullable Object> plain = new LinkedHashMap<>();
    for (Map.Entry<String, Object> each : object) {
      plain.put(each.getKey(), value(each.getValue()));
    }
    return plain;
  }

  private static @Nullable Object value(@Nullable Object value) {
    if (value instanceof JsonObject object) {
      return of(object);
    }
    if (value instanceof JsonArray array) {
      List<@Nullable Object> list = new ArrayList<>(array.size());
      for (Object each : array) {
        list.add(value(each));
      }
      return list;
    }
    return value;
  }
}
