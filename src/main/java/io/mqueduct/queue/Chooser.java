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
package io.mqueduct.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The consumers of a queue that may have credit, and which of them is next. One that turns out to
 * have none is left out until it is {@linkplain #add added} again. Owned by the queue's loop.
 */
sealed interface Chooser {
  /** Whether a consumer can take a message now. */
  @FunctionalInterface
  interface Test {
    boolean accepts(ConsumerState consumer);
  }

  /** Makes one that is known to be attached take part. */
  void add(ConsumerState consumer);

  /** Leaves one out. */
  void remove(ConsumerState consumer);

  /** The number of its unacknowledged messages is about to change. */
  default void changing(ConsumerState consumer) {}

  /** It has changed. */
  default void changed(ConsumerState consumer) {}

  /**
   * Who gets a message, or null if nobody can take it.
   *
   * @param hasCredit those for whom it does not hold are left out from then on
   * @param message for which consumers may be excluded, or null for any
   */
  @Nullable ConsumerState pick(Test hasCredit, @Nullable QueueEntry message);

  /** Each with the same probability. */
  final class ByChance implements Chooser {
    private final List<ConsumerState> active = new ArrayList<>();
    private final RandomGenerator random;

    ByChance(RandomGenerator random) {
      this.random = random;
    }

    @Override
    public void add(ConsumerState consumer) {
      if (!consumer.active) {
        consumer.active = true;
        active.add(consumer);
      }
    }

    @Override
    public void remove(ConsumerState consumer) {
      if (consumer.active) {
        removeAt(active.indexOf(consumer));
      }
    }

    private void removeAt(int index) {
      active.get(index).active = false;
      ConsumerState last = active.remove(active.size() - 1);
      if (index < active.size()) {
        active.set(index, last);
      }
    }

    @Override
    public @Nullable ConsumerState pick(Test hasCredit, @Nullable QueueEntry message) {
      while (!active.isEmpty()) {
        int index = active.size() == 1 ? 0 : random.nextInt(active.size());
        ConsumerState chosen = active.get(index);
        if (!hasCredit.accepts(chosen)) {
          removeAt(index);
        } else if (message == null || !message.isExcluded(chosen)) {
          return chosen;
        } else {
          return another(hasCredit, message, index);
        }
      }
      return null;
    }

    private @Nullable ConsumerState another(Test hasCredit, QueueEntry message, int index) {
      for (int i = 1; i < active.size(); i++) {
        ConsumerState other = active.get((index + i) % active.size());
        if (!message.isExcluded(other) && hasCredit.accepts(other)) {
          return other;
        }
      }
      return null;
    }
  }

  /** Those that are kept in an order. */
  abstract sealed class Ordered implements Chooser {
    final TreeSet<ConsumerState> active;

    private Ordered(Comparator<ConsumerState> order) {
      active = new TreeSet<>(order.thenComparingLong(c -> c.order));
    }

    @Override
    public void add(ConsumerState consumer) {
      if (!consumer.active) {
        consumer.active = true;
        active.add(consumer);
      }
    }

    @Override
    public void remove(ConsumerState consumer) {
      if (consumer.active) {
        active.remove(consumer);
        consumer.active = false;
      }
    }

    @Nullable ConsumerState first(
        Iterable<ConsumerState> inOrder, Test hasCredit, @Nullable QueueEntry message) {
      List<ConsumerState> without = null;
      ConsumerState chosen = null;
      for (ConsumerState each : inOrder) {
        if (!hasCredit.accepts(each)) {
          without = without == null ? new ArrayList<>() : without;
          without.add(each);
        } else if (message == null || !message.isExcluded(each)) {
          chosen = each;
          break;
        }
      }
      if (without != null) {
        without.forEach(this::remove);
      }
      return chosen;
    }
  }

  /** In turn, in the order in which they came. */
  final class InTurn extends Ordered {
    private @Nullable ConsumerState last; // perhaps gone: its place in the order is what counts

    InTurn() {
      super(Comparator.comparingLong(c -> c.order));
    }

    @Override
    public @Nullable ConsumerState pick(Test hasCredit, @Nullable QueueEntry message) {
      ConsumerState chosen =
          last == null ? null : first(active.tailSet(last, false), hasCredit, message);
      if (chosen == null) {
        chosen = first(active, hasCredit, message);
      }
      if (chosen != null) {
        last = chosen;
      }
      return chosen;
    }
  }

  /** The one with the fewest unacknowledged messages, among equals the one that waited longest. */
  final class FewestFirst extends Ordered {
    FewestFirst() {
      super(
          Comparator.<ConsumerState>comparingInt(c -> c.unacknowledged)
              .thenComparingLong(c -> c.servedAt));
    }

    @Override
    public void changing(ConsumerState consumer) {
      if (consumer.active) {
        active.remove(consumer);
      }
    }

    @Override
    public void changed(ConsumerState consumer) {
      if (consumer.active) {
        active.add(consumer);
      }
    }

    @Override
    public @Nullable ConsumerState pick(Test hasCredit, @Nullable QueueEntry message) {
      return first(active, hasCredit, message);
    }
  }
}
