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

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Which message a last-value queue holds for a key, whether it came lately or long ago. */
class KeyIndexTest {
  private static final int KEYS = 12;

  private final MemoryColumns columns = new MemoryColumns();
  private RecentKeys recent = new RecentKeys();
  private StoreReader reader = new StoreReader(columns, recent);
  private StateMachine machine;

  private void start(int maxCommands, long maxCost) {
    recent = new RecentKeys(maxCommands, maxCost);
    reader = new StoreReader(columns, recent);
    machine = new StateMachine(columns, DropListener.NONE, recent);
  }

  private static byte[] key(int key) {
    return ("k".repeat(key % 5 == 0 ? 80 : 1) + key).getBytes(StandardCharsets.UTF_8);
  }

  private long apply(Command command) {
    return machine.apply(command);
  }

  private long append(long number, int lane, int key) {
    return append(lane, key, List.of(number));
  }

  /** One message for several queues: it has the same sequence in each. */
  private long append(int lane, int key, List<Long> numbers) {
    List<Target> targets = new ArrayList<>();
    for (long number : numbers) {
      targets.add(new Target(number, lane, 1, false, new int[0], key(key), 0));
    }
    apply(new MessageCommand.Append(Sample.message("a", "m"), targets));
    return machine.applied();
  }

  private int named() {
    int count = 0;
    try (var cursor = columns.scan(Column.QUEUE_KEYS, new byte[0], null)) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }

  /** The messages of a queue by key, from the messages themselves. */
  private Map<String, Long> held(long number) {
    Map<String, Long> held = new HashMap<>();
    byte[] until = Keys.after(number);
    try (var cursor = columns.scan(Column.MESSAGES, Keys.number(number), until)) {
      while (cursor.next()) {
        var reference = Reference.decode(cursor, Reference.newPrefix());
        var before = held.put(reference.key().latin1(), reference.sequence());
        assertThat(before).as("a second message of a key").isNull();
      }
    }
    return held;
  }

  private void isRight(List<Long> numbers) {
    for (long number : numbers) {
      Map<String, Long> held = held(number);
      for (int key = 0; key < KEYS; key++) {
        String latin1 = Reference.Key.of(number, key(key)).latin1();
        assertThat(reader.sequenceOfKey(number, key(key)))
            .as("key %s of %s", latin1, number)
            .isEqualTo(held.getOrDefault(latin1, 0L));
      }
    }
    assertThat(StoreCheck.run(columns, Progress.NONE).findings()).isEmpty();
  }

  @Property(tries = 50)
  void readersAndTheColumnAgreeWithTheMessagesAtAnyTime(@ForAll long seed) {
    var random = new Random(seed);
    int maxCommands = 1 + random.nextInt(60);
    long maxCost = 1 + random.nextInt(2000);
    Store.prepare(columns, "n");
    start(maxCommands, maxCost);
    List<Long> numbers = new ArrayList<>();
    List<Long> gone = new ArrayList<>();
    List<long[]> appended = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      int what = random.nextInt(30);
      if (numbers.isEmpty() || what == 0) {
        numbers.add(apply(new QueueCommand.DeclareQueue("q" + i, 1, "{}")));
        machine.write(false);
      }
      long number = numbers.get(random.nextInt(numbers.size()));
      if (what == 1) {
        apply(new QueueCommand.DeleteQueue(number));
        numbers.remove(number);
        gone.add(number);
      } else if (what == 2) {
        apply(new MessageCommand.Trim(number, random.nextInt(2), random.nextInt(4), 1_000));
      } else if (what == 3) {
        apply(new MessageCommand.Sweep(1 + random.nextInt(9)));
      } else if (what == 4) {
        apply(new Purge(number, machine.applied() - random.nextInt(20), 5, new long[0]));
      } else if (what < 13 && !appended.isEmpty()) {
        int back = 1 + random.nextInt(Math.min(appended.size(), 25));
        long[] old = appended.get(appended.size() - back);
        int[] marks = {Settle.mark((int) old[1], 0, Settle.DONE)};
        apply(new Settle(old[0], 0, new long[] {old[2]}, marks));
      } else {
        int lane = random.nextInt(2);
        List<Long> to = random.nextInt(3) == 0 ? numbers : List.of(number);
        appended.add(new long[] {number, lane, append(lane, random.nextInt(KEYS), to)});
      }
      if (random.nextInt(6) == 0) {
        machine.write(false);
        isRight(numbers);
      }
      if (random.nextInt(40) == 0) {
        machine.write(false);
        start(maxCommands, maxCost);
        isRight(numbers);
      } else if (random.nextInt(30) == 0) {
        numbers.addAll(gone); // whether it was written or not
        machine.abandon();
        numbers.removeIf(each -> columns.get(Column.LISTS, Keys.number(each)) == null);
        gone.clear();
        isRight(numbers);
      } else if (random.nextInt(60) == 0) {
        machine.reload();
        numbers.removeIf(each -> columns.get(Column.LISTS, Keys.number(each)) == null);
        isRight(numbers);
      }
    }
  }

  @Test
  void aLastValueQueueHoldsTheNewestOfEachKeyAndLeavesNothing() {
    Store.prepare(columns, "n");
    start(3, 100_000);
    long number = apply(new QueueCommand.DeclareQueue("q", 1, "{}"));
    long last = 0;
    for (int i = 0; i < 6; i++) {
      last = append(number, 0, i % 2);
    }
    machine.write(false);
    assertThat(held(number)).hasSize(2).containsValues(last - 1, last);
    assertThat(reader.sequenceOfKey(number, key(1))).isEqualTo(last);
    apply(Sample.settle(number, last));
    machine.write(false);
    assertThat(reader.sequenceOfKey(number, key(1))).isZero();
    apply(new QueueCommand.DeleteQueue(number));
    apply(new MessageCommand.Sweep(100));
    apply(new MessageCommand.Sweep(100));
    machine.write(false);
    assertThat(Sample.dump(columns)).as("format, node and mark").hasSize(3);
  }

  @Test
  void writesNoKeyOfWhatIsConsumedSoon() {
    Store.prepare(columns, "n");
    start(100, 100_000);
    long number = apply(new QueueCommand.DeclareQueue("q", 1, "{}"));
    for (int i = 0; i < 1_000; i++) {
      long sequence = append(number, 0, i % KEYS);
      apply(Sample.settle(number, sequence));
      machine.write(false);
      assertThat(named()).isZero();
    }
    isRight(List.of(number));
  }

  @Test
  void namesWhatStaysAfterSoManyCommandsOrSoManyBytes() {
    Store.prepare(columns, "n");
    start(10, 100_000);
    long number = apply(new QueueCommand.DeclareQueue("q", 1, "{}"));
    append(number, 0, 1);
    machine.write(false);
    assertThat(named()).isZero();
    for (int i = 0; i < 10; i++) {
      apply(new QueueCommand.UpdateQueue(number, "{}"));
    }
    machine.write(false);
    assertThat(named()).isEqualTo(1);
    isRight(List.of(number));

    start(1_000, 50);
    for (int i = 0; i < 9; i++) {
      append(number, 0, i);
    }
    machine.write(false);
    assertThat(named()).isBetween(5, 8);
    isRight(List.of(number));
  }

  /** What is consumed at once goes, though it is behind a message that stays. */
  @Test
  void takesMemoryForWhatIsThereAndNotForWhatWas() {
    Store.prepare(columns, "n");
    start(1 << 16, 16 << 20);
    long state = apply(new QueueCommand.DeclareQueue("state", 1, "{}"));
    List<Long> events = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      events.add(apply(new QueueCommand.DeclareQueue("events" + i, 1, "{}")));
    }
    append(state, 0, 0);
    for (int i = 0; i < 1_000; i++) {
      long sequence = append(0, 1 + i % (KEYS - 1), events);
      for (long number : events) {
        apply(Sample.settle(number, sequence));
      }
      machine.write(false);
    }

    assertThat(recent.inLine()).isLessThan(2_000);
    assertThat(named()).isZero();
    events.add(state);
    isRight(events);
  }

  @Test
  void namesWhatIsTooManyTogether() {
    Store.prepare(columns, "n");
    start(1 << 16, Long.MAX_VALUE);
    List<Long> numbers = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      numbers.add(apply(new QueueCommand.DeclareQueue("q" + i, 1, "{}")));
    }
    machine.write(false);
    int commands = RecentKeys.MAX_PLACES / 1_000 + 2;
    for (int i = 0; i < commands; i++) {
      append(0, i, numbers);
      machine.write(false);
    }
    apply(new QueueCommand.UpdateQueue(numbers.get(0), "{}"));
    machine.write(false);

    assertThat(recent.inLine()).isLessThanOrEqualTo(RecentKeys.MAX_PLACES);
    assertThat(named()).isEqualTo(1_000 * (commands - RecentKeys.MAX_PLACES / 1_000));
    assertThat(reader.sequenceOfKey(numbers.get(7), key(0))).isPositive();
  }

  @Test
  void isUsedAlsoForAStoreOfTheFirstFormat() {
    Store.prepare(columns, "n");
    start(1, 1);
    long number = apply(new QueueCommand.DeclareQueue("q", 1, "{}"));
    for (int i = 0; i < 4; i++) {
      append(number, 0, i);
    }
    apply(new QueueCommand.UpdateQueue(number, "{}"));
    apply(new QueueCommand.UpdateQueue(number, "{}"));
    machine.write(false);
    assertThat(named()).isEqualTo(4);
    var writes = columns.newWriteSet();
    writes.put(Column.META, Keys.FORMAT, Keys.number(1));
    writes.put(Column.META, Keys.APPLIED, Keys.number(machine.applied()));
    byte[] list = columns.get(Column.LISTS, Keys.number(number));
    list[1] = 1; // "is a queue" was all that it said
    writes.put(Column.LISTS, Keys.number(number), list);
    columns.write(writes, machine.applied(), false);

    Store.prepare(columns, "n");
    assertThat(Keys.longAt(columns.get(Column.META, Keys.FORMAT), 0)).isEqualTo(Store.FORMAT);
    start(1_000, 1_000);
    isRight(List.of(number));
    long newer = append(number, 0, 2);
    machine.write(false);
    assertThat(reader.sequenceOfKey(number, key(2))).isEqualTo(newer);
    assertThat(held(number)).hasSize(4);
    start(1_000, 1_000);
    assertThat(reader.sequenceOfKey(number, key(2))).isEqualTo(newer);
    isRight(List.of(number));
  }

  @Test
  void longKeysAreNotKeptInMemoryWithTheMessages() {
    var references = new RecentReferences();
    var key = new Reference.Key(7, "k".repeat(4_000));
    references.add(7, new Reference(0, 5, Reference.KEYED, 1, 0, key), 5);
    assertThat(references.find(7, 0, 5)).isNotNull();
    references.endOfRound();
    assertThat(references.find(7, 0, 5)).isNull();
  }
}
