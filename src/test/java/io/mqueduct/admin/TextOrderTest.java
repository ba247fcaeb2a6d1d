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

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.admin.TextOrder.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextOrderTest {
  private static final TextOrder<Row> ORDER =
      new TextOrder<>(Row::text, Comparator.comparingInt(Row::number));

  private record Row(String text, int number) {}

  private static List<Row> rows() {
    List<Row> all = new ArrayList<>();
    for (String begin : List.of("", "a", "a:b", "x".repeat(199), "x".repeat(200), "y")) {
      for (String end : List.of("", "z", "😀", "😁", "é", "zz")) {
        all.add(new Row(begin + end, 1));
        all.add(new Row(begin + end, 2));
      }
    }
    return List.copyOf(all);
  }

  /** Goes through a list, each place as its text. */
  private static List<Row> read(List<Row> all, int limit, Predicate<Row> wanted) {
    List<Row> seen = new ArrayList<>();
    Place at = Place.START;
    while (at != null) {
      List<Row> some = ORDER.from(all, at, wanted, limit + 1);
      seen.addAll(some.subList(0, Math.min(limit, some.size())));
      at = some.size() > limit ? Place.of(again(ORDER.of(some, limit, at).text())) : null;
    }
    return seen;
  }

  private static String again(String text) {
    assertThat(Cursor.encode(text)).hasSizeLessThan(1100);
    return Cursor.decode(Cursor.encode(text));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 11, 12, 13, 100})
  void showsEachRowOnceInOrderHoweverMuchTheyHaveInCommon(int limit) {
    List<Row> all = rows();
    List<Row> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparing(Row::text).thenComparing(Row::number));

    assertThat(read(all, limit, each -> true)).isEqualTo(sorted);
    sorted.removeIf(each -> each.number == 2);
    assertThat(read(all, limit, each -> each.number == 1)).isEqualTo(sorted);
  }

  @Test
  void hasAPlaceThatStaysWhileOthersGoAndCome() {
    List<Row> all =
        new ArrayList<>(IntStream.range(100, 200).mapToObj(TextOrderTest::row).toList());
    List<Row> some = ORDER.from(all, Place.START, each -> true, 51);
    Place at = ORDER.of(some, 50, Place.START);
    assertThat(some.get(50)).isEqualTo(row(150));

    all.removeIf(each -> each.number < 120 || each.number == 150);
    all.add(new Row("r0", 0));

    assertThat(ORDER.from(all, at, each -> true, 2)).containsExactly(row(151), row(152));
  }

  private static Row row(int number) {
    return new Row("r" + number, number);
  }
}
