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
package io.mqueduct.app.client;

import java.util.function.Consumer;

/**
 * Something to do if the process ends before a command has done it. The command may add and remove
 * it at any time, also while the process ends already, when the runtime takes neither. Owned by the
 * command's thread.
 */
final class ShutdownHook {
  private final Thread hook;
  private final Consumer<Thread> removing;

  /** Adds it to this process. */
  ShutdownHook(String name, Runnable action) {
    this(
        new Thread(action, name),
        Runtime.getRuntime()::addShutdownHook,
        Runtime.getRuntime()::removeShutdownHook);
  }

  ShutdownHook(Thread hook, Consumer<Thread> adding, Consumer<Thread> removing) {
    this.hook = hook;
    this.removing = removing;
    unlessEnding(adding);
  }

  /** It is not needed any more; if the process ends, it may run all the same. */
  void remove() {
    unlessEnding(removing);
  }

  private void unlessEnding(Consumer<Thread> change) {
    try {
      change.accept(hook);
    } catch (IllegalStateException e) {
      // The process ends: what runs, runs, and the command comes to its own end.
    }
  }
}
