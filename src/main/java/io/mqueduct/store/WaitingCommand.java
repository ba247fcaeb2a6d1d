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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A command on its way through the log, and who waits for it. Handed over to the writer thread. */
final class WaitingCommand {
  private static final Logger LOG = LoggerFactory.getLogger(WaitingCommand.class);

  /** {@link #sequence} of a command that was refused without being applied. */
  static final long REFUSED = -1;

  final Command command;
  final int bytes;
  private final CommitCallback callback;
  long sequence;
  long result;

  WaitingCommand(Command command, CommitCallback callback, int bytes) {
    this.command = command;
    this.callback = callback;
    this.bytes = bytes;
  }

  void tellCommitted() {
    try {
      callback.committed(sequence, result);
    } catch (RuntimeException e) {
      LOG.error("a listener to a commit failed", e);
    }
  }

  void tellFailed(BrokerException why) {
    try {
      callback.failed(why);
    } catch (RuntimeException e) {
      LOG.error("a listener to a failed commit failed", e);
    }
  }
}
