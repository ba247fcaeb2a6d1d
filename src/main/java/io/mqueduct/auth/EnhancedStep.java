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
import org.jspecify.annotations.Nullable;

/** What an enhanced authentication answers to a client's data. */
public sealed interface EnhancedStep {
  /** Send AUTH with Continue authentication (0x18) and this data. */
  final class Continue implements EnhancedStep {
    private final byte[] data;

    /** Takes the data over. */
    public Continue(byte[] data) {
      this.data = data;
    }

    /** The Authentication Data to send; not to be changed. */
    public byte[] data() {
      return data;
    }
  }

  /**
   * The client is who it says: send CONNACK, or AUTH with Success (0x00) when it authenticated
   * again.
   */
  final class Success implements EnhancedStep {
    private final byte @Nullable [] data;
    private final Principal principal;

    /** Takes the data over. */
    public Success(byte @Nullable [] data, Principal principal) {
      this.data = data;
      this.principal = principal;
    }

    /**
     * The Authentication Data to send with it, by which the client knows the server; null for none.
     */
    public byte @Nullable [] data() {
      return data;
    }

    /** Who the client is. */
    public Principal principal() {
      return principal;
    }
  }

  /**
   * The client is refused: send CONNACK with the code, or DISCONNECT when it authenticated again,
   * and close.
   *
   * @param code an error code that both packets may carry
   * @param why one line for the log, never for the client
   */
  record Failure(ReasonCode code, String why) implements EnhancedStep {}
}
