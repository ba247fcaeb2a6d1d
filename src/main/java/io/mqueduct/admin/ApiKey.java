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

import io.mqueduct.auth.PasswordHash;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;

/**
 * An API key: who holds its secret may call the API. Immutable.
 *
 * @param name what people call it
 * @param key its public part
 * @param secret what it is compared with
 * @param createdAtMillis 0 for one of the configuration
 */
record ApiKey(String name, String key, PasswordHash secret, Terms terms, long createdAtMillis) {
  static final long NEVER = Long.MAX_VALUE;

  /**
   * What can be changed.
   *
   * @param expiresAtMillis wall clock, or {@link #NEVER}
   */
  record Terms(Role role, String description, boolean enabled, long expiresAtMillis) {
    /** Of a key that is good for ever. */
    static Terms of(Role role, String description) {
      return new Terms(role, description, true, NEVER);
    }

    boolean allow(long nowMillis) {
      return enabled && nowMillis < expiresAtMillis;
    }
  }

  /** One that people wrote into the configuration, which has no name of its own. */
  static ApiKey configured(String key, Role role, PasswordHash secret) {
    return new ApiKey(key, key, secret, Terms.of(role, "from api.bootstrap"), 0);
  }

  boolean isConfigured() {
    return createdAtMillis == 0;
  }

  ApiKey with(Terms changed) {
    return new ApiKey(name, key, secret, changed, createdAtMillis);
  }

  /**
   * Reads what {@link #toLine} wrote.
   *
   * @throws IllegalArgumentException with one line why it cannot be read
   */
  static ApiKey parse(String line) {
    try {
      JsonObject json = new JsonObject(line);
      Terms terms =
          new Terms(
              Role.of(json.getString("role", "")),
              json.getString("desc", ""),
              json.getBoolean("enable", true),
              json.getLong("expired_at", NEVER));
      String key = json.getString("api_key", "");
      if (key.isEmpty()) {
        throw new IllegalArgumentException("a key without api_key");
      }
      return new ApiKey(
          json.getString("name", key),
          key,
          PasswordHash.parse(json.getString("secret", "")),
          terms,
          json.getLong("created_at", 1L));
    } catch (DecodeException | ClassCastException e) {
      throw new IllegalArgumentException("expected a key as JSON in each line", e);
    }
  }

  /** The line of the file; the secret is not in it, only its hash. */
  String toLine() {
    JsonObject json =
        new JsonObject()
            .put("name", name)
            .put("api_key", key)
            .put("role", terms.role().label())
            .put("secret", secret.encoded())
            .put("desc", terms.description())
            .put("enable", terms.enabled())
            .put("created_at", createdAtMillis);
    if (terms.expiresAtMillis() != NEVER) {
      json.put("expired_at", terms.expiresAtMillis());
    }
    return json.encode();
  }

  @Override
  public String toString() {
    return name + " (" + terms.role().label() + ")";
  }
}
