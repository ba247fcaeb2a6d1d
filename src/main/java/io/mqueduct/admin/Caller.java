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

import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;

/**
 * Whoever waits for the answer to one call, and may go away at any time. Made as the first thing of
 * a call that takes something for its caller: one who went before that, or while the broker looked
 * something up, is seen as well. Owned by the admin's loop.
 */
final class Caller {
  private final List<Runnable> tasks = new ArrayList<>();
  private boolean gone;

  private Caller(boolean gone) {
    this.gone = gone;
  }

  /** Watches who waits for a response; to be called before the first thing that takes time. */
  static Caller of(HttpServerResponse response) {
    Caller caller = new Caller(response.closed());
    if (!caller.gone) {
      response.closeHandler(closed -> caller.left());
      response.exceptionHandler(broken -> caller.left());
    }
    return caller;
  }

  boolean isGone() {
    return gone;
  }

  /** Has a task run once, when the caller goes; at once if it went already. */
  void whenGone(Runnable task) {
    if (gone) {
      task.run();
    } else {
      tasks.add(task);
    }
  }

  private void left() {
    if (!gone) {
      gone = true;
      tasks.forEach(Runnable::run);
    }
  }
}
