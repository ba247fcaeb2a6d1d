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
package io.mqueduct.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WillRuleTest {
  private static final Message MESSAGE =
      new Message(
          TopicName.of("w"),
          new byte[] {1},
          Message.NO_BYTES,
          1,
          true,
          0,
          Message.NEVER,
          "c",
          "user");

  @ParameterizedTest(name = "{0} delay={1} expiry={2}: {3}")
  @CsvSource({
    "DISCONNECTED,           0,  300, never",
    "DISCONNECTED,           10, 300, never",
    "DISCONNECTED_WITH_WILL, 0,  300, 0",
    "DISCONNECTED_WITH_WILL, 10, 300, 10000",
    "LOST,                   0,  0,   0",
    "LOST,                   10, 300, 10000",
    "LOST,                   10, 5,   5000",
    "LOST,                   10, 0,   0",
    "LOST,                   4294967295, 4294967295, 4294967295000",
    "TAKEN_OVER,             0,  300, 0",
    "TAKEN_OVER,             10, 300, never",
    "REPLACED,               0,  300, 0",
    "REPLACED,               10, 300, 0",
  })
  void firesWhenTheStandardSays(
      WillRule.Ending ending, long delay, long sessionExpiry, String after) {
    Will will = new Will(MESSAGE, delay, Will.NO_EXPIRY);
    long expected = after.equals("never") ? WillRule.NEVER : 1000 + Long.parseLong(after);
    assertThat(WillRule.publishAt(will, ending, 1000, sessionExpiry)).isEqualTo(expected);
  }

  @Test
  void withoutAWillNothingFires() {
    assertThat(WillRule.publishAt(null, WillRule.Ending.LOST, 0, 0)).isEqualTo(WillRule.NEVER);
  }

  @Test
  void expiryCountsFromThePublishing() {
    Message published = new Will(MESSAGE, 10, 30).publish(5000, Long.MAX_VALUE);
    assertThat(published.publishedAtMillis()).isEqualTo(5000);
    assertThat(published.expiresAtMillis()).isEqualTo(35_000);
    assertThat(published.retain()).isTrue();
    assertThat(published.username()).isEqualTo("user");
    assertThat(new Will(MESSAGE, 0, Will.NO_EXPIRY).publish(1, Long.MAX_VALUE).expiresAtMillis())
        .isEqualTo(Message.NEVER);
    assertThat(new Will(MESSAGE, 0, Will.NO_EXPIRY).publish(1, 500).expiresAtMillis())
        .isEqualTo(501);
  }
}
