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

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * The answer to a call. Immutable.
 *
 * @param status of HTTP
 * @param contentType empty if there is no body
 * @param body encoded
 */
record Reply(int status, String contentType, Buffer body) {
  private static final String JSON = "application/json";

  static Reply ok(JsonObject body) {
    return new Reply(200, JSON, body.toBuffer());
  }

  static Reply ok(JsonArray body) {
    return new Reply(200, JSON, body.toBuffer());
  }

  static Reply json(int status, JsonObject body) {
    return new Reply(status, JSON, body.toBuffer());
  }

  static Reply json(int status, JsonArray body) {
    return new Reply(status, JSON, body.toBuffer());
  }

  static Reply text(String contentType, String text) {
    return new Reply(200, contentType, Buffer.buffer(text));
  }

  /** 204. */
  static Reply none() {
    return new Reply(204, "", Buffer.buffer());
  }
}
