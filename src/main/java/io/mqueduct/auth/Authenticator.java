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

import io.vertx.core.Future;

/**
 * One provider of basic authentication (user name, password, certificate). Called on the
 * connection's event loop and from many loops at once: an implementation never blocks, and
 * completes its future on the caller's context. It answers with a completed future when it needs no
 * time. A failed future counts as a refusal.
 */
public interface Authenticator {
  /** A short name for logs and metrics, such as {@code password_file}. */
  String name();

  /** Judges what the client showed. */
  Future<AuthResult> authenticate(ConnectCredentials credentials);
}
