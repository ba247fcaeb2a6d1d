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

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.message.ReasonCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions there are in one shard, who owns each, and what becomes of those that are away:
 * takeover, Will delay, expiry (MQTT 5.0 sections 3.1.2.5, 3.1.2.11.2, 3.1.3.2.2, 3.1.4).
 *
 * <p>Owned by the shard's loop. A session is either lent to the loop of its connection, from {@link
 * Attached} to {@link Detach}, or belongs to this loop. A client id that connects while its session
 * is lent waits here until the session has come back; of several that wait, only the last gets it.
 */
final class SessionRegistry {
  /** Below it none is looked for that is stale. */
  private static final int FEW_DEADLINES = 1024;

  /** Sessions of clients that were lost together end together. */
  private static final int DUE_AT_ONCE = 256;

  private final Map<String, SessionEntry> entries = new HashMap<>();
  private final Slots<SessionEntry> places = new Slots<>();
  private final PriorityQueue<SessionEntry.Deadline> deadlines = new PriorityQueue<>();
  private final Effects effects;

  /** What the registry has done for it; called by the owner's loop, must not throw. */
  interface Effects {
    /** Whether there may be one more session in the broker. */
    boolean hasRoom();

    /** A new session; the loop that asks owns it unless it is persistent. */
    Session create(Attach attach);

    /** Stores that a persistent session is connected; answers on this loop: null, or why not. */
    void open(Session session, Attach attach, boolean present, Opened opened);

    /** Stores that a persistent session is away. */
    void away(Session session, long nowMillis, long expiryMillis);

    /** Tells the loop of a connection to give its session back. */
    void evict(String loopAddress, Evict evict);

    /** Publishes a Will that the session does not have any more. */
    void publishWill(Session session, Will will);

    /**
     * Has {@link #tick} called at a time or a little later. Called when something begins to wait,
     * but not for what still waits after a tick: {@link #dueMillis} tells of that.
     */
    void tickAt(long atMillis);

    /** The session is no more: soon nothing finds it, and what it held is settled. */
    void ended(Session session, long nowMillis);
  }

  /** Gets null when a session is open, else why it is not; once. */
  interface Opened extends Consumer<@Nullable BrokerException> {}

  /** How an {@link Attach} is answered; once. */
  interface Answer {
    void attached(Attached attached);

    void refused(BrokerException why);
  }

  SessionRegistry(Effects effects) {
    this.effects = effects;
  }

  /** What is to be looked at later, some of it in vain. */
  int deadlines() {
    return deadlines.size();
  }

  /** A client wants its session. */
  void attach(Attach attach, Answer answer, long nowMillis) {
    SessionEntry entry = entries.get(attach.clientId());
    if (entry == null) {
      if (!effects.hasRoom()) {
        answer.refused(
            new BrokerException(
                Problem.QUOTA_EXCEEDED, "as many sessions as limits.max_sessions allows"));
        return;
      }
      entry = new SessionEntry(attach.clientId(), effects.create(attach));
      entries.put(attach.clientId(), entry);
      entry.place = places.add(entry);
      lend(entry, attach, answer, false, nowMillis);
    } else if (entry.lentTo != null) {
      entry.waiting = newest(entry.waiting, new SessionEntry.Waiting(attach, answer));
      evict(entry, ReasonCode.SESSION_TAKEN_OVER);
    } else {
      resume(entry, attach, answer, nowMillis);
    }
  }

  private void evict(SessionEntry entry, ReasonCode code) {
    if (entry.lentTo != null && !entry.evicting && !entry.opening) {
      entry.evicting = true;
      effects.evict(entry.lentTo, new Evict(entry.clientId, entry.epoch, code));
    }
  }

  /** Ends the connection of a client, or its session if it is away; false if it has none. */
  boolean kick(String clientId, long nowMillis) {
    SessionEntry entry = entries.get(clientId);
    if (entry == null) {
      return false;
    }
    if (entry.lentTo == null) {
      end(entry, nowMillis);
    } else if (entry.opening) {
      entry.kicked = true; // as soon as it can be told
    } else {
      evict(entry, ReasonCode.ADMINISTRATIVE_ACTION);
    }
    return true;
  }

  /**
   * Whom a client's session is lent to.
   *
   * @return the address of the loop; null if the session is away
   * @throws BrokerException NOT_FOUND
   */
  @Nullable String lentTo(String clientId) {
    return known(clientId).lentTo;
  }

  /**
   * The session of a client that is away.
   *
   * @throws BrokerException NOT_FOUND, or TAKEN_OVER if it is lent
   */
  Session away(String clientId) {
    SessionEntry entry = known(clientId);
    if (entry.lentTo != null) {
      throw new BrokerException(Problem.TAKEN_OVER, "the session has gone to a connection");
    }
    return entry.session;
  }

  private SessionEntry known(String clientId) {
    SessionEntry entry = entries.get(clientId);
    if (entry == null) {
      throw new BrokerException(Problem.NOT_FOUND, "no such client");
    }
    return entry;
  }

  /** Some sessions, in bounded time. */
  ListSessions.Page list(ListSessions asked) {
    List<SessionView> found = new ArrayList<>();
    long skipped = 0;
    int place = asked.from();
    int stop = Math.min(places.end(), place + ListSessions.PLACES);
    for (; place < stop && found.size() < asked.limit(); place++) {
      SessionEntry entry = places.get(place);
      if (entry == null) {
        continue;
      }
      SessionView view = SessionView.of(entry.session, place, entry.expiresAt);
      if (asked.wanted().test(view)) {
        if (skipped < asked.skip()) {
          skipped++;
        } else {
          found.add(view);
        }
      }
    }
    return new ListSessions.Page(
        List.copyOf(found), skipped, place < places.end() ? place : -1, entries.size());
  }

  /** A connection ended and gives its session back. */
  void detach(Detach detach, long nowMillis) {
    SessionEntry entry = entries.get(detach.clientId());
    if (entry == null || entry.epoch != detach.epoch() || entry.lentTo == null) {
      return;
    }
    entry.lentTo = null;
    entry.evicting = false;
    entry.session = detach.session();
    entry.expiresAt = plus(nowMillis, detach.expiryMillis());
    Will will = entry.session.will();
    if (!detach.willStands()) {
      will = null;
      entry.session.will(null); // first: a kill behind it finds a client that had none
    }
    effects.away(entry.session, nowMillis, detach.expiryMillis());
    if (will == null) {
      entry.willAt = Long.MAX_VALUE;
    } else {
      entry.willAt = Math.min(nowMillis + will.delaySeconds() * 1000, entry.expiresAt);
    }
    boolean over = settle(entry, nowMillis);
    if (!over) {
      scheduleNext(entry);
    }
    lendToWaiting(entry, over, nowMillis);
  }

  private void lendToWaiting(SessionEntry entry, boolean over, long nowMillis) {
    SessionEntry.Waiting next = entry.waiting;
    entry.waiting = null;
    if (next != null && over) {
      attach(next.attach(), next.answer(), nowMillis);
    } else if (next != null) {
      resume(entry, next.attach(), next.answer(), nowMillis);
    }
  }

  /** A session of before a restart. */
  void restore(Restored restored) {
    SessionEntry entry = new SessionEntry(restored.session().clientId(), restored.session());
    entry.willAt = restored.willAtMillis();
    entry.expiresAt = restored.expiresAtMillis();
    entries.put(entry.clientId, entry);
    entry.place = places.add(entry);
    scheduleNext(entry); // what is due by now comes with the next tick, so that no start waits
  }

  /** Of two that wait the newer one; if the older asked for a clean start, it is clean too. */
  private static SessionEntry.Waiting newest(
      SessionEntry.@Nullable Waiting older, SessionEntry.Waiting newer) {
    if (older == null) {
      return newer;
    }
    older
        .answer()
        .refused(new BrokerException(Problem.TAKEN_OVER, "the client id connected once more"));
    return older.attach().cleanStart() && !newer.attach().cleanStart()
        ? new SessionEntry.Waiting(newer.attach().asClean(), newer.answer())
        : newer;
  }

  /** Gives a session that is away to a client that came back (MQTT-3.1.2-5, MQTT-3.1.3-9). */
  private void resume(SessionEntry entry, Attach attach, Answer answer, long nowMillis) {
    boolean present = !attach.cleanStart() && entry.expiresAt > nowMillis;
    if (!present) {
      publishPendingWill(entry);
      effects.ended(entry.session, nowMillis);
      entry.session = effects.create(attach);
    }
    lend(entry, attach, answer, present, nowMillis);
  }

  private void lend(
      SessionEntry entry, Attach attach, Answer answer, boolean present, long nowMillis) {
    entry.epoch++;
    entry.lentTo = attach.loopAddress();
    if (entry.session.storedList() == null) {
      lent(entry, attach, answer, present);
      return;
    }
    entry.opening = true;
    effects.open(
        entry.session,
        attach,
        present,
        problem -> {
          entry.opening = false;
          if (problem == null) {
            lent(entry, attach, answer, present);
          } else {
            notOpened(entry, problem, answer, present, nowMillis);
          }
        });
  }

  private void lent(SessionEntry entry, Attach attach, Answer answer, boolean present) {
    entry.session.will = attach.will(); // the store has it with the opening
    if (entry.session.owner() != attach.loop()) {
      entry.session.handOver(attach.loop());
    }
    entry.willAt = Long.MAX_VALUE;
    entry.expiresAt = Long.MAX_VALUE;
    answer.attached(new Attached(entry.session, present, entry.epoch));
    if (entry.kicked) {
      entry.kicked = false;
      evict(entry, ReasonCode.ADMINISTRATIVE_ACTION);
    } else if (entry.waiting != null) {
      evict(entry, ReasonCode.SESSION_TAKEN_OVER);
    }
  }

  /** The store did not take it: the session stays as it was, and the client is told. */
  private void notOpened(
      SessionEntry entry, BrokerException problem, Answer answer, boolean present, long nowMillis) {
    entry.lentTo = null;
    entry.kicked = false;
    answer.refused(problem);
    if (present) {
      scheduleNext(entry);
    } else {
      effects.ended(entry.session, nowMillis);
      entries.remove(entry.clientId);
      places.remove(entry.place);
      entry.epoch++;
    }
    lendToWaiting(entry, !present, nowMillis);
  }

  /** Does what is due for a session that is away; true if it is no more. */
  private boolean settle(SessionEntry entry, long nowMillis) {
    if (entry.willAt <= nowMillis) {
      publishPendingWill(entry);
    }
    if (entry.expiresAt <= nowMillis) {
      end(entry, nowMillis);
      return true;
    }
    return false;
  }

  /** A session that is away is no more: a Will that waits is published (MQTT-3.1.3.2.2). */
  private void end(SessionEntry entry, long nowMillis) {
    publishPendingWill(entry);
    effects.ended(entry.session, nowMillis);
    entries.remove(entry.clientId);
    places.remove(entry.place);
    entry.epoch++;
  }

  private void publishPendingWill(SessionEntry entry) {
    Will will = entry.session.will;
    if (entry.willAt != Long.MAX_VALUE && will != null) {
      entry.session.will = null; // not in the store, before it is out
      effects.publishWill(entry.session, will);
    }
    entry.willAt = Long.MAX_VALUE;
  }

  private void scheduleNext(SessionEntry entry) {
    long at = Math.min(entry.willAt, entry.expiresAt);
    if (at != Long.MAX_VALUE) {
      deadlines.add(new SessionEntry.Deadline(at, entry, entry.epoch));
      effects.tickAt(at);
      if (deadlines.size() > FEW_DEADLINES + 2 * entries.size()) {
        // Else each visit of a client whose session stays long would leave one behind.
        deadlines.removeIf(SessionEntry.Deadline::isStale);
      }
    }
  }

  /** Does what has become due, some of it; called by a timer. True if there is more. */
  boolean tick(long nowMillis) {
    int left = DUE_AT_ONCE;
    SessionEntry.Deadline due = deadlines.peek();
    for (; due != null && due.atMillis() <= nowMillis && left > 0; due = deadlines.peek()) {
      left--;
      deadlines.remove();
      SessionEntry entry = due.entry();
      if (due.isStale()) {
        continue;
      }
      if (!settle(entry, nowMillis)) {
        scheduleNext(entry);
      }
    }
    return due != null && due.atMillis() <= nowMillis;
  }

  /** When {@link #tick} has something to do; {@code Long.MAX_VALUE} for never. */
  long dueMillis() {
    SessionEntry.Deadline first = deadlines.peek();
    return first == null ? Long.MAX_VALUE : first.atMillis();
  }

  private static long plus(long nowMillis, long durationMillis) {
    long sum = nowMillis + durationMillis;
    return durationMillis == Long.MAX_VALUE || sum < nowMillis ? Long.MAX_VALUE : sum;
  }
}
