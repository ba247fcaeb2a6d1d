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
import java.util.ArrayDeque;
import java.util.Queue;

/** A loop that runs when the test says so, on the test's thread, with the test's clock. */
final class ManualLoop implements SessionLoop {
  final Queue<Session> woken = new ArrayDeque<>();
  boolean current = true;
  long now = 1_000_000;
  long tickAt = Long.MAX_VALUE;
  int wakes;
  int overloads;
  boolean collects = true;

  @Override
  public void overloaded() {
    overloads++;
  }

  @Override
  public boolean collects(Message message) {
    return collects;
  }

  @Override
  public void atEndOfPass(Session session) {
    Ledger ledger = session.storedList();
    if (ledger != null) {
      ledger.endOfPass();
    }
  }

  @Override
  public boolean isCurrent() {
    return current;
  }

  @Override
  public long nowMillis() {
    return now;
  }

  @Override
  public void wake(Session session) {
    wakes++;
    woken.add(session);
  }

  @Override
  public void tickAt(Session session, long atMillis) {
    tickAt = atMillis;
  }

  /** Lets the loop do what it was woken for. */
  void run() {
    boolean before = current;
    current = true;
    for (Session next = woken.poll(); next != null; next = woken.poll()) {
      next.drain(now);
    }
    current = before;
  }

  /** Moves the clock and does what is due then. */
  void advance(Session session, long millis) {
    now += millis;
    if (tickAt <= now) {
      tickAt = Long.MAX_VALUE;
      session.tick(now);
    }
  }
}
