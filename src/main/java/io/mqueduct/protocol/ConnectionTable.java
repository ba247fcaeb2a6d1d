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
 * The connections of one event loop: all of them for the clock, and the attached ones by client id.
 * Owned by that loop.
 */
final class ConnectionTable {
  private final ArrayList<Connection> all = new ArrayList<>();
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

  /** Every stride-th connection from an offset; an action may remove the one it gets. */
  void each(int offset, int stride, Consumer<Connection> action) {
    // From the back, since a removal puts the last one into the gap.
    int last = all.size() - 1;
    int start = last - Math.floorMod(last - offset, stride);
    for (int i = start; i >= 0; i -= stride) {
      if (i < all.size()) {
        action.accept(all.get(i));
      }
    }
  }
}
