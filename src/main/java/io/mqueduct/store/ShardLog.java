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
package io.mqueduct.store;

/** Orders commands and has them applied; the only way to change the store. Any thread may call. */
public interface ShardLog extends AutoCloseable {
  /**
   * Adds a command. Commands of one thread are applied in the order of its calls.
   *
   * @return false if the log is full or closed: nothing was taken, the callback is not called, and
   *     the caller slows its source down or refuses with {@link
   *     io.mqueduct.message.Problem#STORE_BUSY}
   */
  boolean append(Command command, CommitCallback callback);

  /** Applies what was taken, makes it durable, and ends. Later commands are refused. */
  @Override
  void close();
}
