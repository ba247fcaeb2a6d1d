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
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** The check for UTF-8 agrees with the platform's strict decoder. */
class Utf8Test {
  @Test
  void agreesOnEverySequenceOfUpToThreeBytes() {
    for (int value = 0; value < 1 << 24; value += value < 1 << 16 ? 1 : 23) {
      byte[] bytes = {(byte) (value >>> 16), (byte) (value >>> 8), (byte) value};
      int first = bytes[0] & 0xFF;
      if (first < 0xC0 && value > 1 << 16 && (value & 0xFFFF) > 16) {
        continue; // a first byte that stands alone: the other two were seen with 00 in front
      }
      if (Utf8.isWellFormed(bytes) != decodes(bytes)) {
        fail("%06X is %s", value, decodes(bytes) ? "well-formed" : "malformed");
      }
    }
  }

  @Property(tries = 2_000)
  void agreesOnAnyBytes(@ForAll @Size(max = 12) byte[] bytes) {
    assertThat(Utf8.isWellFormed(bytes)).isEqualTo(decodes(bytes));
  }

  @Property(tries = 1_000)
  void agreesOnFourByteSequences(@ForAll @Size(3) byte[] tail, @ForAll boolean legalTail) {
    for (int first = 0xEE; first <= 0xF8; first++) {
      byte[] bytes = {(byte) first, tail[0], tail[1], tail[2]};
      if (legalTail) {
        for (int i = 1; i < 4; i++) {
          bytes[i] = (byte) ((bytes[i] & 0x3F) | 0x80);
        }
      }
      assertThat(Utf8.isWellFormed(bytes)).isEqualTo(decodes(bytes));
    }
  }

  @Test
  void allowsTheNullCharacterInPayloadsButNotInText() {
    byte[] bytes = {'a', 0};
    assertThat(Utf8.isWellFormed(bytes)).isTrue();
    assertThat(Utf8.isText(bytes, 0, 2)).isFalse();
    assertThat(Utf8.isText(bytes, 0, 1)).isTrue();
  }

  private static boolean decodes(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
