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

import io.mqueduct.message.ReasonCode;

/** What a provider says about a CONNECT. */
public sealed interface AuthResult {
  /** The provider does not know these credentials: the next one is asked. */
  AuthResult IGNORED = new Ignored();

  /** Let in. */
  record Granted(Principal principal) implements AuthResult {}

  /**
   * Refused, whatever other providers would say.
   *
   * @param code what the client is told: an error code that CONNACK may carry (MQTT 5.0, section
   *     3.2.2.2)
   * @param why one line for the log, never for the client: it may tell a wrong password from an
   *     unknown user
   */
  record Denied(ReasonCode code, String why) implements AuthResult {}

  /** Nothing to say. */
  record Ignored() implements AuthResult {}
}
