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
package io.mqueduct.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.BothVersions;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** docs/conformance.md against the standards' lists of statements and against the tests. */
class ConformanceTableTest {
  private static final Pattern STATEMENT = Pattern.compile("MQTT-(\\d+\\.\\d+\\.\\d+)-(\\d+)");
  private static final Pattern REFERENCE = Pattern.compile("`(\\w+)#(\\w+)`");

  /** How many statements each section of 3.1.1 has; section:count. */
  private static final String SECTIONS_311 =
      "1.5.3:3 2.2.2:2 2.3.1:7 3.1.0:2 3.1.2:24 3.1.3:11 3.1.4:5 3.2.0:1 3.2.2:6 3.3.1:12 3.3.2:3"
          + " 3.3.4:1 3.3.5:2 3.6.1:1 3.8.1:1 3.8.3:4 3.8.4:6 3.9.3:2 3.10.1:1 3.10.3:2 3.10.4:6"
          + " 3.12.4:1 3.14.1:1 3.14.4:3 4.1.0:2 4.3.1:1 4.3.2:2 4.3.3:2 4.4.0:1 4.5.0:2 4.6.0:6"
          + " 4.7.1:3 4.7.2:1 4.7.3:4 4.8.0:2 6.0.0:4 7.0.0:2 7.1.1:1 7.1.2:1";

  /** The same for 5.0; its section 2.2.1 begins with 2. */
  private static final String SECTIONS_5 =
      "1.5.4:3 1.5.5:1 1.5.7:1 2.1.3:1 2.2.1:6 2.2.2:1 3.1.0:2 3.1.2:30 3.1.3:12 3.1.4:6 3.2.0:2"
          + " 3.2.2:22 3.3.1:13 3.3.2:20 3.3.4:10 3.4.2:3 3.5.2:3 3.6.1:1 3.6.2:3 3.7.2:3 3.8.1:1"
          + " 3.8.3:5 3.8.4:8 3.9.2:2 3.9.3:2 3.10.1:1 3.10.3:2 3.10.4:6 3.11.2:2 3.11.3:2 3.12.4:1"
          + " 3.14.0:1 3.14.1:1 3.14.2:4 3.14.4:3 3.15.1:1 3.15.2:3 4.1.0:2 4.2.0:1 4.3.1:1 4.3.2:5"
          + " 4.3.3:13 4.4.0:2 4.5.0:2 4.6.0:6 4.7.0:1 4.7.1:2 4.7.2:1 4.7.3:4 4.8.2:6 4.9.0:3"
          + " 4.12.0:7 4.12.1:2 4.13.1:1 4.13.2:1 6.0.0:4";

  private record Row(String statement, String asks, String shown) {}

  private static Map<String, List<Row>> tables;

  @BeforeAll
  static void read() throws IOException {
    tables = new TreeMap<>();
    List<Row> current = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("docs/conformance.md"))) {
      if (line.startsWith("## ")) {
        current = tables.computeIfAbsent(line.substring(3), title -> new ArrayList<>());
      } else if (line.startsWith("| MQTT-")) {
        String[] cells = line.split("\\|", -1);
        assertThat(cells).as(line).hasSize(5);
        current.add(new Row(cells[1].strip(), cells[2].strip(), cells[3].strip()));
      }
    }
  }

  @Test
  void namesEveryStatementOf311Once() {
    assertThat(statements("MQTT 3.1.1")).isEqualTo(expected(SECTIONS_311, ""));
  }

  @Test
  void namesEveryStatementOf5Once() {
    assertThat(statements("MQTT 5.0")).isEqualTo(expected(SECTIONS_5, "MQTT-2.2.1-1"));
  }

  @Test
  void answersEachStatement() {
    for (Row row : all()) {
      assertThat(row.asks()).as(row.statement()).isNotEmpty();
      boolean explained =
          row.shown().startsWith("*None:* ") || row.shown().startsWith("*Client:* ");
      assertThat(explained || REFERENCE.matcher(row.shown()).find())
          .as("%s is shown by a test or explained", row.statement())
          .isTrue();
    }
  }

  @Test
  void namesOnlyTestsThatExist() {
    for (Row row : all()) {
      Matcher reference = REFERENCE.matcher(row.shown());
      while (reference.find()) {
        assertThat(isTest(reference.group(1), reference.group(2)))
            .as("%s: %s", row.statement(), reference.group())
            .isTrue();
      }
    }
  }

  private static boolean isTest(String className, String methodName) {
    try {
      Class<?> type = Class.forName("io.mqueduct.conformance." + className);
      return Arrays.stream(type.getDeclaredMethods())
          .filter(method -> method.getName().equals(methodName))
          .anyMatch(ConformanceTableTest::isTest);
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static boolean isTest(Method method) {
    return method.isAnnotationPresent(Test.class)
        || method.isAnnotationPresent(ParameterizedTest.class)
        || method.isAnnotationPresent(BothVersions.class);
  }

  private static List<Row> all() {
    return tables.values().stream().flatMap(List::stream).toList();
  }

  private static List<String> statements(String title) {
    List<Row> rows = tables.getOrDefault(title, List.of());
    assertThat(rows).allMatch(row -> STATEMENT.matcher(row.statement()).matches());
    return rows.stream().map(Row::statement).collect(Collectors.toList());
  }

  private static List<String> expected(String sections, String missing) {
    List<String> expected = new ArrayList<>();
    for (String section : sections.split(" ", -1)) {
      String[] pair = section.split(":", 2);
      for (int i = 1; i <= Integer.parseInt(pair[1]); i++) {
        expected.add("MQTT-" + pair[0] + "-" + i);
      }
    }
    expected.remove(missing);
    return expected;
  }
}
