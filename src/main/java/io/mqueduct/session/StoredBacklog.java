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

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the mqueue of one durable session gets at the store. Owned by the session's loop. */
final class StoredBacklog implements Backlog {
  private final Session session;
  private final Ledger ledger;

  /** Messages of QoS 0 that the store has not answered yet. */
  private int storing;

  StoredBacklog(Session session, Ledger ledger) {
    this.session = session;
    this.ledger = ledger;
  }

  @Override
  public void read(int lane, long from, long until, int max) {
    ledger
        .journal()
        .read(
            lane,
            from,
            until,
            max,
            (page, last, failed) ->
                ledger.say(now -> arrived(lane, from, until, failed ? null : page, last, now)));
  }

  private void arrived(
      int lane,
      long from,
      long until,
      @Nullable List<StoredDelivery> page,
      boolean last,
      long now) {
    List<StoredDelivery> waiting = page;
    if (page != null) {
      waiting = new ArrayList<>(page);
      waiting.removeIf(delivery -> ledger.wasSentBefore(delivery.sequence));
    }
    session.outbound().waiting().page(lane, from, until, waiting, last, session.settings(), now);
    session.outbound().pump(now);
  }

  @Override
  public void trim(int lane, long maxWaiting) {
    ledger.flush(); // so that the store counts as we do
    int inflight = inflight(lane);
    ledger.journal().trim(lane, maxWaiting + inflight, inflight > 0);
  }

  @Override
  public boolean hasInflight(int lane) {
    for (Delivery d = session.outbound().window().first(); d != null; d = d.following()) {
      if (isInflight(d, lane)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isInflight(Delivery d, int lane) {
    return d instanceof StoredDelivery stored && stored.lane == lane && !d.released;
  }

  private int inflight(int lane) {
    int inflight = 0;
    for (Delivery d = session.outbound().window().first(); d != null; d = d.following()) {
      inflight += isInflight(d, lane) ? 1 : 0;
    }
    return inflight;
  }

  @Override
  public long newest() {
    return ledger.newest();
  }

  @Override
  public boolean store(Delivery delivery, int lane) {
    int stored = Math.min(Ledger.LANES, lane);
    boolean taken =
        ledger
            .journal()
            .append(
                delivery.message,
                delivery.identifiers,
                delivery.qos,
                delivery.retain,
                stored,
                sequence -> ledger.say(now -> answered(delivery, stored, sequence, now)));
    storing += taken ? 1 : 0;
    return taken;
  }

  private void answered(Delivery delivery, int lane, long sequence, long now) {
    storing--;
    if (sequence == 0) {
      session.outbound().wire().dropped(delivery, DropReason.QOS0_MSG);
      return;
    }
    session
        .outbound()
        .take(
            new StoredDelivery(
                delivery.message,
                delivery.identifiers,
                delivery.qos,
                delivery.retain,
                lane,
                sequence),
            now);
  }

  @Override
  public boolean isStoring() {
    return storing > 0;
  }
}
