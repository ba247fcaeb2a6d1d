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

import org.jspecify.annotations.Nullable;

/**
 * Makes text that a client chose fit for one line of a log: short, and without control characters.
 */
final class ForLog {
  private static final int MAX_CHARS = 64;

  private ForLog() {}

  /** The text in quotes, at most 64 characters of it; {@code none} for null. */
  static String quote(@Nullable String text) {
    if (text == null) {
      return "none";
    }
    var out = new StringBuilder(Math.min(text.length(), MAX_CHARS) + 3).append('\'');
    for (var i = 0; i < text.length() && i < MAX_CHARS; i++) {
      var c = text.charAt(i);
      out.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? '?' : c);
    }
    return out.append(text.length() > MAX_CHARS ? "…'" : "'").toString();
  }
}
