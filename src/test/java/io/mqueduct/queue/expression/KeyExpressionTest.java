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
package io.mqueduct.queue.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.message.Message;
import io.mqueduct.queue.Messages;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyExpressionTest {
  private static final Message MESSAGE =
      Messages.of(
          "dev-1",
          "a/b/c",
          "{\"id\":12,\"f\":1.50,\"s\":\"x"
              + " y\",\"n\":null,\"t\":true,\"o\":{\"k\":[1,{\"z\":\"q\"}]}}",
          1_700_000_000_000L,
          1_700_000_060_000L,
          "site",
          "north",
          "a.b",
          "dotted");

  private static KeyOutcome outcome(String expression, Message message) {
    try {
      return KeyExpression.parse(expression).keyOf(message, "10.0.0.1");
    } catch (SyntaxException e) {
      throw new AssertionError(expression, e);
    }
  }

  private static String key(String expression) {
    KeyOutcome outcome = outcome(expression, MESSAGE);
    assertThat(outcome).as(expression).isInstanceOf(KeyOutcome.Key.class);
    return ((KeyOutcome.Key) outcome).latin1();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "message.from | dev-1",
        " message.topic  | a/b/c",
        "message.qos | 1",
        "message.timestamp | 1700000000000",
        "message.flags.retain | false",
        "message.headers.username | user-dev-1",
        "message.headers.peerhost | 10.0.0.1",
        "message.headers.properties.User-Property.site | north",
        "message.headers.properties.User-Property.a.b | dotted",
        "message.headers.properties.Message-Expiry-Interval | 60",
        "message.payload.id | 12",
        "message.payload.f | 1.50",
        "message.payload.s | x y",
        "message.payload.t | true",
        "message.payload.o.k[0] | 1",
        "message.payload.o.k[1].z | q",
        "message.payload.o.k | [1,{\"z\":\"q\"}]",
        "message.payload.\"s\" | x y",
        "concat(message.from, '/', message.payload.id, [1, 'x']) | dev-1/121x",
        "coalesce(message.payload.nope, '', message.from) | dev-1",
        "coalesce([message.payload.nope, 'z']) | z",
        "iif(message.qos == 1, 'one', 'other') | one",
        "iif(is_empty(message.payload.nope), 'e', 'f') | e",
        "iif(not(message.flags.retain), 'live', 'old') | live",
        "lower(upper('äB')) | Ã¤b",
        "trim('  x ') | x",
        "ltrim(' x') | x",
        "strlen('aü😀') | 3",
        "substr('hello', 1) | ello",
        "substr('hello', 1, 3) | ell",
        "substr('hello', 9) | ``",
        "pad('7', 3, 'leading', '0') | 007",
        "pad('7', 4, 'both', '-') | -7--",
        "split('a,,b', ',') == 'x' | -",
        "nth(2, split('a,,b', ',')) | b",
        "nth(2, tokens('a;b,c', ',;')) | b",
        "nth(1, tokens('a\\nb', ',', 'nocrlf')) | a",
        "replace('aXbXc', 'X', '--') | a--b--c",
        "regex_match('abc123', '^[a-z]+\\d+$') | true",
        "regex_extract('abc123', '(\\d)(\\d)') | -",
        "nth(2, regex_extract('abc123', '(\\d)(\\d)')) | 2",
        "regex_extract('abc123', '\\d+') | 123",
        "regex_replace('a1b22', '\\d+', '#') | a#b#",
        "json_value(message.payload, 'o.k[1].z') | q",
        "json_value('{\"a\":{\"b\":5}}', '$.a.b') | 5",
        "hash('md5', 'a') | 0cc175b9c0f1b6a831c399e269772661",
        "hash('sha256', '') | e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "hash_to_range('a', 5, 5) | 5",
        "map_to_range('a', 0, 9) | 7",
        "base64_encode('hi') | aGk=",
        "base64_decode('aGk=') | hi",
        "topic_split(message.topic, 2) | b",
        "nth(3, topic_split(message.topic)) | c",
        "num_gt(2, 10) | false",
        "str_gt('2', '10') | true",
        "num_comp(1, 1.0) | eq",
        "message.payload.id >= 12 | true",
        "'10' < 9 | false",
        "'10' != '9' | true",
        "(message.from) | dev-1",
        "true | true",
        "-5 | -5",
        "1.5 | 1.5",
      })
  void givesTheKey(String expression, String expected) {
    KeyOutcome outcome = outcome(expression, MESSAGE);
    if (expected.equals("-")) {
      assertThat(outcome).isInstanceOf(KeyOutcome.Failed.class);
    } else {
      assertThat(outcome).as(expression).isEqualTo(new KeyOutcome.Key(expected));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "message.payload.nope",
        "message.payload.n",
        "message.payload.id.x",
        "message.payload.o.k[7]",
        "message.payload[0]",
        "message.headers.properties.User-Property.nope",
        "message.headers.properties.Correlation-Data",
        "message.headers.proto_ver",
        "concat('a', message.payload.nope)",
        "nth(9, split('a b', ' '))",
        "regex_extract('a', 'b')",
        "message.payload.nope == 1",
        "coalesce('', '')"
      })
  void isUnboundForWhatTheMessageDoesNotHave(String expression) {
    assertThat(outcome(expression, MESSAGE)).isInstanceOf(KeyOutcome.Unbound.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "substr('a', 'x')",
        "substr('a', -1)",
        "nth(1, 'a')",
        "hash('crc', 'a')",
        "base64_decode('?')",
        "pad('a', 2000000)",
        "hash_to_range('a', 9, 1)",
        "split('a', '')",
        "message.payload.o.k > 5",
        "concat(pad('a', 5000))"
      })
  void failsWithOneLineForWhatCannotBeDone(String expression) {
    KeyOutcome outcome = outcome(expression, MESSAGE);
    assertThat(outcome).as(expression).isInstanceOf(KeyOutcome.Failed.class);
    assertThat(((KeyOutcome.Failed) outcome).why()).isNotBlank().doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | 1",
        "message | 1",
        "message.fro | 1",
        "`  foo.bar` | 3",
        "nope(1) | 1",
        "concat( | 8",
        "concat('a' 'b') | 12",
        "concat('a', | 12",
        "concat() | 1",
        "substr('a') | 1",
        "'abc | 1",
        "message. | 9",
        "message.payload[x] | 17",
        "regex_match('a', '(') | 1",
        "regex_match('a', message.topic) | 1",
        "regex_foo('a', 'b') | 1",
        "a b | 1",
        "'a' 'b' | 5",
        "1 == 2 == 3 | 8",
        "'\\u00g1' | 4",
        "99999999999999999999 | 1",
      })
  void namesTheColumnOfASyntaxError(String expression, int column) {
    assertThatThrownBy(() -> KeyExpression.parse(expression))
        .isInstanceOfSatisfying(
            SyntaxException.class, e -> assertThat(e.column()).isEqualTo(column))
        .hasMessageEndingWith("at column " + column);
  }

  @Test
  void refusesWhatIsTooDeepOrTooLong() {
    assertThatThrownBy(() -> KeyExpression.parse("(".repeat(40) + "1" + ")".repeat(40)))
        .hasMessageContaining("nesting");
    assertThatThrownBy(() -> KeyExpression.parse("1".repeat(5000))).hasMessageContaining("4096");
  }

  @Test
  void takesBinaryPayloadAsItIs() {
    Message binary =
        new Message(
            MESSAGE.topic(),
            new byte[] {(byte) 0xFF, 1},
            Message.NO_BYTES,
            0,
            false,
            0,
            Message.NEVER,
            "c",
            null);
    assertThat(outcome("message.payload", binary)).isEqualTo(new KeyOutcome.Key("\u00FF\u0001"));
    assertThat(outcome("base64_encode(message.payload)", binary))
        .isEqualTo(new KeyOutcome.Key("/wE="));
    assertThat(outcome("base64_decode('/wE=')", binary))
        .isEqualTo(new KeyOutcome.Key("\u00FF\u0001"));
    assertThat(outcome("lower(message.payload)", binary)).isInstanceOf(KeyOutcome.Failed.class);
    assertThat(outcome("message.payload.a", binary)).isInstanceOf(KeyOutcome.Unbound.class);
    assertThat(outcome("message.headers.username", binary)).isInstanceOf(KeyOutcome.Unbound.class);
  }

  @Test
  void countsBytesOfUtf8ForTheKey() {
    assertThat(key("'ü'")).isEqualTo("Ã¼");
    String longest = "ü".repeat(KeyExpression.MAX_KEY_BYTES / 2);
    Message message = Messages.of(longest, "t", "", 0);
    assertThat(outcome("message.from", message)).isInstanceOf(KeyOutcome.Key.class);
    assertThat(outcome("message.from", Messages.of(longest + "x", "t", "", 0)))
        .isInstanceOf(KeyOutcome.Failed.class);
  }

  @Test
  void takesAnEmptyStringAsAKey() {
    assertThat(outcome("''", MESSAGE)).isEqualTo(new KeyOutcome.Key(""));
    assertThat(outcome("message.from", Messages.of("", "t", "", 0)))
        .isEqualTo(new KeyOutcome.Key(""));
  }

  @Test
  void endsSoonForLargePayloadsAndCostlyExpressions() {
    String json =
        "{\"a\":"
            + "[".repeat(200)
            + "1"
            + "]".repeat(200)
            + ",\"b\":\""
            + "x".repeat(1_000_000)
            + "\"}";
    Message large = Messages.of("c", "t", json, 0);
    String many = "concat(" + "message.payload.zz, ".repeat(150) + "'a')";
    long start = System.nanoTime();
    outcome(many, large);
    outcome("regex_replace(message.payload, '(x*)*y|x', 'zz')", large);
    outcome("replace(replace(replace(message.payload,'x','xx'),'x','xxxx'),'x','xxxxxxxx')", large);
    outcome("regex_match(message.payload, '(x{1,100}){1,10}y')", large);
    assertThat(System.nanoTime() - start).isLessThan(20_000_000_000L);
    assertThat(outcome("message.payload.a[0][0]", large)).isInstanceOf(KeyOutcome.Key.class);
  }

  @Test
  void doesNotFollowNestingThatIsTooDeep() {
    byte[] deep = ("[".repeat(100_000)).getBytes(StandardCharsets.UTF_8);
    Message message = Messages.of("c", "t", new String(deep, StandardCharsets.UTF_8), 0);
    assertThat(outcome("message.payload[0]", message)).isInstanceOf(KeyOutcome.Unbound.class);
  }
}
