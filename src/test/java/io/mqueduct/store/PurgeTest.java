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

import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A long list that is emptied in portions. */
class PurgeTest {
  private static final int MESSAGES = 2_000;
  private static final int KEPT = 200;
  private static final int PORTION = 10;

  private final FailingColumns columns = new FailingColumns();
  private StateMachine machine;
  private long number;
  private long first;

  @BeforeEach
  void fill() {
    Store.prepare(columns, "node");
    machine = new StateMachine(columns, DropListener.NONE, new RecentKeys());
    number = run(Sample.open("c"));
    first = machine.applied() + 1;
    for (int i = 0; i < MESSAGES; i++) {
      run(Sample.append(Sample.message("a", "x"), number));
    }
  }

  private long run(Command command) {
    long result = machine.apply(command);
    machine.write(false);
    return result;
  }

  /** The oldest are in the window. */
  private Purge purge() {
    long[] keep = LongStream.range(first, first + KEPT).toArray();
    return new Purge(number, machine.applied() + MESSAGES, PORTION, keep);
  }

  private static long count(StoreReader reader, long number) {
    return reader.counts(number).count();
  }

  @Test
  void goesOnWhereItWasAndNotAtTheBeginning() {
    Purge purge = purge();
    long before = columns.steps();

    while (run(purge) > 0) {}

    assertThat(count(new StoreReader(columns, new RecentKeys()), number)).isEqualTo(KEPT);
    assertThat(columns.steps() - before).isLessThan(3 * MESSAGES);
  }

  @Test
  void takesWhatItHadNotWrittenOnceMore() {
    Purge purge = purge();
    assertThat(run(purge)).isEqualTo(PORTION);
    assertThat(machine.apply(purge)).isEqualTo(PORTION);
    machine.abandon();

    while (run(purge) > 0) {}

    assertThat(count(new StoreReader(columns, new RecentKeys()), number)).isEqualTo(KEPT);
    assertThat(StoreCheck.run(columns, Progress.NONE).findings()).isEmpty();
  }
}
