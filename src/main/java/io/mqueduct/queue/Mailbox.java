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

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What other threads have to say to one loop. Any thread posts, the loop works in order; it is
 * woken once for all that was posted while it was busy.
 */
public final class Mailbox {
  private static final Logger LOG = LoggerFactory.getLogger(Mailbox.class);

  private final Executor loop;
  private final MpscUnboundedArrayQueue<Runnable> posted = new MpscUnboundedArrayQueue<>(256);
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /** A mailbox of the loop that an executor runs tasks on. */
  public Mailbox(Executor loop) {
    this.loop = loop;
  }

  /** Has the loop do something. Any thread; what one thread posts stays in order. */
  public void post(Runnable task) {
    posted.offer(task);
    schedule();
  }

  /** How much waits. Any thread; an old value, maybe. */
  public int size() {
    return posted.size();
  }

  private void schedule() {
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      loop.execute(this::work);
    }
  }

  private void work() {
    scheduled.set(false);
    // What comes meanwhile has its turn after the sockets.
    for (int i = posted.size(); i > 0; i--) {
      Runnable task = posted.poll();
      if (task == null) {
        return;
      }
      try {
        task.run();
      } catch (RuntimeException e) {
        LOG.error("a task of a queue failed", e); // the others must not suffer
      }
    }
    if (!posted.isEmpty()) {
      schedule();
    }
  }
}
