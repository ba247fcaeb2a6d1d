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
package io.mqueduct.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No two things ever share a key, and no key is the beginning of another's (R31). */
class KeysTest {
  private static final List<String> NAMES =
      List.of(
          "", "a", "a/b", "a:b", "A", "a.b", "a-b", "x".repeat(200), "ä", "a\u0000", "日本語", "aa");

  @Test
  void noTextKeyIsThePrefixOfAnother() {
    noPrefix(NAMES.stream().map(Keys::text).toList());
    noPrefix(NAMES.stream().map(name -> Keys.numberAndText(1, name)).toList());
    for (String name : NAMES) {
      assertThat(Keys.textAt(Keys.numberAndText(1, name), 8)).isEqualTo(name);
    }
  }

  private static void noPrefix(List<byte[]> keys) {
    for (byte[] one : keys) {
      for (byte[] other : keys) {
        boolean prefix =
            one != other
                && one.length <= other.length
                && Arrays.equals(one, Arrays.copyOf(other, one.length));
        assertThat(prefix).isFalse();
      }
    }
  }

  @Test
  void numbersSortAsNumbers() {
    long[] numbers = {0, 1, 255, 256, 65_535, 1L << 31, 1L << 40, Long.MAX_VALUE};
    for (int i = 1; i < numbers.length; i++) {
      byte[] less = Keys.message(5, 1, numbers[i - 1]);
      byte[] more = Keys.message(5, 1, numbers[i]);
      assertThat(Arrays.compareUnsigned(less, more)).isNegative();
      assertThat(Arrays.compareUnsigned(Keys.number(numbers[i - 1]), Keys.number(numbers[i])))
          .isNegative();
    }
    assertThat(Arrays.compareUnsigned(Keys.message(5, 1, Long.MAX_VALUE), Keys.message(5, 2, 0)))
        .isNegative();
    assertThat(Arrays.compareUnsigned(Keys.message(5, 255, Long.MAX_VALUE), Keys.after(5)))
        .isNegative();
  }

  @Test
  void clientsWithSimilarIdsGetTheirOwn() {
    try (var store = Store.inMemory(StoreSettings.DEFAULT, DropListener.NONE)) {
      var writer = new Waiting(store.log());
      long[] numbers = new long[NAMES.size()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = writer.run(Sample.open(NAMES.get(i)));
        writer.run(
            new SessionCommand.PutSubscription(
                numbers[i], 0, new StoredSubscription(NAMES.get(i) + "/#", 1, false, false, 0, 0)));
        writer.run(Sample.append(Sample.message("t", NAMES.get(i)), numbers[i]));
      }
      for (int i = 0; i < numbers.length; i++) {
        var session = store.reader().session(NAMES.get(i));
        assertThat(session).isNotNull();
        assertThat(session.number()).isEqualTo(numbers[i]);
        assertThat(store.reader().subscriptions(numbers[i]))
            .extracting(StoredSubscription::filter)
            .containsExactly(NAMES.get(i) + "/#");
        assertThat(store.reader().readMessages(numbers[i], 0, 0, 9, 999))
            .extracting(
                m -> new String(m.message().payload(), java.nio.charset.StandardCharsets.UTF_8))
            .containsExactly(NAMES.get(i));
      }
    }
  }
}
