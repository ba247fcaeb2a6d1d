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

import io.mqueduct.config.Rate;
import io.mqueduct.message.Message;
import io.mqueduct.routing.Subscription;
import io.mqueduct.session.Replay;
import io.mqueduct.session.Session;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The retained replays of one client at {@code retainer.delivery_rate}: each sends what the rate
 * allows, ends as far as the session knows, and is started again about once a second until it is
 * through. Owned by the session's loop.
 */
final class PacedReplays {
  private final RateBucket bucket;
  private final List<Paced> unfinished = new ArrayList<>(1);

  PacedReplays(Rate rate, long nowMillis) {
    this.bucket = new RateBucket(rate, -1, nowMillis);
  }

  private final class Paced implements Replay {
    private final RetainedReplay all;

    private Paced(RetainedReplay all) {
      this.all = all;
    }

    @Override
    public Subscription subscription() {
      return all.subscription();
    }

    @Override
    public @Nullable Message next() {
      long now = System.currentTimeMillis();
      if (!bucket.hasOne(now)) {
        return null;
      }
      Message next = all.next();
      if (next != null) {
        bucket.take(1, now);
      }
      return next;
    }
  }

  /** A replay at this rate, to be started. */
  Replay pace(RetainedReplay replay) {
    Paced paced = new Paced(replay);
    unfinished.add(paced);
    return paced;
  }

  /** Goes on with those that are not through and whose subscription is still there. */
  void tick(Session session, long nowMillis) {
    for (Iterator<Paced> all = unfinished.iterator(); all.hasNext(); ) {
      Paced each = all.next();
      Subscription of = each.subscription();
      if (each.all.isThrough() || session.subscriptions().get(of.filter(), of.group()) != of) {
        all.remove();
      } else {
        session.startReplay(each, nowMillis);
      }
    }
  }
}
