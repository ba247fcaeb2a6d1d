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

import io.mqueduct.message.Message;
import io.mqueduct.routing.RetainedCursor;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.Subscription;
import io.mqueduct.session.Replay;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The retained messages that match a new subscription, one by one as the session asks for them, so
 * that however many there are, none of them waits in a queue. Looks at {@value #STEPS} topics in
 * vain at most, then it ends as far as the session knows and has itself started again, so that a
 * filter that matches few of very many topics does not hold up its loop. Owned by the session's
 * loop.
 */
final class RetainedReplay implements Replay {
  static final int STEPS = 1024;

  private final Subscription subscription;
  private final RetainedCursor cursor;
  private final Predicate<RetainedReplay> putOff;
  private @Nullable RateBucket bucket;

  /**
   * All that is retained and matches.
   *
   * @param bucket what there is to take for messages; null for as many as the client takes
   * @param putOff has the rest of it started again in another pass of the loop; false if nobody
   *     would do that any more
   */
  RetainedReplay(
      Subscription subscription,
      Router router,
      @Nullable RateBucket bucket,
      Predicate<RetainedReplay> putOff) {
    this.subscription = subscription;
    this.cursor = router.retained(subscription.filter());
    this.bucket = bucket;
    this.putOff = putOff;
  }

  @Override
  public Subscription subscription() {
    return subscription;
  }

  @Override
  public @Nullable Message next() {
    long now = System.currentTimeMillis();
    RateBucket pace = bucket;
    if (pace != null && !pace.hasOne(now)) {
      return null;
    }
    Message next = cursor.next(now, STEPS);
    while (next == null && !cursor.isExhausted() && !putOff.test(this)) {
      next = cursor.next(now, STEPS);
    }
    if (next != null && pace != null) {
      pace.take(1, now);
    }
    return next;
  }

  /** Whether there is no more. */
  boolean isThrough() {
    return cursor.isExhausted();
  }

  /** Its connection is gone: nobody starts it again, so the rate does not hold any more. */
  void leave() {
    bucket = null;
  }
}
