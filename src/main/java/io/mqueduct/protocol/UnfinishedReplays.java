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
import io.mqueduct.routing.Subscription;
import io.mqueduct.session.Session;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The retained replays of one client that end early as far as its session knows and are started
 * again: at {@code retainer.delivery_rate} each about once a second, and in the next pass of the
 * loop those that have looked at enough topics in vain. When the client goes they stay with its
 * session. Owned by the connection's loop.
 */
final class UnfinishedReplays {
  /** How often those that are sent at a rate go on. */
  static final long METERED_MILLIS = 1000;

  private final Connection to;
  private final @Nullable RateBucket bucket;
  private final Set<RetainedReplay> all = new LinkedHashSet<>();
  private boolean isScheduled;

  private UnfinishedReplays(Connection to, Rate rate) {
    this.to = to;
    this.bucket = rate.isUnlimited() ? null : new RateBucket(rate, -1, System.currentTimeMillis());
  }

  /** Sends what is retained for a new subscription. */
  static void start(Connection to, Subscription subscription) {
    Rate rate = to.services.settings().retainer().deliveryRate();
    if (to.replays == null && !rate.isUnlimited()) {
      to.replays = new UnfinishedReplays(to, rate);
    }
    UnfinishedReplays paced = to.replays;
    RateBucket bucket = paced == null ? null : paced.bucket;
    RetainedReplay replay =
        new RetainedReplay(
            subscription, to.services.router, bucket, interrupted -> putOff(to, interrupted));
    if (paced != null && bucket != null) {
      paced.all.add(replay);
      to.services.watch(to);
    }
    to.session().startReplay(replay, System.currentTimeMillis());
  }

  /** False if there is nobody any more who would start it again. */
  private static boolean putOff(Connection to, RetainedReplay replay) {
    if (to.session == null) {
      return false; // another connection's by now
    }
    if (to.replays == null) {
      to.replays = new UnfinishedReplays(to, Rate.UNLIMITED);
    }
    to.replays.putOff(replay);
    return true;
  }

  private void putOff(RetainedReplay replay) {
    all.add(replay);
    goOnLater();
  }

  private void goOnLater() {
    if (!isScheduled) {
      isScheduled = true;
      to.services.loop.nextPass(() -> to.services.run(to, this::again));
    }
  }

  private void again() {
    isScheduled = false;
    startAgain();
  }

  /** Whether some wait for {@link #tick}. */
  boolean areMetered() {
    return bucket != null && !all.isEmpty();
  }

  /** Goes on at the rate, if there is one; about once a second. */
  void tick() {
    if (areMetered()) {
      startAgain();
    }
  }

  private void startAgain() {
    Session session = to.session;
    if (session == null) {
      return;
    }
    if (bucket == null) {
      startSome(session);
      return;
    }
    all.removeIf(each -> !isWanted(each, session));
    for (RetainedReplay each : List.copyOf(all)) {
      session.startReplay(each, System.currentTimeMillis());
    }
  }

  /** As many as one pass has time for; with a rate, the rate says how many. */
  private void startSome(Session session) {
    for (int i = 0; i < FilterWork.REPLAYS_AT_ONCE && !all.isEmpty(); i++) {
      Iterator<RetainedReplay> first = all.iterator();
      RetainedReplay each = first.next();
      first.remove();
      if (isWanted(each, session)) {
        session.startReplay(each, System.currentTimeMillis());
      }
    }
    if (!all.isEmpty()) {
      goOnLater();
    } else if (to.replays == this) {
      to.replays = null; // with a rate, what was taken of it counts for the next ones
    }
  }

  /** The client is gone: what is not through goes on, as the session can, with the next one. */
  void leaveTo(Session session) {
    for (RetainedReplay each : all) {
      if (isWanted(each, session)) {
        each.leave();
        session.startReplay(each, System.currentTimeMillis());
      }
    }
    all.clear();
  }

  private static boolean isWanted(RetainedReplay replay, Session session) {
    Subscription of = replay.subscription();
    return !replay.isThrough() && session.subscriptions().get(of.filter(), of.group()) == of;
  }
}
