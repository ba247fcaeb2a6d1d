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
package io.mqueduct.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.message.TopicName;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The small cache of topic names. */
class TopicCacheTest {
  @Test
  void findsANameByItsBytesAnywhereInAnArray() {
    TopicCache cache = new TopicCache(16);
    TopicName topic = TopicName.of("a/ü");
    cache.add(topic);
    byte[] bytes = "xxa/üyy".getBytes(StandardCharsets.UTF_8);

    assertThat(cache.find(bytes, 2, 4)).isSameAs(topic);
    assertThat(cache.find(bytes, 2, 3)).isNull();
    assertThat(cache.find(bytes, 1, 4)).isNull();
  }

  @Test
  void givesOnlyNamesThatFitHoweverManyWereAdded() {
    TopicCache cache = new TopicCache(8);
    int known = 0;
    for (int i = 0; i < 1_000; i++) {
      TopicName topic = TopicName.of("topic/" + i);
      cache.add(topic);
      assertThat(find(cache, topic.text())).isSameAs(topic);
    }
    for (int i = 0; i < 1_000; i++) {
      TopicName found = find(cache, "topic/" + i);
      if (found != null) {
        assertThat(found.text()).isEqualTo("topic/" + i);
        known++;
      }
    }
    assertThat(known).isBetween(4, 8);
  }

  @Test
  void keepsNoVeryLongNames() {
    TopicCache cache = new TopicCache(8);
    TopicName longest = TopicName.of("x".repeat(TopicCache.MAX_BYTES));
    TopicName tooLong = TopicName.of("y".repeat(TopicCache.MAX_BYTES + 1));
    cache.add(longest);
    cache.add(tooLong);

    assertThat(find(cache, longest.text())).isSameAs(longest);
    assertThat(find(cache, tooLong.text())).isNull();
  }

  @Test
  void needsAPowerOfTwo() {
    assertThatThrownBy(() -> new TopicCache(12)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TopicCache(1)).isInstanceOf(IllegalArgumentException.class);
  }

  private static @Nullable TopicName find(TopicCache cache, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return cache.find(bytes, 0, bytes.length);
  }
}
