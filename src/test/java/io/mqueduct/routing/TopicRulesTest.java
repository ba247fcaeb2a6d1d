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
package io.mqueduct.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicRulesTest {
  private final TopicRules rules = new TopicRules(8);

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "/", "a/b", "a//b", "/a/", " ", "$SYS/x", "ä/日本/😀", "1/2/3/4/5/6/7/8"})
  void acceptsTopicNames(String name) {
    assertThat(rules.checkName(name)).isEqualTo(TopicFault.NONE);
    assertThat(rules.checkFilter(name)).isEqualTo(TopicFault.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "'',EMPTY",
    "a/+,WILDCARD_IN_NAME",
    "#,WILDCARD_IN_NAME",
    "a+b,WILDCARD_IN_NAME",
    "1/2/3/4/5/6/7/8/9,TOO_MANY_LEVELS",
    "////////,TOO_MANY_LEVELS"
  })
  void refusesTopicNames(String name, TopicFault fault) {
    assertThat(rules.checkName(name)).isEqualTo(fault);
  }

  @ParameterizedTest
  @ValueSource(strings = {"#", "+", "a/#", "a/+/b", "+/+", "+/#", "/#", "/+", "a/+/", "$SYS/#"})
  void acceptsFilters(String filter) {
    assertThat(rules.checkFilter(filter)).isEqualTo(TopicFault.NONE);
    assertThat(rules.parse(filter)).isEqualTo(new ParsedFilter.Plain(filter));
  }

  @ParameterizedTest
  @CsvSource({
    "'',EMPTY", "a/#/b,MISPLACED_HASH", "a#,MISPLACED_HASH", "##,MISPLACED_HASH",
    "#/,MISPLACED_HASH", "a+/b,MISPLACED_PLUS", "+a,MISPLACED_PLUS", "a/++,MISPLACED_PLUS",
    "+#,MISPLACED_PLUS", "+/+/+/+/+/+/+/+/#,TOO_MANY_LEVELS"
  })
  void refusesFilters(String filter, TopicFault fault) {
    assertThat(rules.checkFilter(filter)).isEqualTo(fault);
    assertThat(rules.parse(filter)).isEqualTo(new ParsedFilter.Invalid(fault));
  }

  @Test
  void refusesWhatHasNoUtf8FormAndNul() {
    assertThat(rules.checkName("a\u0000b")).isEqualTo(TopicFault.NUL);
    assertThat(rules.checkFilter("a/\u0000")).isEqualTo(TopicFault.NUL);
    assertThat(rules.checkName("a\ud83d")).isEqualTo(TopicFault.NOT_UNICODE);
    assertThat(rules.checkName("\ude00\ud83d")).isEqualTo(TopicFault.NOT_UNICODE);
    assertThat(rules.parse("$share/g\u0000/t")).isEqualTo(new ParsedFilter.Invalid(TopicFault.NUL));
  }

  @Test
  void countsLengthInBytesOfUtf8() {
    assertThat(rules.checkName("a".repeat(65_535))).isEqualTo(TopicFault.NONE);
    assertThat(rules.checkName("a".repeat(65_536))).isEqualTo(TopicFault.TOO_LONG);
    assertThat(rules.checkName("日".repeat(21_845))).isEqualTo(TopicFault.NONE);
    assertThat(rules.checkName("日".repeat(21_846))).isEqualTo(TopicFault.TOO_LONG);
    assertThat(rules.checkName("😀".repeat(16_384))).isEqualTo(TopicFault.TOO_LONG);
  }

  @ParameterizedTest
  @CsvSource({
    "$share/g/t,g,t",
    "$share/g/#,g,#",
    "$share/g/a/+,g,a/+",
    "$share/g//,g,/",
    "$share/ä b/t,ä b,t",
    "$share/$share/t,$share,t",
    "$share/g/$SYS/x,g,$SYS/x",
    "$share/g/1/2/3/4/5/6/7/8,g,1/2/3/4/5/6/7/8"
  })
  void takesSharedSubscriptionsApart(String text, String group, String filter) {
    assertThat(rules.parse(text)).isEqualTo(new ParsedFilter.Shared(group, filter));
  }

  @ParameterizedTest
  @CsvSource({
    "$share/,MALFORMED_SHARE",
    "$share/g,MALFORMED_SHARE",
    "$share//t,MALFORMED_SHARE",
    "$share/g/,MALFORMED_SHARE",
    "$share/a+/t,MALFORMED_SHARE",
    "$share/+/t,MALFORMED_SHARE",
    "$share/a#/t,MALFORMED_SHARE",
    "$share/#,MALFORMED_SHARE",
    "$share//,MALFORMED_SHARE",
    "$share/g/$share/h/t,MALFORMED_SHARE",
    "$share/g/a/#/b,MISPLACED_HASH",
    "$share/g/a+,MISPLACED_PLUS",
    "$share/g/1/2/3/4/5/6/7/8/9,TOO_MANY_LEVELS"
  })
  void refusesMalformedSharedSubscriptions(String text, TopicFault fault) {
    assertThat(rules.parse(text)).isEqualTo(new ParsedFilter.Invalid(fault));
  }

  @Test
  void treatsShareWithoutSlashAsAnOrdinaryFilter() {
    assertThat(rules.parse("$share")).isEqualTo(new ParsedFilter.Plain("$share"));
    assertThat(rules.parse("$shared/g/t")).isEqualTo(new ParsedFilter.Plain("$shared/g/t"));
  }

  @Test
  void needsAtLeastOneLevel() {
    assertThatThrownBy(() -> new TopicRules(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
