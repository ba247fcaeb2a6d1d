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

import io.mqueduct.config.Section;
import io.mqueduct.config.Setting;
import io.mqueduct.config.Settings;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;

/** The configuration in force as JSON, without secrets. Stateless. */
final class SettingsJson {
  private static final String MASK = "******";

  private SettingsJson() {}

  static JsonObject of(Settings settings) {
    return record(settings);
  }

  /** One section. */
  static JsonObject section(Record section) {
    return record(section);
  }

  private static JsonObject record(Record record) {
    JsonObject json = new JsonObject();
    for (RecordComponent each : record.getClass().getRecordComponents()) {
      Setting setting = each.getAnnotation(Setting.class);
      String name = setting == null ? snake(each.getName()) : setting.key();
      Object value = read(record, each);
      boolean isSecret = setting != null && setting.secret();
      boolean isWord =
          setting != null
              && !setting.word().isEmpty()
              && value instanceof Number number
              && number.longValue() == Settings.UNSET;
      json.put(name, isSecret ? MASK : isWord ? setting.word() : json(value));
    }
    return json;
  }

  private static Object read(Record record, RecordComponent component) {
    try {
      var accessor = component.getAccessor();
      return accessor.invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object json(Object value) {
    if (value instanceof Record record) {
      // What is written as one word is shown as one word.
      boolean isSection = record.getClass().getSimpleName().endsWith("Settings");
      return isSection || hasSettings(record) ? record(record) : record.toString();
    }
    if (value instanceof Collection<?> all) {
      JsonArray list = new JsonArray();
      all.forEach(each -> list.add(json(each)));
      return list;
    }
    if (value instanceof Map<?, ?> map) {
      JsonObject object = new JsonObject();
      map.forEach((key, each) -> object.put(String.valueOf(key), json(each)));
      return object;
    }
    if ((value instanceof Long number && number == Long.MAX_VALUE)
        || (value instanceof Integer small && small == Integer.MAX_VALUE)) {
      return "infinity";
    }
    if (value instanceof Enum<?> constant) {
      return constant.name().toLowerCase(Locale.ROOT); // as it is written in the file
    }
    return value instanceof Number || value instanceof Boolean ? value : String.valueOf(value);
  }

  private static boolean hasSettings(Record record) {
    for (RecordComponent each : record.getClass().getRecordComponents()) {
      if (each.isAnnotationPresent(Setting.class) || each.isAnnotationPresent(Section.class)) {
        return true;
      }
    }
    return false;
  }

  private static String snake(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
