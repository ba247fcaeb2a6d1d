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

import io.vertx.core.Context;
import java.util.concurrent.RejectedExecutionException;

/** Brings what the broker answers to the loop of the API that asked. Any thread. */
final class WayBack {
  private WayBack() {}

  /** Runs a task there, unless the API has closed meanwhile: then nobody waits for it. */
  static void run(Context there, Runnable task) {
    try {
      there.runOnContext(ignored -> task.run());
    } catch (RejectedExecutionException e) {
      // its loop has ended
    }
  }
}
