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
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.Purge;
import io.mqueduct.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Empties the list of a queue in the store, portion after portion, so that others get their turn in
 * between. What the store cannot do now it is asked again later: the queue has forgotten these
 * messages already. Owned by the queue's loop.
 */
final class Purging {
  private static final int AT_ONCE = 2048;

  /** Whoever waits hears of it by then, also of a purge that goes on for long. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Store store;
  private final Mailbox mailbox;
  private final List<Portions> unfinished = new ArrayList<>(0);

  Purging(Store store, Mailbox mailbox) {
    this.store = store;
    this.mailbox = mailbox;
  }

  /** Removes all messages of a list up to a sequence, but for some. */
  void start(long list, long untilSequence, long[] keep, QueueLog.Fence fence) {
    new Portions(new Purge(list, untilSequence, AT_ONCE, keep), fence).next();
  }

  /** Goes on with what the store could not do; to be called about once a second. */
  void retry() {
    List<Portions> again = List.copyOf(unfinished);
    unfinished.clear();
    again.forEach(Portions::next);
  }

  /** One purge, which takes as many portions as it takes. */
  private final class Portions implements CommitCallback {
    private final Purge portion;
    private final QueueLog.Fence fence;
    private final long sinceNanos = System.nanoTime();
    private boolean told;

    Portions(Purge portion, QueueLog.Fence fence) {
      this.portion = portion;
      this.fence = fence;
    }

    void next() {
      if (!store.log().append(portion, this)) {
        unfinished.add(this);
      }
    }

    @Override
    public void committed(long sequence, long result) {
      mailbox.post(
          () -> {
            if (result == 0 || System.nanoTime() - sinceNanos > PATIENCE_NANOS) {
              tell(null);
            }
            if (result > 0) {
              next();
            }
          });
    }

    @Override
    public void failed(BrokerException why) {
      mailbox.post(
          () -> {
            unfinished.add(this);
            tell(why);
          });
    }

    private void tell(@Nullable BrokerException why) {
      if (!told) {
        told = true;
        fence.reached(why);
      }
    }
  }
}
