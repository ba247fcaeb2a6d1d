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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Appends a command and waits for its outcome. */
public final class Waiting {
  private final ShardLog log;
  private long sequence;

  public Waiting(ShardLog log) {
    this.log = log;
  }

  /** Sequence of the latest command. */
  public long sequence() {
    return sequence;
  }

  /** Returns the result of a command, or throws what it failed with. */
  public long run(Command command) {
    var done = new CompletableFuture<long[]>();
    var callback =
        new CommitCallback() {
          @Override
          public void committed(long at, long result) {
            done.complete(new long[] {at, result});
          }

          @Override
          public void failed(BrokerException why) {
            done.completeExceptionally(why);
          }
        };
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!log.append(command, callback)) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the log takes nothing");
      }
      Thread.yield(); // others have filled it
    }
    try {
      long[] outcome = done.orTimeout(60, TimeUnit.SECONDS).join();
      sequence = outcome[0];
      return outcome[1];
    } catch (CompletionException e) {
      if (e.getCause() instanceof BrokerException why) {
        throw why;
      }
      throw e;
    }
  }
}
