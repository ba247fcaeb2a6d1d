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

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where a list of sessions or of their subscriptions goes on. Immutable; its text means nothing to
 * callers.
 *
 * @param shard of the session registry
 * @param place in the shard
 * @param within the session at that place
 */
record Cursor(int shard, int place, TextOrder.Place within) {
  static final Cursor START = new Cursor(0, 0);

  /** The beginning of a session. */
  Cursor(int shard, int place) {
    this(shard, place, TextOrder.Place.START);
  }

  /** Reads what {@link #text} wrote; the start if there is none. */
  static Cursor of(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return START;
    }
    String[] parts = decode(text).split(":", 3);
    try {
      if (parts.length == 3) {
        Cursor cursor =
            new Cursor(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                TextOrder.Place.of(parts[2]));
        if (cursor.shard >= 0 && cursor.place >= 0) {
          return cursor;
        }
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw wrong();
  }

  String text() {
    return encode(shard + ":" + place + ":" + within.text());
  }

  static String encode(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  static String decode(String text) {
    try {
      return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw wrong();
    }
  }

  static ApiError wrong() {
    return ApiError.badRequest("cursor: not one of this list");
  }
}
