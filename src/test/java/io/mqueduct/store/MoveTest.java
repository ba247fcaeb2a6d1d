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
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A message that goes from the list of a shared group to that of a member. */
class MoveTest {
  private final MemoryColumns columns = new MemoryColumns();
  private final StoreReader reader = new StoreReader(columns, new RecentKeys());
  private StateMachine machine;

  @BeforeEach
  void start() {
    Store.prepare(columns, "node");
    machine = new StateMachine(columns, DropListener.NONE, new RecentKeys());
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
  void aMoveTakesAMessageFromOneListAndAddsItToAnother() {
    long group = run(new QueueCommand.DeclareQueue("g", 1, ""));
    long other = run(Sample.open("other"));
    long member = run(Sample.open("member"));
    run(Sample.append(Sample.message("a", "shared"), group, other));
    long first = machine.applied();
    var moved = Sample.message("a", "shared", 9_000);

    var move = new MessageCommand.Move(group, 0, first, new Target(member, 3, 2, true), moved);
    assertThat(run(move)).isEqualTo(1);

    long sequence = machine.applied();
    assertThat(payloads(group, 0)).isEmpty();
    assertThat(payloads(other, 0)).containsExactly("shared");
    StoredMessage found = reader.readMessage(member, 3, sequence);
    assertThat(found).isNotNull();
    assertThat(found.qos()).isEqualTo(2);
    assertThat(found.retain()).isTrue();
    isSound();
    assertThat(run(move)).as("it is gone").isZero();
    assertThat(payloads(member, 3)).containsExactly("shared");
    isSound();
  }

  @Test
  void aMoveToNobodyLeavesTheMessageWhereItIs() {
    long group = run(new QueueCommand.DeclareQueue("g", 1, ""));
    run(Sample.append(Sample.message("a", "1"), group));
    long first = machine.applied();

    long result =
        run(
            new MessageCommand.Move(
                group, 0, first, new Target(77, 0, 2, false), Sample.message("a", "1")));

    assertThat(result).isEqualTo(MessageCommand.Move.TARGET_GONE);
    assertThat(payloads(group, 0)).containsExactly("1");
    isSound();
  }
}
