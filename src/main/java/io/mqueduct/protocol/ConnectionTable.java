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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop: all of them, when each is to be looked at, and the attached
 * ones by client id. Owned by that loop.
 */
final class ConnectionTable {
  /** How often the loop looks at those that are due. */
  static final long TURN_MILLIS = 1000;

  /** Longer than most are silent between two packets. */
  private static final int TURNS = 128;

  private final ArrayList<Connection> all = new ArrayList<>();
  private final LookWheel<Connection> looks = new LookWheel<>(TURNS, TURN_MILLIS);
  private final Map<String, Connection> attached = new HashMap<>();

  void opened(Connection connection) {
    connection.slot = all.size();
    all.add(connection);
  }

  void gone(Connection connection) {
    int slot = connection.slot;
    if (slot < 0) {
      return;
    }
    connection.slot = -1;
    looks.remove(connection);
    Connection last = all.remove(all.size() - 1);
    if (last != connection) {
      all.set(slot, last);
      last.slot = slot;
    }
  }

  void put(String clientId, Connection connection) {
    attached.put(clientId, connection);
  }

  void remove(String clientId, Connection connection) {
    attached.remove(clientId, connection);
  }

  @Nullable Connection byClientId(String clientId) {
    return attached.get(clientId);
  }

  /** Open sockets, whatever state they are in. */
  int size() {
    return all.size();
  }

  int attached() {
    return attached.size();
  }

  /** The last so many connections. */
  void last(long count, Consumer<Connection> action) {
    for (long i = 0; i < count && !all.isEmpty(); i++) {
      action.accept(all.get(all.size() - 1));
    }
  }

  /** Has a connection looked at after a time, instead of when it was to be; not if it is gone. */
  void lookIn(long millis, Connection connection) {
    if (connection.slot >= 0) {
      looks.put(connection, millis);
    }
  }

  /** Looks at those that are due; to be called every {@link #TURN_MILLIS}. */
  void turn(Consumer<Connection> look) {
    looks.turn(look);
  }

  /**
   * Looks at some of the connections below a place, from the back; an action may remove the one it
   * gets, and what moves into the gap has been looked at.
   *
   * @param below {@link #size} at first, then what the call before returned
   * @return 0 when all have been looked at that were there at the beginning
   */
  int some(int below, int count, Consumer<Connection> action) {
    int i = Math.min(below, all.size());
    int end = Math.max(0, i - count);
    while (i > end) {
      i--;
      if (i < all.size()) {
        action.accept(all.get(i));
      }
    }
    return end;
  }
}
