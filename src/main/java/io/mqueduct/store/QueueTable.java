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
package io.mqueduct.store;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Applies {@link QueueCommand}s and {@link RetainedCommand}s. Owned by the writer thread. */
final class QueueTable {
  private final Columns columns;
  private final Round round;
  private final ListStates states;
  private final ListScans scans;

  /** What this round changed and the engine does not show yet; 0 is no queue. */
  private final Map<String, Long> numbers = new HashMap<>();

  private final Map<Long, StoredQueue> queues = new HashMap<>();

  QueueTable(Columns columns, Round round, ListStates states, ListScans scans) {
    this.columns = columns;
    this.round = round;
    this.states = states;
    this.scans = scans;
  }

  long apply(QueueCommand command) {
    if (command instanceof QueueCommand.DeclareQueue c) {
      return declare(c);
    }
    long number =
        command instanceof QueueCommand.UpdateQueue c
            ? c.number()
            : ((QueueCommand.DeleteQueue) command).number();
    var state = states.find(number);
    var before = state == null || !state.queue ? null : queue(number);
    if (state == null || before == null) {
      return 0;
    }
    if (command instanceof QueueCommand.UpdateQueue c) {
      states.touched(state);
      write(new StoredQueue(number, before.name(), before.createdAtMillis(), c.spec()));
    } else {
      states.settleForScan(state);
      round.writes.delete(Column.QUEUE_NAMES, Keys.text(before.name()));
      numbers.put(before.name(), 0L);
      round.writes.delete(Column.QUEUES, Keys.number(number));
      queues.remove(number);
      scans.discard(state);
    }
    return 1;
  }

  private long declare(QueueCommand.DeclareQueue c) {
    Long known = numbers.get(c.name());
    byte[] stored = known != null ? null : columns.get(Column.QUEUE_NAMES, Keys.text(c.name()));
    long number = known != null ? known : stored == null ? 0 : Keys.longAt(stored, 0);
    if (number != 0) {
      return number;
    }
    number = round.sequence();
    states.create(number, true, 0);
    numbers.put(c.name(), number);
    round.writes.put(Column.QUEUE_NAMES, Keys.text(c.name()), Keys.number(number));
    write(new StoredQueue(number, c.name(), c.nowMillis(), c.spec()));
    return number;
  }

  private void write(StoredQueue queue) {
    queues.put(queue.number(), queue);
    round.writes.put(Column.QUEUES, Keys.number(queue.number()), queue.encode());
  }

  private @Nullable StoredQueue queue(long number) {
    var known = queues.get(number);
    if (known != null) {
      return known;
    }
    byte[] stored = columns.get(Column.QUEUES, Keys.number(number));
    return stored == null ? null : StoredQueue.decode(number, stored);
  }

  long apply(RetainedCommand command) {
    if (command instanceof RetainedCommand.SetRetained c) {
      var value = new ByteSink(64 + c.message().sizeBytes());
      MessageCodec.encode(c.message(), value);
      round.writes.put(
          Column.RETAINED, Keys.text(c.message().topic().utf8()), value.array(), 0, value.size());
    } else if (command instanceof RetainedCommand.ClearRetained c) {
      round.writes.delete(Column.RETAINED, Keys.text(c.topic()));
    }
    return 1;
  }

  void endOfRound() {
    if (!queues.isEmpty()) {
      queues.clear();
    }
    if (!numbers.isEmpty()) {
      numbers.clear();
    }
  }
}
