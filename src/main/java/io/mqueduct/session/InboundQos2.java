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

import io.mqueduct.message.ReasonCode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Packet identifiers of QoS 2 messages that the client published and has not yet released with a
 * PUBREL. Only this table says whether a PUBLISH was seen before; DUP is no proof of that (MQTT
 * 5.0, 4.3.3, method B). Survives connections.
 *
 * <p>Owned by the loop that owns the session; not thread-safe.
 */
public final class InboundQos2 {
  private static final Logger LOG = LoggerFactory.getLogger(InboundQos2.class);

  /** Null while there are none, as for most clients at most times. */
  private @Nullable PacketIds ids;

  private static final class Open extends PacketIds.Entry {
    @Nullable Qos2Commit commit;
  }

  InboundQos2() {}

  /** Forgets all of them. */
  void clear() {
    ids = null;
  }

  int size() {
    return ids == null ? 0 : ids.size();
  }

  /** Judges an arriving QoS 2 PUBLISH and remembers its identifier; a limit of 0 is none. */
  Qos2Arrival accept(int id, int limit, long nowMillis) {
    Open known = find(id);
    if (known != null) {
      return known.commit == null ? Qos2Arrival.REPEAT : Qos2Arrival.REPEAT_OF_UNSTORED;
    }
    if (limit > 0 && size() >= limit) {
      return Qos2Arrival.FULL;
    }
    restore(id, nowMillis);
    return Qos2Arrival.FIRST;
  }

  private @Nullable Open find(int id) {
    return ids == null ? null : (Open) ids.find(id);
  }

  /** The message of an identifier is on its way into the store. */
  public Qos2Commit commits(int id) {
    Qos2Commit commit = new Qos2Commit();
    Open entry = find(id);
    if (entry != null) {
      entry.commit = commit;
    }
    return commit;
  }

  /** Has the owner of a repetition told what becomes of the message, on the session's loop. */
  public void follow(int id, Consumer<ReasonCode> follower) {
    Open entry = find(id);
    if (entry == null || entry.commit == null) {
      follower.accept(ReasonCode.SUCCESS);
    } else {
      entry.commit.add(follower);
    }
  }

  /**
   * The store has answered. Does nothing if the identifier stands for another message by now.
   *
   * @return whether the identifier is to be released, because the answer is an error
   */
  public boolean settle(int id, Qos2Commit commit, ReasonCode outcome) {
    Open entry = find(id);
    boolean isCurrent = entry != null && entry.commit == commit;
    if (entry != null && isCurrent) {
      entry.commit = null;
    }
    commit.tell(outcome);
    return isCurrent && outcome.isError();
  }

  /** Whether the identifier was known; it is free now. */
  boolean release(int id) {
    PacketIds.Entry entry = ids == null ? null : ids.find(id);
    if (ids == null || entry == null) {
      return false;
    }
    ids.remove(entry);
    return true;
  }

  /**
   * Releases the identifiers that have waited for the whole time; the message behind each was
   * routed when it came. One line in the log for all of them. Returns how many there were.
   */
  int tick(String clientId, long timeoutMillis, long nowMillis) {
    return tick(clientId, timeoutMillis, nowMillis, null);
  }

  /** The same for a session that may be durable. */
  int tick(String clientId, long timeoutMillis, long nowMillis, @Nullable Ledger ledger) {
    int released = 0;
    int lastId = 0;
    PacketIds.Entry oldest = first();
    while (ids != null && oldest != null && nowMillis - oldest.at >= timeoutMillis) {
      ids.remove(oldest);
      lastId = oldest.id;
      if (ledger != null) {
        ledger.journal().released(lastId, SessionJournal.Outcome.IGNORED);
      }
      released++;
      oldest = first();
    }
    if (released > 0) {
      LOG.warn("client={} why=await_rel_timeout released={} last={}", clientId, released, lastId);
    }
    if (oldest == null) {
      ids = null;
    }
    return released;
  }

  /** When the oldest identifier will have waited for the whole time. */
  long dueMillis(long timeoutMillis) {
    PacketIds.Entry oldest = first();
    return oldest == null ? Long.MAX_VALUE : oldest.at + timeoutMillis;
  }

  void restore(int id, long sinceMillis) {
    if (ids == null) {
      ids = new PacketIds();
    }
    Open entry = new Open();
    entry.at = sinceMillis;
    ids.add(entry, id);
  }

  PacketIds.@Nullable Entry first() {
    return ids == null ? null : ids.first();
  }
}
