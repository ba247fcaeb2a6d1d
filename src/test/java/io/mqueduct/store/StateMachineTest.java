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

import io.mqueduct.message.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StateMachineTest {
  private final MemoryColumns columns = new MemoryColumns();
  private final RecentKeys recentKeys = new RecentKeys();
  private final StoreReader reader = new StoreReader(columns, recentKeys);
  private final List<Long> expired = new ArrayList<>();
  private StateMachine machine;

  @BeforeEach
  void start() {
    Store.prepare(columns, "node");
    DropListener drops = (number, lane, sequence, qos, size) -> expired.add(sequence);
    machine = new StateMachine(columns, drops, recentKeys);
  }

  private long run(Command command) {
    long result = machine.apply(command);
    machine.write(false);
    return result;
  }

  private void isSound() {
    assertThat(StoreCheck.run(columns, Progress.NONE).findings()).isEmpty();
  }

  private List<String> payloads(long number, int lane) {
    return reader.readMessages(number, lane, 0, 1_000, 1 << 20).stream()
        .map(m -> new String(m.message().payload(), StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void aSessionKeepsItsNumberOverConnectionsAndGetsANewEpoch() {
    long number = run(Sample.open("c"));
    long again = run(Sample.open("c"));
    assertThat(again).isEqualTo(number);
    assertThat(reader.session("c").epoch()).isEqualTo(machine.applied());
    assertThat(run(new SessionCommand.DetachSession(number, number, 5_000, 7))).isZero();
    long epoch = machine.applied() - 1;
    assertThat(run(new SessionCommand.DetachSession(number, epoch, 5_000, 7))).isEqualTo(1);
    assertThat(reader.session("c"))
        .extracting(StoredSession::connected, StoredSession::expirySeconds)
        .containsExactly(false, 7L);
  }

  @Test
  void aCleanStartTakesEverythingOfTheOldSessionWithIt() {
    long old = run(Sample.open("c"));
    long other = run(Sample.open("d"));
    run(
        new SessionCommand.PutSubscription(
            old, 0, new StoredSubscription("a/#", 1, false, false, 0, 0)));
    run(new SessionCommand.PutInboundId(old, 0, 5, 1));
    run(new SessionCommand.PutWill(old, 0, 0, Sample.message("w", "w")));
    run(Sample.append(Sample.message("a", "shared"), old, other));
    run(Sample.append(Sample.message("a", "alone"), old));
    long fresh = run(new SessionCommand.OpenSession("c", true, 1, 2, 5, null));
    assertThat(fresh).isNotEqualTo(old);
    assertThat(reader.subscriptions(fresh)).isEmpty();
    assertThat(reader.counts(old).count()).isZero();
    isSound();
    while (machine.hasTrash()) {
      run(new MessageCommand.Sweep(1));
    }
    isSound();
    run(Sample.settle(other, machine.applied()));
    assertThat(payloads(other, 0)).containsExactly("shared");
    assertThat(Sample.dump(columns).keySet())
        .noneMatch(key -> key.contains(HexFormat.of().toHexDigits(old)));
  }

  /** More lists than are kept in memory, and one of them is trimmed in the round that made them. */
  @Test
  void aListThatIsTrimmedWhileVeryManyAreInUseCountsRight() {
    long number = machine.apply(Sample.open("c"));
    for (int i = 0; i < 100_000; i++) {
      machine.apply(Sample.open("c" + i));
    }
    for (int i = 0; i < 3; i++) {
      machine.apply(Sample.append(Sample.message("a", "m" + i), number));
    }
    assertThat(machine.apply(new MessageCommand.Trim(number, 0, 1, Long.MAX_VALUE))).isEqualTo(2);
    run(Sample.append(Sample.message("a", "m3"), number));

    assertThat(payloads(number, 0)).containsExactly("m2", "m3");
    assertThat(reader.counts(number).count()).isEqualTo(2);
    isSound();
  }

  @Test
  void aFanOutStoresTheMessageOnceAndTheLastAcknowledgementRemovesIt() {
    long[] numbers = new long[50];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = run(Sample.open("c" + i));
    }
    assertThat(run(Sample.append(Sample.message("a", "once"), numbers))).isEqualTo(50);
    long sequence = machine.applied();
    assertThat(count(Column.BODIES)).isEqualTo(1);
    assertThat(count(Column.MESSAGES)).isEqualTo(50);
    for (int i = 0; i < 49; i++) {
      assertThat(run(Sample.settle(numbers[i], sequence))).isEqualTo(1);
      assertThat(run(Sample.settle(numbers[i], sequence))).as("a second time").isZero();
    }
    isSound();
    assertThat(payloads(numbers[49], 0)).containsExactly("once");
    run(Sample.settle(numbers[49], sequence, sequence));
    assertThat(count(Column.BODIES) + count(Column.REFERENCES) + count(Column.MESSAGES)).isZero();
    isSound();
  }

  private long count(Column column) {
    return Sample.dump(columns).keySet().stream()
        .filter(key -> key.startsWith(column.title() + ":"))
        .count();
  }

  @Test
  void aTrimOfQos0LeavesTheOthersHoweverManyThereAre() {
    long number = run(Sample.open("c"));
    for (int i = 0; i < 6; i++) {
      var target = new Target(number, 0, i % 3 == 0 ? 0 : 1, false);
      run(new MessageCommand.Append(Sample.message("a", "m" + i), List.of(target)));
    }
    assertThat(run(new MessageCommand.Trim(number, 0, 5, Long.MAX_VALUE, true))).isEqualTo(1);
    assertThat(payloads(number, 0)).containsExactly("m1", "m2", "m3", "m4", "m5");
    assertThat(run(new MessageCommand.Trim(number, 0, 1, Long.MAX_VALUE, true))).isEqualTo(1);
    assertThat(payloads(number, 0)).containsExactly("m1", "m2", "m4", "m5");
    assertThat(run(new MessageCommand.Trim(number, 0, 1, Long.MAX_VALUE, true))).isZero();
    isSound();
  }

  @Test
  void anOpeningSetsOrRemovesTheWill() {
    long number =
        run(
            new SessionCommand.OpenSession(
                "c", false, 1, 2, 5, null, new StoredWill(3, Sample.message("w", "w"))));
    assertThat(reader.will(number)).isNotNull();
    assertThat(run(Sample.open("c"))).isEqualTo(number);
    assertThat(reader.will(number)).isNull();
    isSound();
  }

  @Test
  void countsAreExactPerLane() {
    long number = run(Sample.open("c"));
    var low = new Target(number, 0, 0, false);
    var high = new Target(number, 9, 2, true);
    run(new MessageCommand.Append(Sample.message("a", "12"), List.of(low)));
    run(new MessageCommand.Append(Sample.message("a", "3456"), List.of(high)));
    run(new MessageCommand.Append(Sample.message("a", "789"), List.of(high)));
    var counts = reader.counts(number);
    assertThat(counts.count()).isEqualTo(3);
    assertThat(counts.bytes()).isEqualTo(12);
    assertThat(counts.lanes())
        .extracting(MessageCounts.Lane::id, MessageCounts.Lane::count, MessageCounts.Lane::qos0)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(0, 1L, 1L),
            org.assertj.core.groups.Tuple.tuple(9, 2L, 0L));
    assertThat(payloads(number, 9)).containsExactly("3456", "789");
  }

  @Test
  void pagesFollowEachOtherAndAreBoundedByCountAndBytes() {
    long number = run(Sample.open("c"));
    for (int i = 0; i < 10; i++) {
      run(Sample.append(Sample.message("a", "m" + i), number));
    }
    var page = reader.readMessages(number, 0, 0, 3, 1_000);
    assertThat(page).hasSize(3);
    var next = reader.readMessages(number, 0, page.get(2).sequence() + 1, 100, 4);
    assertThat(next)
        .extracting(m -> m.message().payload()[1])
        .containsExactly((byte) '3', (byte) '4');
  }

  @Test
  void trimDropsTheOldestOfQos0FirstThenTheOldest() {
    long number = run(Sample.open("c"));
    int[] qos = {1, 0, 1, 0, 1};
    for (int i = 0; i < qos.length; i++) {
      var target = new Target(number, 0, qos[i], false);
      machine.apply(new MessageCommand.Append(Sample.message("a", "m" + i), List.of(target)));
    }
    assertThat(run(new MessageCommand.Trim(number, 0, 4, 1_000))).isEqualTo(1);
    assertThat(payloads(number, 0)).containsExactly("m0", "m2", "m3", "m4");
    assertThat(run(new MessageCommand.Trim(number, 0, 2, 1_000))).isEqualTo(2);
    assertThat(payloads(number, 0)).containsExactly("m2", "m4");
    assertThat(run(new MessageCommand.Trim(number, 0, 9, 3))).isEqualTo(1);
    assertThat(payloads(number, 0)).containsExactly("m4");
    isSound();
  }

  @Test
  void trimWithinOneRoundSeesWhatTheRoundAdded() {
    long number = machine.apply(Sample.open("c"));
    for (int i = 0; i < 200; i++) {
      machine.apply(Sample.append(Sample.message("a", "m" + i), number));
      machine.apply(new MessageCommand.Trim(number, 0, 3, 1_000));
    }
    machine.write(false);
    assertThat(payloads(number, 0)).containsExactly("m197", "m198", "m199");
    isSound();
  }

  @Test
  void expiryRemovesWhatWasNeverSentAndTellsWhich() {
    long number = run(Sample.open("c"));
    run(Sample.append(Sample.message("a", "soon", 2_000), number));
    long soon = machine.applied();
    run(Sample.append(Sample.message("a", "sent", 2_000), number));
    long sent = machine.applied();
    run(Sample.append(Sample.message("a", "later", 9_000), number));
    run(new Mark(number, 0, new long[] {sent}, new int[] {Mark.mark(0, 7, Mark.SENT)}));
    assertThat(run(new MessageCommand.Expire(1_999, 100))).isZero();
    assertThat(run(new MessageCommand.Expire(2_000, 100))).isEqualTo(1);
    assertThat(expired).containsExactly(soon);
    assertThat(payloads(number, 0)).containsExactly("sent", "later");
    isSound();
  }

  @Test
  void expiryFindsWhatIsAddedLaterAndExpiresEarlier() {
    long number = run(Sample.open("c"));
    run(Sample.append(Sample.message("a", "1", 5_000), number));
    assertThat(run(new MessageCommand.Expire(4_000, 100))).isZero();
    run(Sample.append(Sample.message("a", "2", 3_000), number));
    run(Sample.append(Sample.message("a", "3", 3_500), number));
    assertThat(run(new MessageCommand.Expire(4_000, 1))).isEqualTo(1);
    assertThat(run(new MessageCommand.Expire(4_000, 1))).isEqualTo(1);
    assertThat(run(new MessageCommand.Expire(5_000, 1))).isEqualTo(1);
    assertThat(payloads(number, 0)).isEmpty();
    isSound();
  }

  @Test
  void expiryThatWasNotWrittenFindsTheSameAgain() {
    long number = run(Sample.open("c"));
    run(Sample.append(Sample.message("a", "1", 2_000), number));
    machine.apply(new MessageCommand.Expire(3_000, 100));
    machine.abandon();
    assertThat(run(new MessageCommand.Expire(3_000, 100))).isEqualTo(1);
    assertThat(payloads(number, 0)).isEmpty();
    isSound();
  }

  /** What is read ahead lies in a table in which one may displace another. */
  @Test
  void settlesEveryMessageOfABacklogThatIsWorkedThroughInOrder() {
    long number = run(Sample.open("c"));
    for (int i = 0; i < 8; i++) {
      run(Sample.append(Sample.message("a", "filler"), number));
    }
    int apart = 22_946;
    long first = machine.applied() + 1;
    while (RecentReferences.slot(number, first) != RecentReferences.slot(number, first + apart)) {
      first++;
    }
    burnUntil(first);
    run(Sample.append(Sample.message("a", "one"), number));
    burnUntil(first + apart);
    run(Sample.append(Sample.message("a", "other"), number));
    start();

    reader
        .readMessages(number, 0, 0, 100, 1 << 20)
        .forEach(each -> run(Sample.settle(number, each.sequence())));

    assertThat(payloads(number, 0)).isEmpty();
    isSound();
  }

  private void burnUntil(long sequence) {
    while (machine.applied() + 1 < sequence) {
      machine.apply(new RetainedCommand.ClearRetained("t"));
    }
    machine.write(false);
  }

  @Test
  void inboundIdsComeFromOldToNew() {
    long number = run(Sample.open("c"));
    run(new SessionCommand.PutInboundId(number, 0, 9, 1_000));
    run(new SessionCommand.PutInboundId(number, 0, 3, 2_000));
    assertThat(reader.inboundIds(number)).extracting(InboundId::packetId).containsExactly(9, 3);
  }

  @Test
  void theWindowComesBackInTheOrderOfSendingWithItsPacketIds() {
    long number = run(Sample.open("c"));
    long[] sequences = new long[3];
    for (int i = 0; i < 3; i++) {
      run(Sample.append(Sample.message("a", "m" + i), number));
      sequences[i] = machine.applied();
    }
    int[] marks = {Mark.mark(0, 65_535, 0), Mark.mark(0, 1, 0), Mark.mark(0, 2, 0)};
    run(new Mark(number, 0, sequences, marks));
    run(
        new Settle(
            number, 0, new long[] {sequences[1]}, new int[] {Settle.mark(0, 1, Settle.RECEIVED)}));
    assertThat(reader.inflight(number))
        .containsExactly(
            new InflightMark(65_535, false, 0, sequences[0]),
            new InflightMark(1, true, 0, 0),
            new InflightMark(2, false, 0, sequences[2]));
    assertThat(reader.lastPacketId(number)).isEqualTo(2);
    run(
        new Settle(
            number,
            0,
            new long[] {sequences[0], 0},
            new int[] {
              Settle.mark(0, 65_535, Settle.ACKNOWLEDGED), Settle.mark(0, 1, Settle.COMPLETED)
            }));
    assertThat(reader.inflight(number)).extracting(InflightMark::packetId).containsExactly(2);
    assertThat(reader.counts(number).count()).isEqualTo(1);
    isSound();
  }

  @Test
  void aPurgeLeavesTheWindowAndWhatIsNewer() {
    long number = run(Sample.open("c"));
    for (int i = 0; i < 6; i++) {
      run(Sample.append(Sample.message("a", "m" + i), number));
    }
    long last = machine.applied();
    assertThat(run(new Purge(number, last - 1, 3, new long[] {last - 5}))).isEqualTo(3);
    assertThat(run(new Purge(number, last - 1, 3, new long[] {last - 5}))).isEqualTo(1);
    assertThat(run(new Purge(number, last - 1, 3, new long[] {last - 5}))).isZero();
    assertThat(payloads(number, 0)).containsExactly("m0", "m5");
    isSound();
  }

  @Test
  void deliveriesOfAQueueAreCountedAndForgotten() {
    long number = run(new QueueCommand.DeclareQueue("q", 1, "{}"));
    run(Sample.append(Sample.message("a", "m"), number));
    long sequence = machine.applied();
    run(new Mark(number, 0, new long[] {sequence}, new int[] {Mark.mark(0, 3, Mark.DELIVERIES)}));
    assertThat(reader.deliveries(number, sequence)).isEqualTo(3);
    run(
        new Settle(
            number, 0, new long[] {sequence}, new int[] {Settle.mark(0, 0, Settle.DONE_COUNTED)}));
    assertThat(reader.deliveries(number, sequence)).isZero();
  }

  @Test
  void aGroupIsOneWriteWithConsecutiveSequences() {
    long number = run(Sample.open("c"));
    var group =
        new Command.Group(
            List.of(
                Sample.append(Sample.message("a", "m"), number),
                new SessionCommand.PutInboundId(number, 0, 77, 5)));
    assertThat(run(group)).isEqualTo(1);
    assertThat(machine.applied()).isEqualTo(number + 2);
    assertThat(reader.inboundIds(number)).containsExactly(new InboundId(77, 5));
    assertThat(reader.readMessage(number, 0, number + 1)).isNotNull();
  }

  @Test
  void retainedMessagesAreSetReplacedAndCleared() {
    run(new RetainedCommand.SetRetained(Sample.message("a", "old")));
    run(new RetainedCommand.SetRetained(Sample.message("a", "new")));
    run(new RetainedCommand.SetRetained(Sample.message("a/b", "x")));
    run(new RetainedCommand.ClearRetained("a/b"));
    List<Message> kept = new ArrayList<>();
    reader.forEachRetained(kept::add);
    assertThat(kept).extracting(m -> m.payload().length).containsExactly(3);
  }
}
