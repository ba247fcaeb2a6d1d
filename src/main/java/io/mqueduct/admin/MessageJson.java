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

import io.mqueduct.message.Message;
import io.vertx.core.json.JsonObject;

/** What is told of a message beside its payload, in the words of EMQX's API. Stateless. */
final class MessageJson {
  private MessageJson() {}

  static void describe(JsonObject json, Message message) {
    json.put("msgid", idOf(message))
        .put("topic", message.topic().text())
        .put("publish_at", ClientJson.time(message.publishedAtMillis()))
        .put("from_clientid", message.publisher())
        .put("from_username", message.username() == null ? "undefined" : message.username());
    if (message.expiresAtMillis() != Message.NEVER) {
      json.put("expires_at", ClientJson.time(message.expiresAtMillis()));
    }
  }

  /** The same for the same message, as long as it lives in this process. */
  private static String idOf(Message message) {
    return Long.toHexString(message.publishedAtMillis())
        + "-"
        + Integer.toHexString(System.identityHashCode(message));
  }
}
