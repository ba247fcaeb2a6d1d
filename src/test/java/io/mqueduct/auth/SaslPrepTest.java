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
package io.mqueduct.auth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SaslPrepTest {
  @Test
  void preparesTheExamplesOfRfc4013() {
    assertThat(SaslPrep.prepare("I\u00ADX")).isEqualTo("IX");
    assertThat(SaslPrep.prepare("user")).isEqualTo("user");
    assertThat(SaslPrep.prepare("USER")).isEqualTo("USER");
    assertThat(SaslPrep.prepare("\u00AA")).isEqualTo("a");
    assertThat(SaslPrep.prepare("\u2168")).isEqualTo("IX");
    assertThat(SaslPrep.prepare("\u0007")).isNull();
    assertThat(SaslPrep.prepare("\u0627\u0031")).isNull();
  }

  @Test
  void mapsEverySpaceToTheAsciiOne() {
    assertThat(SaslPrep.prepare("a\u00A0b\u3000c\u2003d")).isEqualTo("a b c d");
  }

  @Test
  void refusesWhatIsProhibitedOrEmpty() {
    assertThat(SaslPrep.prepare("")).isNull();
    assertThat(SaslPrep.prepare("\u00AD")).isNull();
    for (var bad :
        new String[] {
          "\u0000", "\u007F", "\uE000", "\uFFFD", "\u2028", "\u202E", "\uD800", "\uFDD0"
        }) {
      assertThat(SaslPrep.prepare("ä" + bad)).as("U+%04X", (int) bad.charAt(0)).isNull();
    }
  }

  @Test
  void takesRightToLeftTextThatIsNotMixed() {
    assertThat(SaslPrep.prepare("\u0627\u0031\u0628")).isEqualTo("\u0627\u0031\u0628");
    assertThat(SaslPrep.prepare("\u0627a\u0628")).isNull();
  }
}
