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

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class StateMachinePropertyTest {

  /** With limits so small that keys are named in the column in the middle of it all. */
  private static RecentKeys recentKeys(long seed) {
    var random = new Random(seed);
    return new RecentKeys(1 + random.nextInt(100), 1 + random.nextInt(1500));
  }

  @Property(tries = 60)
  void theSameCommandsGiveTheSameBytesHoweverTheyAreGroupedIntoRounds(@ForAll long seed) {
    var oneByOne = new MemoryColumns();
    var inRounds = new MemoryColumns();
    List<byte[]> log = new ArrayList<>();
    Store.prepare(oneByOne, "n");
    Store.prepare(inRounds, "n");
    var first = new StateMachine(oneByOne, DropListener.NONE, recentKeys(seed));
    var life = new Sample.Life(seed);
    for (int i = 0; i < 400; i++) {
      var command = life.next();
      log.add(CommandCodec.encode(command));
      long sequence = first.applied() + 1;
      long result = first.apply(command);
      first.write(false);
      life.result(sequence, result);
    }
    var second = new StateMachine(inRounds, DropListener.NONE, recentKeys(seed));
    var random = new Random(seed);
    for (byte[] bytes : log) {
      second.apply(CommandCodec.decode(bytes));
      if (random.nextInt(40) == 0) {
        second.write(false);
      }
      if (random.nextInt(120) == 0) {
        second.write(false);
        second = new StateMachine(inRounds, DropListener.NONE, recentKeys(seed));
      }
    }
    second.write(false);
    assertThat(Sample.difference(Sample.dump(inRounds), Sample.dump(oneByOne))).isEmpty();
    assertThat(StoreCheck.run(oneByOne, Progress.NONE).findings()).isEmpty();
  }

  @Property(tries = 30)
  void whatIsAbandonedLeavesNoTrace(@ForAll long seed) {
    var columns = new MemoryColumns();
    Store.prepare(columns, "n");
    var machine = new StateMachine(columns, DropListener.NONE, recentKeys(seed));
    var life = new Sample.Life(seed);
    var random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      long sequence = machine.applied() + 1;
      life.result(sequence, machine.apply(life.next()));
      if (random.nextInt(10) == 0) {
        machine.write(false);
      } else if (random.nextInt(30) == 0) {
        machine.abandon();
      }
    }
    machine.write(false);
    assertThat(StoreCheck.run(columns, Progress.NONE).findings()).isEmpty();
  }
}
