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
package io.mqueduct.queue.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.mqueduct.message.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PublishPropertiesTest {
  private static final byte[] BLOCK = {
    1, 1, 3, 0, 1, 't', 0x26, 0, 1, 'a', 0, 1, 'x', 9, 0, 2, 7, 8, 0x26, 0, 1, 'a', 0, 1, 'y'
  };

  @Test
  void findsTheFirstUserPropertyOfAName() {
    assertThat(PublishProperties.user(BLOCK, "a")).isEqualTo("x");
    assertThat(PublishProperties.user(BLOCK, "b")).isNull();
  }

  @Test
  void findsOtherProperties() {
    assertThat(PublishProperties.payloadFormat(BLOCK)).isEqualTo(1);
    assertThat(PublishProperties.bytes(BLOCK, PublishProperties.CONTENT_TYPE))
        .isEqualTo("t".getBytes(StandardCharsets.UTF_8));
    assertThat(PublishProperties.bytes(BLOCK, PublishProperties.CORRELATION_DATA))
        .containsExactly(7, 8);
    assertThat(PublishProperties.bytes(BLOCK, PublishProperties.RESPONSE_TOPIC)).isNull();
  }

  @Test
  void addsAtTheEndAndTakesOutByPrefix() {
    byte[] more = PublishProperties.with(BLOCK, "mq-seq", "5", "mq-key", "ü");
    assertThat(PublishProperties.hasOwn(BLOCK)).isFalse();
    assertThat(PublishProperties.hasOwn(more)).isTrue();
    assertThat(users(more)).containsExactly("a=x", "a=y", "mq-seq=5", "mq-key=ü");
    assertThat(PublishProperties.without(more, "mq-")).isEqualTo(BLOCK);
    assertThat(users(PublishProperties.without(more, "a"))).containsExactly("mq-seq=5", "mq-key=ü");
    assertThat(PublishProperties.without(Message.NO_BYTES, "a")).isEmpty();
  }

  @Property(tries = 2000)
  void readsAnyBytesWithoutAnException(@ForAll byte[] block) {
    assertThatCode(
            () -> {
              PublishProperties.user(block, "a");
              PublishProperties.hasOwn(block);
              PublishProperties.payloadFormat(block);
              PublishProperties.bytes(block, 3);
              PublishProperties.without(block, "mq-");
            })
        .doesNotThrowAnyException();
  }

  private static List<String> users(byte[] block) {
    List<String> found = new ArrayList<>();
    PublishProperties.forEachUser(
        block,
        (from, until, name, value) -> {
          found.add(name + "=" + value);
          return true;
        });
    return found;
  }
}
