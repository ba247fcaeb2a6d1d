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
import org.jspecify.annotations.Nullable;

/**
 * The inflight window of one session: QoS 1 and 2 deliveries that are not complete, in the order in
 * which they were first sent. Survives connections; its limit is set anew by each.
 *
 * <p>Owned by the loop that owns the session; not thread-safe. After a reconnect the entries are
 * sent again in order, as far as the new limit lets them; until all were, nothing new may be sent.
 */
final class Window {
  private final PacketIds ids = new PacketIds();
  private int limit;
  private int onWire;

  /** Where to look for the first entry that the current connection has not seen. */
  private @Nullable Delivery owed;

  int size() {
    return ids.size();
  }

  int limit() {
    return limit;
  }

  /** How many new deliveries may be sent now. */
  int room() {
    return isFull() ? 0 : limit - ids.size();
  }

  /** Whether nothing new may be sent: no free slot, or older entries wait to be sent again. */
  boolean isFull() {
    return ids.size() >= limit || firstOwed() != null;
  }

  @Nullable Delivery first() {
    return (Delivery) ids.first();
  }

  @Nullable Delivery find(int id) {
    return (Delivery) ids.find(id);
  }

  /** Takes a slot and a packet identifier for a delivery that is about to be sent. */
  void open(Delivery delivery, long nowMillis) {
    ids.take(delivery);
    delivery.at = nowMillis;
    delivery.triedAfterMillis = 0;
    delivery.onWire = true;
    onWire++;
  }

  /** Puts an entry back as it was before a restart; in the original order. */
  void restore(Delivery delivery, int id, long sinceMillis) {
    ids.add(delivery, id);
    delivery.at = sinceMillis;
  }

  /** Ends an exchange. */
  void close(Delivery delivery) {
    if (owed == delivery) {
      owed = delivery.following();
    }
    if (delivery.onWire) {
      delivery.onWire = false;
      onWire--;
    }
    ids.remove(delivery);
  }

  /**
   * A new connection with its own limit. Entries past PUBREC count as seen from the start, since
   * their PUBREL never waits; the others share what is left of the limit.
   */
  void resume(int newLimit) {
    limit = newLimit;
    onWire = 0;
    owed = first();
    for (Delivery entry = owed; entry != null; entry = entry.following()) {
      entry.onWire = entry.released;
      if (entry.released) {
        onWire++;
      }
    }
  }

  /** The next entry that may be sent again now, or null. */
  @Nullable Delivery nextOwed() {
    return onWire < limit ? firstOwed() : null;
  }

  /** The current connection has now seen the entry. */
  void seen(Delivery delivery) {
    if (!delivery.onWire) {
      delivery.onWire = true;
      onWire++;
    }
  }

  /** Gives back memory that is not needed while nothing is in flight. */
  void trim() {
    ids.trim();
  }

  int lastId() {
    return ids.last();
  }

  void continueAfter(int id) {
    ids.continueAfter(id);
  }

  /** What a PUBACK means for the entry with its identifier. */
  static AckVerdict puback(@Nullable Delivery entry) {
    if (entry == null) {
      return AckVerdict.UNKNOWN;
    }
    return entry.qos == 1 ? AckVerdict.DONE : AckVerdict.WRONG_KIND;
  }

  /** What a PUBREC means for the entry with its identifier. */
  static AckVerdict pubrec(@Nullable Delivery entry, ReasonCode code) {
    if (entry == null) {
      return AckVerdict.UNKNOWN;
    }
    if (entry.qos != 2) {
      return AckVerdict.WRONG_KIND;
    }
    if (entry.released) {
      return AckVerdict.RELEASE_AGAIN;
    }
    return code.isError() ? AckVerdict.REFUSED : AckVerdict.RELEASE;
  }

  /** What a PUBCOMP means for the entry with its identifier. */
  static AckVerdict pubcomp(@Nullable Delivery entry) {
    if (entry == null) {
      return AckVerdict.UNKNOWN;
    }
    return entry.qos == 2 && entry.released ? AckVerdict.DONE : AckVerdict.WRONG_KIND;
  }

  private @Nullable Delivery firstOwed() {
    Delivery entry = owed;
    while (entry != null && entry.onWire) {
      entry = entry.following();
    }
    owed = entry;
    return entry;
  }
}
