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
package io.mqueduct.protocol;

import io.mqueduct.config.ListenerSettings;

/** A listener could not be opened; the message is for the person who started the broker. */
public final class ListenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ListenException(ListenerSettings listener, Throwable cause) {
    this(
        "listener "
            + listener.id()
            + " cannot listen on "
            + listener.bind()
            + ": "
            + cause.getMessage()
            + "; choose another address with "
            + key(listener, "bind"),
        cause);
  }

  private ListenException(String message, Throwable cause) {
    super(message, cause, false, false);
  }

  /** Its certificate cannot be used. */
  static ListenException certificate(ListenerSettings listener, Throwable cause) {
    return new ListenException(
        "listener " + listener.id() + ": " + cause.getMessage() + "; see " + key(listener, "ssl"),
        cause);
  }

  private static String key(ListenerSettings listener, String name) {
    return "listeners." + listener.id().replace(':', '.') + "." + name;
  }
}
