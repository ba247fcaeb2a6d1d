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

import io.vertx.core.http.HttpMethod;
import java.util.Locale;

/** What the holder of an API key may do. */
enum Role {
  /** Everything. */
  ADMINISTRATOR,
  /** Look, but not at keys, and change nothing. */
  VIEWER,
  /** Publish, and nothing else. */
  PUBLISHER;

  /** The role with a name. */
  static Role of(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "administrator" -> ADMINISTRATOR;
      case "viewer" -> VIEWER;
      case "publisher" -> PUBLISHER;
      default ->
          throw new IllegalArgumentException(
              "no role \"" + name + "\"; known are administrator, viewer, publisher");
    };
  }

  /** The name in files and answers. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Whether a call is allowed; one that asks for an administrator checks that besides, see {@link
   * Call#requireAdministrator}.
   *
   * @param path below {@code /api/v5}
   */
  boolean may(HttpMethod method, String path) {
    return switch (this) {
      case ADMINISTRATOR -> true;
      case VIEWER -> method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
      case PUBLISHER ->
          method.equals(HttpMethod.POST)
              && (path.equals("/publish")
                  || path.equals("/publish/bulk")
                  || (path.startsWith("/queue/") && path.endsWith("/messages")));
    };
  }
}
