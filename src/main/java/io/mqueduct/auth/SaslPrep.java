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

import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/**
 * SASLprep (RFC 4013), so that a name or password typed on two systems gives the same bytes: spaces
 * and joiners mapped, NFKC, then what is prohibited or mixes writing directions is refused. Differs
 * from the letter of the RFC in that it normalizes with the Unicode version of the JDK, not 3.2,
 * and does not refuse characters that 3.2 did not know.
 */
final class SaslPrep {
  private SaslPrep() {}

  /** The prepared text, or null when it is empty or has something that is not allowed. */
  static @Nullable String prepare(String text) {
    if (isPlainAscii(text)) {
      return text;
    }
    var mapped = new StringBuilder(text.length());
    text.codePoints()
        .filter(c -> !isMappedToNothing(c))
        .forEach(c -> mapped.appendCodePoint(isSpace(c) ? ' ' : c));
    var normal = Normalizer.normalize(mapped, Normalizer.Form.NFKC);
    return normal.isEmpty()
            || normal.codePoints().anyMatch(SaslPrep::isProhibited)
            || mixesDirections(normal)
        ? null
        : normal;
  }

  private static boolean isPlainAscii(String text) {
    for (var i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      if (c < 0x20 || c > 0x7E) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** RFC 3454, table B.1. */
  private static boolean isMappedToNothing(int c) {
    return switch (c) {
      case 0xAD, 0x34F, 0x1806, 0x180B, 0x180C, 0x180D, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF ->
          true;
      default -> c >= 0xFE00 && c <= 0xFE0F;
    };
  }

  /** RFC 3454, table C.1.2, without what B.1 has already. */
  private static boolean isSpace(int c) {
    return c != ' ' && Character.getType(c) == Character.SPACE_SEPARATOR;
  }

  /** RFC 3454, tables C.2.1 to C.9. */
  private static boolean isProhibited(int c) {
    switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR -> {
        return true;
      }
      default -> {
        return (c & 0xFFFE) == 0xFFFE // C.4, not characters
            || within(c, 0xFDD0, 0xFDEF)
            || c == 0x6DD // C.2.2
            || c == 0x70F
            || c == 0x180E
            || within(c, 0x2061, 0x2063)
            || within(c, 0x206A, 0x206F) // C.2.2 and C.8
            || within(c, 0xFFF9, 0xFFFD) // C.2.2 and C.6
            || within(c, 0x1D173, 0x1D17A)
            || within(c, 0x2FF0, 0x2FFB) // C.7
            || within(c, 0x340, 0x341) // C.8
            || within(c, 0x200E, 0x200F)
            || within(c, 0x202A, 0x202E)
            || within(c, 0xE0001, 0xE007F); // C.9
      }
    }
  }

  private static boolean within(int c, int from, int to) {
    return c >= from && c <= to;
  }

  /**
   * RFC 3454, section 6: text with right-to-left characters has no left-to-right ones and begins
   * and ends with one.
   */
  private static boolean mixesDirections(String text) {
    if (text.codePoints().noneMatch(SaslPrep::isRightToLeft)) {
      return false;
    }
    return text.codePoints()
            .anyMatch(c -> Character.getDirectionality(c) == Character.DIRECTIONALITY_LEFT_TO_RIGHT)
        || !isRightToLeft(text.codePointAt(0))
        || !isRightToLeft(text.codePointBefore(text.length()));
  }

  private static boolean isRightToLeft(int c) {
    var direction = Character.getDirectionality(c);
    return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
        || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
  }
}
