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
package io.mqueduct.protocol;

import io.mqueduct.routing.Subscription;
import io.mqueduct.session.SessionJournal;
import java.util.ArrayList;
import java.util.List;

/**
 * Works at a SUBSCRIBE or UNSUBSCRIBE: {@value #AT_ONCE} filters in one pass of the loop, so that a
 * packet full of them does not hold up the other clients; then waits for the store, has it
 * answered, and begins what is to be replayed. What the client has sent behind it waits meanwhile.
 * Ends early, and tells nobody, if the connection does. Owned by the connection's loop.
 */
final class FilterWork {
  /** Filters in one pass. */
  static final int AT_ONCE = 1024;

  /** Replays that are begun in one pass; each may look at {@value RetainedReplay#STEPS} topics. */
  static final int REPLAYS_AT_ONCE = 32;

  private final Connection from;
  private final int count;
  private final Flow flow;
  private final List<Subscription> replays = new ArrayList<>(0);
  private int at;
  private int begun;
  private int unstored;
  private boolean isThrough;
  private boolean isDone;

  /** What is done with the filters. */
  interface Flow {
    /**
     * Does it for those from one index to another, exclusive.
     *
     * @param goOn to be run when it is done, now or later; on this loop
     */
    void slice(FilterWork work, int from, int to, Runnable goOn);

    /** All are done with, and stored if they have to be: writes the answer. */
    void answer();
  }

  private FilterWork(Connection from, int count, Flow flow) {
    this.from = from;
    this.count = count;
    this.flow = flow;
  }

  /** Works at a packet; few filters that nothing is waited for are done with when this returns. */
  static void begin(Connection from, int count, Flow flow) {
    FilterWork work = new FilterWork(from, count, flow);
    work.next();
    if (!work.isDone && from.state == Connection.State.CONNECTED) {
      from.channel().works(); // so that the answer comes before those to later packets
    }
  }

  private void next() {
    int begin = at;
    at = Math.min(count, begin + AT_ONCE);
    flow.slice(this, begin, at, this::sliced);
  }

  private void sliced() {
    if (at < count) {
      later(this::next);
    } else {
      isThrough = true;
      answerWhenStored();
    }
  }

  private void later(Runnable task) {
    from.services.loop.nextPass(() -> whileConnected(task));
  }

  private void whileConnected(Runnable task) {
    from.services.run(
        from,
        () -> {
          if (from.state == Connection.State.CONNECTED) {
            task.run();
          }
        });
  }

  /** Tells an outcome on this loop, before the answer. */
  SessionJournal.Outcome awaited(SessionJournal.Outcome then) {
    unstored++;
    return stored ->
        from.services.loop.tell(
            () ->
                whileConnected(
                    () -> {
                      unstored--;
                      then.done(stored);
                      answerWhenStored();
                    }));
  }

  /** Has retained messages sent behind the answer. */
  void replay(List<Subscription> more) {
    replays.addAll(more);
  }

  private void answerWhenStored() {
    if (isThrough && unstored == 0) {
      flow.answer();
      replaySome();
    }
  }

  private void replaySome() {
    int end = Math.min(replays.size(), begun + REPLAYS_AT_ONCE);
    while (begun < end && from.state == Connection.State.CONNECTED) {
      Subscription each = replays.get(begun++);
      if (from.session().subscriptions().get(each.filter(), each.group()) != null) {
        UnfinishedReplays.start(from, each);
      }
    }
    if (begun < replays.size()) {
      later(this::replaySome);
    } else {
      isDone = true;
      from.channel().worked();
    }
  }
}
