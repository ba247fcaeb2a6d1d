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
package io.mqueduct.session;

import io.mqueduct.message.Message;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A loop with a thread of its own. */
final class ThreadLoop implements SessionLoop {
  private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::work);
  final AtomicInteger wakes = new AtomicInteger();

  ThreadLoop() {
    thread.setDaemon(true);
    thread.start();
  }

  private void work() {
    try {
      while (true) {
        tasks.take().run();
      }
    } catch (InterruptedException e) {
      // the test is over
    }
  }

  void run(Runnable task) {
    tasks.add(task);
  }

  @Override
  public boolean collects(Message message) {
    return true;
  }

  @Override
  public void overloaded() {}

  @Override
  public void atEndOfPass(Session session) {
    Ledger ledger = session.storedList();
    if (ledger != null) {
      ledger.endOfPass();
    }
  }

  @Override
  public boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  @Override
  public long nowMillis() {
    return 1;
  }

  @Override
  public void wake(Session session) {
    wakes.incrementAndGet();
    run(() -> session.drain(1));
  }

  @Override
  public void tickAt(Session session, long atMillis) {}
}
