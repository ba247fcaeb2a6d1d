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
package io.mqueduct.routing;

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A message that no client waits for but that is not to get lost, as a Will: it is told when
 * everybody durable has it, and what the store did not take can be tried again. A queue that is
 * full and rejects does not get it, but everybody else does.
 *
 * <p>Owned by the loop of its routes; the answer comes on any thread, and the next try after it.
 */
public final class Announcement implements Receipt {
  private final Router router;
  private final Message message;
  private final RouteCache routes;
  private final AtomicInteger awaited = new AtomicInteger();

  /** What did not take it in this try. */
  private final ConcurrentLinkedQueue<Interceptor> failed = new ConcurrentLinkedQueue<>();

  private @Nullable List<Interceptor> left;
  private boolean reached;
  private volatile boolean isPassedOn;
  private volatile boolean hasFailed;
  private volatile Answer answer = done -> {};

  /** Who is told how a try ended. */
  @FunctionalInterface
  public interface Answer {
    /**
     * Any thread, once for each try.
     *
     * @param done whether nothing is left that could be tried again
     */
    void done(boolean done);
  }

  Announcement(Router router, Message message, RouteCache routes) {
    this.router = router;
    this.message = message;
    this.routes = routes;
  }

  /** Brings it to everybody who does not have it yet. */
  public void go(Answer told) {
    answer = told;
    failed.clear();
    hasFailed = false;
    Route route = routes.route(message.topic());
    List<Interceptor> now = left;
    if (now == null) {
      now = Arrays.asList(route.interceptors());
    }
    awaited.set(now.size() + 1);
    for (Interceptor each : now) {
      each.pass(message, null, new Stored(each)).store();
    }
    if (isPassedOn) {
      answered();
      return;
    }
    ReasonCode outcome = router.announce(message, route, routes, this);
    if (outcome != null) {
      passedOn(outcome);
    }
  }

  /** Whether those that are not durable have it, since the store failed only later. */
  boolean hasReachedOthers() {
    return reached;
  }

  /** Those that are not durable get it now. */
  void reachesOthers() {
    reached = true;
  }

  private void passedOn(ReasonCode outcome) {
    if (mayBeTriedAgain(outcome)) {
      hasFailed = true;
    } else {
      isPassedOn = true;
    }
    answered();
  }

  private static boolean mayBeTriedAgain(ReasonCode outcome) {
    return outcome == ReasonCode.SERVER_BUSY || outcome == ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR;
  }

  private void answered() {
    if (awaited.decrementAndGet() == 0) {
      List<Interceptor> again = new ArrayList<>(failed);
      left = again; // the next try comes behind the answer
      answer.done(again.isEmpty() && !hasFailed);
    }
  }

  /** Whether one interceptor has it. */
  private final class Stored implements Interceptor.Listener {
    private final Interceptor interceptor;

    Stored(Interceptor interceptor) {
      this.interceptor = interceptor;
    }

    @Override
    public void reserved(boolean granted) {}

    @Override
    public void stored(ReasonCode outcome, int fillPercent) {
      if (mayBeTriedAgain(outcome)) {
        failed.add(interceptor);
      }
      answered();
    }

    @Override
    public boolean losesWhatIsRefused() {
      return true; // such as a will: that a queue is full is no reason to try again
    }
  }

  // --- what the store says about those that are not interceptors

  @Override
  public @Nullable StoredList publisherList() {
    return null;
  }

  @Override
  public int packetId() {
    return 0;
  }

  @Override
  public void stored() {
    passedOn(ReasonCode.SUCCESS);
  }

  @Override
  public void failed(ReasonCode why) {
    passedOn(why);
  }
}
