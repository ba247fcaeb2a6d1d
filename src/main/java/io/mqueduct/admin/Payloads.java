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

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * How payloads are shown: as the caller asks with {@code payload}, shortened to {@code
 * max_payload_bytes}. Immutable.
 *
 * @param form base64, plain or none
 * @param maxBytes of one payload
 */
record Payloads(String form, int maxBytes) {
  static Payloads of(Call call) {
    return new Payloads(
        call.query("payload", "base64"), call.number("max_payload_bytes", 1024 * 1024));
  }

  /** Puts a payload into an object. */
  void put(JsonObject into, byte[] payload) {
    into.put("payload_size", payload.length);
    if (form.equals("none")) {
      return;
    }
    boolean isCut = payload.length > maxBytes;
    byte[] shown = isCut ? Arrays.copyOf(payload, maxBytes) : payload;
    into.put(
        "payload",
        form.equals("plain")
            ? new String(shown, StandardCharsets.UTF_8)
            : Base64.getEncoder().encodeToString(shown));
    if (isCut) {
      into.put("payload_truncated", true);
    }
  }
}
