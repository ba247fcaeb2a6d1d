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

import io.mqueduct.message.Message;
import io.mqueduct.queue.Messages;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class KeyExpressionFuzzTest {
  private static final String[] WORDS = {
    "message",
    ".",
    "payload",
    "from",
    "headers",
    "properties",
    "User-Property",
    "(",
    ")",
    "[",
    "]",
    ",",
    "'",
    "\"",
    "\\",
    "concat",
    "nth",
    "split",
    "regex_match",
    "regex_replace",
    "'(a+)+$'",
    "pad",
    "json_value",
    "1",
    "-",
    "0",
    "==",
    "<",
    " ",
    "iif",
    "coalesce",
    "topic_split",
    "'a'",
    "hash",
    "'md5'",
    "99999999",
    "message.payload",
    "message.topic",
    "é",
    "\u0000",
    "message.payload.a"
  };

  private static final Message[] MESSAGES = {
    Messages.of("c", "a/b", "{\"a\":[1,2,{\"b\":\"" + "aaaaaaaaaaaaaaaa".repeat(64) + "\"}]}", 0),
    Messages.of("c", "a", "{\"a\":", 0),
    Messages.of("", "a//", "", 0, "n", "v")
  };

  @Provide
  Arbitrary<String> soups() {
    return Arbitraries.of(WORDS).list().ofMaxSize(24).map(words -> String.join("", words));
  }

  /** Well-formed by construction, so that evaluation is reached. */
  @Provide
  Arbitrary<String> calls() {
    Arbitrary<String> leaf =
        Arbitraries.of(
            "message.payload",
            "message.payload.a",
            "message.topic",
            "'x'",
            "3",
            "-1",
            "'a,b c'",
            "message.payload.a[2].b",
            "message.headers.properties.User-Property.n",
            "''");
    Arbitrary<String> name =
        Arbitraries.of(
            "concat",
            "coalesce",
            "lower",
            "trim",
            "substr",
            "split",
            "nth",
            "tokens",
            "replace",
            "pad",
            "strlen",
            "json_value",
            "hash",
            "hash_to_range",
            "map_to_range",
            "base64_encode",
            "base64_decode",
            "topic_split",
            "iif",
            "num_gt",
            "str_comp",
            "is_empty");
    Arbitrary<String> terms = leaf;
    for (int depth = 0; depth < 3; depth++) {
      Arbitrary<String> call =
          Combinators.combine(name, terms.list().ofMinSize(1).ofMaxSize(3))
              .as((n, arguments) -> n + "(" + String.join(",", arguments) + ")");
      terms = Arbitraries.oneOf(leaf, call);
    }
    return terms;
  }

  @Property(tries = 1500)
  void anyTextIsUnderstoodOrRefused(@ForAll("soups") String text) {
    run(text);
  }

  @Property(tries = 1000)
  void anyUnicodeIsUnderstoodOrRefused(@ForAll String text) {
    run(text);
  }

  @Property(tries = 1500)
  void anyCallEndsInAnOutcome(@ForAll("calls") String text) {
    run(text);
  }

  private static void run(String text) {
    KeyExpression expression;
    try {
      expression = KeyExpression.parse(text);
    } catch (SyntaxException e) {
      assertThat(e.column()).isBetween(1, text.length() + 1);
      assertThat(e.getMessage()).isNotBlank();
      return;
    }
    for (Message message : MESSAGES) {
      assertThat(expression.keyOf(message, null)).isNotNull();
    }
  }
}
