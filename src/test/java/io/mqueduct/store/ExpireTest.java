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

import org.junit.jupiter.api.Test;

/** What {@link MessageCommand.Expire} says about what there is to do yet. */
class ExpireTest {
  private final FailingColumns columns = new FailingColumns();
  private final StateMachine machine = machine(columns);

  private static StateMachine machine(Columns columns) {
    Store.prepare(columns, "node");
    return new StateMachine(columns, DropListener.NONE, new RecentKeys());
  }

  private long run(Command command) {
    long result = machine.apply(command);
    machine.write(false);
    return result;
  }

  @Test
  void countsThoseWhoseListIsGoneToo() {
    long gone = run(Sample.open("gone"));
    long there = run(Sample.open("there"));
    run(Sample.append(Sample.message("a", "1", 2_000), gone));
    run(Sample.append(Sample.message("a", "2", 2_000), gone));
    run(Sample.append(Sample.message("a", "3", 3_000), there));
    run(new SessionCommand.DropSession(gone, 0));
    assertThat(run(new MessageCommand.Expire(4_000, 2))).as("there is more").isEqualTo(2);
    assertThat(run(new MessageCommand.Expire(4_000, 2))).isEqualTo(1);
    var reader = new StoreReader(columns, new RecentKeys());
    assertThat(reader.counts(there).count()).isZero();
    assertThat(reader.expires(0, 4_000)).isFalse();
  }
}
