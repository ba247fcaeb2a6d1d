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
package io.mqueduct.bench;

import org.jspecify.annotations.Nullable;

/** One MQTT client, which may connect several times. Belongs to its worker's event loop. */
final class Client {
  private final String id;
  private final Worker worker;
  private final Role role;
  private boolean sessionKept;
  private volatile @Nullable Link link;

  Client(String id, Worker worker, Role role, boolean sessionKept) {
    this.id = id;
    this.worker = worker;
    this.role = role;
    this.sessionKept = sessionKept;
  }

  String id() {
    return id;
  }

  Worker worker() {
    return worker;
  }

  Role role() {
    return role;
  }

  boolean isSessionKept() {
    return sessionKept;
  }

  /** The next connection removes the session. For a client that is not connected. */
  void forgetSession() {
    sessionKept = false;
  }

  /** The connection it was given last. */
  @Nullable Link link() {
    return link;
  }

  void link(Link now) {
    link = now;
  }
}
