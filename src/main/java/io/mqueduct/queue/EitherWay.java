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
import io.mqueduct.store.Command;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.Store;

/** Runs a task on a loop when the store is done with a command, whatever came of it. */
record EitherWay(Mailbox mailbox, Runnable then) implements CommitCallback {
  /** Appends a command; if the store takes nothing now, the task runs at once. */
  static void append(Store store, Command command, EitherWay done) {
    if (!store.log().append(command, done)) {
      done.mailbox.post(done.then);
    }
  }

  @Override
  public void committed(long sequence, long result) {
    mailbox.post(then);
  }

  @Override
  public void failed(BrokerException why) {
    mailbox.post(then);
  }
}
