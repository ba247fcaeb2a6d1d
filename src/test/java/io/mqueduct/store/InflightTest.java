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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.message.BrokerException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Which messages of a session are on their way, whatever else happens to them. */
class InflightTest {
  private FailingColumns columns;
  private StoreReader reader;
  private StateMachine machine;
  private long number;

  private void start() {
    machine = new StateMachine(columns, DropListener.NONE, new RecentKeys());
  }

  private void begin() {
    columns = new FailingColumns();
    reader = new StoreReader(columns, new RecentKeys());
    Store.prepare(columns, "n");
    start();
    number = run(Sample.open("c"));
  }

  private long run(Command command) {
    long result = machine.apply(command);
    machine.write(false);
    return result;
  }

  private long append(int qos) {
    var target = new Target(number, 0, qos, false);
    run(new MessageCommand.Append(Sample.message("a", "m"), List.of(target)));
    return machine.applied();
  }

  private long[] append(int qos, int count) {
    return IntStream.range(0, count).mapToLong(i -> append(qos)).toArray();
  }

  private void sent(long[] sequences, int firstPacketId) {
    int[] marks = new int[sequences.length];
    Arrays.setAll(marks, i -> Mark.mark(0, firstPacketId + i, Mark.SENT));
    run(new Mark(number, 0, sequences, marks));
  }

  private void settle(long sequence, int packetId, int what) {
    run(new Settle(number, 0, new long[] {sequence}, new int[] {Settle.mark(0, packetId, what)}));
  }

  private int rows() {
    int count = 0;
    try (var cursor = columns.scan(Column.INFLIGHT, new byte[0], null)) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }

  @Test
  void manyThatAreSentTogetherAreFewChangesAndNoneForEachAcknowledgement() {
    begin();
    long[] sequences = append(1, 200);
    sent(sequences, 1);
    assertThat(rows()).isEqualTo(13);
    assertThat(reader.inflight(number))
        .extracting(InflightMark::sequence)
        .containsExactly(Arrays.stream(sequences).boxed().toArray(Long[]::new));
    for (int i = 199; i > 0; i--) {
      settle(sequences[i], i + 1, Settle.ACKNOWLEDGED);
    }
    assertThat(rows()).isEqualTo(1);
    assertThat(reader.inflight(number))
        .containsExactly(new InflightMark(1, false, 0, sequences[0]));
    settle(sequences[0], 1, Settle.ACKNOWLEDGED);
    assertThat(rows()).isZero();
    assertThat(reader.inflight(number)).isEmpty();
  }

  @Test
  void aRestartInTheMiddleForgetsNeitherWhatIsOnItsWayNorWhatWasAcknowledged() {
    begin();
    long[] sequences = append(1, 5);
    sent(sequences, 10);
    settle(sequences[1], 11, Settle.ACKNOWLEDGED);
    settle(sequences[3], 13, Settle.ACKNOWLEDGED);
    start();
    settle(sequences[0], 10, Settle.ACKNOWLEDGED);
    assertThat(reader.inflight(number))
        .containsExactly(
            new InflightMark(12, false, 0, sequences[2]),
            new InflightMark(14, false, 0, sequences[4]));
    settle(sequences[4], 14, Settle.ACKNOWLEDGED);
    settle(sequences[2], 12, Settle.ACKNOWLEDGED);
    assertThat(rows()).isZero();
  }

  @Test
  void whatALimitTookAwayIsNotOnItsWayAnyMore() {
    begin();
    long[] sequences = append(1, 3);
    sent(sequences, 1);
    run(new MessageCommand.Trim(number, 0, 1, Long.MAX_VALUE));
    assertThat(reader.inflight(number)).extracting(InflightMark::packetId).containsExactly(3);
    run(new MessageCommand.Trim(number, 0, 0, Long.MAX_VALUE));
    assertThat(rows()).isZero();
  }

  @Test
  void aPacketIdThatIsUsedAgainBelongsToItsNewMessage() {
    begin();
    long[] sequences = append(1, 4);
    sent(Arrays.copyOf(sequences, 2), 7);
    settle(sequences[0], 7, Settle.ACKNOWLEDGED);
    sent(new long[] {sequences[2]}, 7);
    start();
    sent(new long[] {sequences[3]}, 9);
    assertThat(reader.inflight(number))
        .containsExactly(
            new InflightMark(8, false, 0, sequences[1]),
            new InflightMark(7, false, 0, sequences[2]),
            new InflightMark(9, false, 0, sequences[3]));
  }

  @Test
  void aSessionThatIsDroppedLeavesNothing() {
    begin();
    sent(append(1, 100), 1);
    run(new SessionCommand.DropSession(number, 0));
    assertThat(rows()).isZero();
  }

  @Test
  void afterARestartNothingIsReadAheadForWhatWasAcknowledged() {
    begin();
    long[] sequences = append(1, 640);
    sent(sequences, 1);
    for (int i = 0; i < 640; i++) {
      if (i % 64 > 0) {
        settle(sequences[i], i + 1, Settle.ACKNOWLEDGED);
      }
    }
    append(1, 300);
    start();
    long before = columns.steps();
    settle(sequences[0], 1, Settle.ACKNOWLEDGED);
    assertThat(columns.steps() - before).isLessThan(20);
    assertThat(rows()).isEqualTo(9);
    assertThat(reader.inflight(number))
        .extracting(InflightMark::packetId)
        .containsExactly(65, 129, 193, 257, 321, 385, 449, 513, 577);
  }

  @Test
  void whatAFailedCommandSaidIsNotAddedToTheNextOne() {
    begin();
    long[] ofFirst = append(1, 1);
    long first = number;
    number = run(Sample.open("d"));
    long[] sequences = append(1, 2);
    start();
    sent(new long[] {sequences[0]}, 5);
    var next = new Mark(number, 0, new long[] {sequences[1]}, new int[] {Mark.mark(0, 1, 0)});
    var failing = new Mark(first, 0, ofFirst, new int[] {Mark.mark(0, 1, 0)});
    machine.apply(next);
    columns.unreadable(true);
    assertThatThrownBy(() -> machine.apply(failing)).isInstanceOf(BrokerException.class);
    columns.unreadable(false);
    machine.abandon();
    run(next);
    assertThat(rows()).isEqualTo(2);
    assertThat(reader.inflight(number)).extracting(InflightMark::packetId).containsExactly(5, 1);
    settle(sequences[1], 1, Settle.ACKNOWLEDGED);
    settle(sequences[0], 5, Settle.ACKNOWLEDGED);
    assertThat(rows()).isZero();
  }

  /** A row for each packet id is what format 2 wrote; here as it writes those of QoS 2. */
  @Test
  void rowsOfFormatTwoAreReadAndRemoved() {
    begin();
    long[] sequences = append(1, 2);
    var writes = columns.newWriteSet();
    for (int i = 0; i < 2; i++) {
      var value = new ByteSink(32).u64(machine.applied()).varint(i).u8(0).u64(sequences[i]);
      writes.put(Column.INFLIGHT, Keys.inflight(number, 3 + i, false), value.toByteArray());
    }
    columns.write(writes, machine.applied(), true);
    start();
    assertThat(reader.inflight(number))
        .containsExactly(
            new InflightMark(3, false, 0, sequences[0]),
            new InflightMark(4, false, 0, sequences[1]));
    settle(sequences[0], 3, Settle.ACKNOWLEDGED);
    assertThat(reader.inflight(number)).extracting(InflightMark::packetId).containsExactly(4);
    settle(sequences[1], 4, Settle.ACKNOWLEDGED);
    assertThat(rows()).isZero();
  }

  /** How long rows are is no matter of the format. */
  @Test
  void aRowThatIsLongerThanThoseOfThisBuildIsReadAndRemoved() {
    begin();
    long[] sequences = append(1, 64);
    var value = new ByteSink(1024).varint(64);
    for (int i = 0; i < 64; i++) {
      value.u16(i + 1).u8(0).u64(sequences[i]);
    }
    var writes = columns.newWriteSet();
    writes.put(Column.INFLIGHT, Keys.sentRun(number, machine.applied(), 0), value.toByteArray());
    columns.write(writes, machine.applied(), true);
    start();
    assertThat(reader.inflight(number))
        .extracting(InflightMark::sequence)
        .containsExactly(Arrays.stream(sequences).boxed().toArray(Long[]::new));
    for (int i = 0; i < 64; i++) {
      assertThat(rows()).isEqualTo(1);
      settle(sequences[i], i + 1, Settle.ACKNOWLEDGED);
    }
    assertThat(rows()).isZero();
  }

  /** What the window should be: a client that acknowledges in any order, a broker that restarts. */
  @Property(tries = 100)
  void isAlwaysTheWindow(@ForAll long seed) {
    begin();
    var random = new Random(seed);
    List<Long> waiting = new ArrayList<>();
    List<InflightMark> window = new ArrayList<>();
    Set<Long> exactlyOnce = new HashSet<>();
    int nextId = 65_400;
    for (int step = 0; step < 150; step++) {
      int what = random.nextInt(10);
      if (what < 3) {
        for (int i = random.nextInt(90); i >= 0; i--) {
          int qos = random.nextInt(8) == 0 ? 2 : 1;
          long sequence = append(qos);
          waiting.add(sequence);
          if (qos == 2) {
            exactlyOnce.add(sequence);
          }
        }
      } else if (what < 6) {
        int count = Math.min(waiting.size(), random.nextInt(90));
        long[] sequences = new long[count];
        int[] marks = new int[count];
        for (int i = 0; i < count; i++) {
          sequences[i] = waiting.remove(0);
          int id = nextId = nextId % 65_535 + 1;
          marks[i] = Mark.mark(0, id, Mark.SENT);
          window.add(new InflightMark(id, false, 0, sequences[i]));
        }
        run(new Mark(number, 0, sequences, marks));
      } else if (what < 9) {
        for (int i = random.nextInt(90); i >= 0 && !window.isEmpty(); i--) {
          int at = random.nextInt(3) == 0 ? random.nextInt(window.size()) : 0;
          var mark = window.get(at);
          if (mark.released()) {
            settle(0, mark.packetId(), Settle.COMPLETED);
            window.remove(at);
          } else if (exactlyOnce.contains(mark.sequence())) {
            settle(mark.sequence(), mark.packetId(), Settle.RECEIVED);
            window.set(at, new InflightMark(mark.packetId(), true, 0, 0));
          } else {
            settle(mark.sequence(), mark.packetId(), Settle.ACKNOWLEDGED);
            window.remove(at);
          }
        }
      } else {
        start();
      }
      assertThat(reader.inflight(number)).as("after step %s", step).isEqualTo(window);
    }
    assertThat(StoreCheck.run(columns, Progress.NONE).findings()).isEmpty();
    assertThat(rows()).isLessThanOrEqualTo(2 * window.size());
  }
}
