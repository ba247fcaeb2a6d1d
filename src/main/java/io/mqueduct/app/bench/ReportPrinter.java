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
package io.mqueduct.app.bench;

import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Writes the figures of a run. */
final class ReportPrinter {
  /** How figures are written. */
  enum Form {
    TABLE,
    JSON
  }

  private ReportPrinter() {}

  static void print(Map<String, Object> figures, Form form, PrintWriter out) {
    if (form == Form.JSON) {
      out.println(new JsonObject(new LinkedHashMap<>(figures)).encode());
    } else {
      table(figures, out);
    }
    out.flush();
  }

  private static void table(Map<String, Object> figures, PrintWriter out) {
    figures.forEach(
        (name, value) -> {
          if (value instanceof Map<?, ?> parts) {
            parts.forEach((part, of) -> line(name + " " + part, of, out));
          } else {
            line(name, value, out);
          }
        });
  }

  private static void line(String name, Object value, PrintWriter out) {
    out.printf(Locale.ROOT, "%-30s %16s%n", name.replace('_', ' '), text(value));
  }

  private static String text(Object value) {
    if (value instanceof Double number) {
      BigDecimal plain = BigDecimal.valueOf(number).stripTrailingZeros();
      return String.format(Locale.ROOT, "%,." + Math.max(0, plain.scale()) + "f", number);
    }
    return value instanceof Number number
        ? String.format(Locale.ROOT, "%,d", number.longValue())
        : String.valueOf(value);
  }
}
