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

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.store.Command;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.Store;

/** Tells a loop when the store is done with a command, and with those before it. */
record Fencing(Mailbox mailbox, QueueLog.Fence fence) implements CommitCallback {
  /** Appends a command; if the store takes nothing now, that is the answer. */
  static void append(Store store, Command command, Fencing fencing) {
    if (!store.log().append(command, fencing)) {
      fencing.failed(new BrokerException(Problem.STORE_BUSY, "the store is busy"));
    }
  }

  @Override
  public void committed(long sequence, long result) {
    mailbox.post(() -> fence.reached(null));
  }

  @Override
  public void failed(BrokerException why) {
    mailbox.post(() -> fence.reached(why));
  }
}
