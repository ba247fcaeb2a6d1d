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
package io.mqueduct.queue;

import io.mqueduct.message.Message;
import io.mqueduct.queue.spec.DeadLetter;

/** The way out for messages that nobody could handle. Called on the queue's loop. */
public interface DeadLetters {
  /** Who waits until the message is safe, and is told on the queue's loop. */
  @FunctionalInterface
  interface Reply {
    /**
     * What became of it; not before {@link DeadLetters#send} has returned.
     *
     * @param isSafe whether the message is where it belongs, as durable as it was
     */
    void done(boolean isSafe);
  }

  /** Sends a message on; its facts are in its user properties. */
  void send(DeadLetter target, Message message, Reply reply);
}
