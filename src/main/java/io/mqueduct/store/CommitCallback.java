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

import io.mqueduct.message.BrokerException;

/**
 * Learns what became of one command. Called once, on the log's writer thread, in the order of the
 * commands, all of one round together; it hands over to its own loop and returns quickly.
 */
public interface CommitCallback {
  /** For commands whose outcome nobody waits for. */
  CommitCallback NONE =
      new CommitCallback() {
        @Override
        public void committed(long sequence, long result) {}

        @Override
        public void failed(BrokerException why) {}
      };

  /**
   * It is as durable as the configuration promises.
   *
   * @param sequence of the command; a message that it stored has this sequence
   * @param result see each command; 0 if it had no effect
   */
  void committed(long sequence, long result);

  /** It is not to be relied on: the disk is full or failed, or the store is closing. */
  void failed(BrokerException why);
}
