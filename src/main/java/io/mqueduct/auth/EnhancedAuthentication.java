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
 * One method of enhanced authentication (MQTT 5.0, section 4.12), shared by all event loops. A
 * client that names a method which no provider has is refused with Bad authentication method (0x8C)
 * [MQTT-4.12.0-1].
 */
public interface EnhancedAuthentication {
  /** The Authentication Method that a client names, compared letter by letter. */
  String method();

  /**
   * Begins an exchange for a connection.
   *
   * @param credentials what CONNECT had; the exchange proves who the client is, not these
   * @param current who the connection is, when it authenticates again; null for a new connection. A
   *     client cannot become another one by authenticating again
   */
  EnhancedExchange begin(ConnectCredentials credentials, @Nullable Principal current);
}
