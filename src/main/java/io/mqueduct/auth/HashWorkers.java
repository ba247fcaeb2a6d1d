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
package io.mqueduct.auth;

import io.mqueduct.message.ReasonCode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads on which passwords are hashed, so that no event loop waits, with a bound on how many
 * logins may wait for them: beyond it a client is told Server busy (0x89) at once. Any thread may
 * call.
 */
public final class HashWorkers {
  private static final Future<AuthResult> BUSY =
      Future.succeededFuture(
          new AuthResult.Denied(ReasonCode.SERVER_BUSY, "too many logins are waiting"));

  private final WorkerExecutor workers;
  private final int maxWaiting;
  private final int threads;
  private final AtomicInteger open = new AtomicInteger();

  /**
   * Starts with its own threads.
   *
   * @param threads how many hash at the same time, at least 1
   * @param maxWaiting how many logins may wait for a thread, 0 or more
   */
  public HashWorkers(Vertx vertx, int threads, int maxWaiting) {
    this.workers = vertx.createSharedWorkerExecutor("auth", threads);
    this.threads = threads;
    this.maxWaiting = maxWaiting;
  }

  /**
   * Runs the work on a worker and completes on the caller's context; denied with Server busy when
   * too much waits.
   */
  Future<AuthResult> run(Callable<AuthResult> work) {
    if (open.incrementAndGet() > threads + maxWaiting) {
      open.decrementAndGet();
      return BUSY;
    }
    return workers.executeBlocking(
        () -> {
          try {
            return work.call();
          } finally {
            open.decrementAndGet();
          }
        },
        false);
  }

  /** How many logins are being worked on or wait. */
  public int open() {
    return open.get();
  }

  /** Ends the threads when what they do is done. */
  public Future<Void> close() {
    return workers.close();
  }
}
