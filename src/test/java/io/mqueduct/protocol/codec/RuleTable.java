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

import org.jspecify.annotations.Nullable;

/** Checks one row of a table of rules. */
final class RuleTable {
  private static final String OK = "ok";

  private RuleTable() {}

  static void check(
      String versions, String expected, String first, @Nullable String body, String what) {
    byte[] packet = Wire.packet(Integer.parseInt(first, 16), body == null ? "" : body);
    for (char version : versions.toCharArray()) {
      Decoded decoded = Wire.decode(version - '0', packet);
      if (expected.equals(OK)) {
        assertThat(decoded).as("%s, version %s", what, version).isInstanceOf(Packet.class);
      } else {
        assertThat(decoded).as("%s, version %s", what, version).isInstanceOf(Violation.class);
        assertThat(((Violation) decoded).code().value())
            .as("%s, version %s", what, version)
            .isEqualTo(Integer.parseInt(expected, 16));
      }
    }
  }
}
