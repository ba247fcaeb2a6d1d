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
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {
  private static void refused(Buffer body, String part) {
    assertThatThrownBy(() -> StrictJson.check(body))
        .isInstanceOfSatisfying(ApiError.class, error -> assertThat(error.status()).isEqualTo(400))
        .hasMessageContaining(part);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'a':1,'a':2} | Duplicate field 'a'",
        "{'a':[{'b':1,'c':2,'b':1}]} | Duplicate field 'b'",
        "{'a':1/*c*/} | comment",
        "{'a':1} // c | comment",
        "{'a':1} {} | more comes behind its end",
        "{'a':1,} | line 1 column",
        "{a:1} | line 1 column",
        "{'a':NaN} | NaN",
        "{'a':01} | zero",
        "nonsense | nonsense",
        "{'a' | line 1 column",
      })
  void refusesWhatIsNoJsonAndSaysWhy(String text, String part) {
    refused(Buffer.buffer(text.replace('\'', '"')), part);
  }

  @Test
  void refusesOtherEncodingsAndAByteOrderMark() {
    refused(Buffer.buffer("\uFEFF{}"), "byte order mark");
    refused(Buffer.buffer(new byte[] {'"', (byte) 0xC3, '"'}), "not UTF-8");
    refused(Buffer.buffer("{}".getBytes(StandardCharsets.UTF_16)), "not UTF-8");
    refused(Buffer.buffer("{}".getBytes(StandardCharsets.UTF_16LE)), "the body is not JSON");
    refused(Buffer.buffer(" "), "empty");
  }

  @Test
  void refusesNestingWithoutAnEnd() {
    refused(Buffer.buffer("[".repeat(100_000)), "the body is not JSON");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", " [1, {\"a\": {\"a\": null}}]\n", "7", "\"x\"", "true"})
  void takesJson(String text) {
    assertThatCode(() -> StrictJson.check(Buffer.buffer(text))).doesNotThrowAnyException();
  }
}
