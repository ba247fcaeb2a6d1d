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
package io.mqueduct.bus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AlarmTest {
  private static final long START = 1_000_000_000;

  private final List<Long> rung = new ArrayList<>();
  private final TreeMap<Long, Runnable> timers = new TreeMap<>();
  private final Alarm alarm = new Alarm(200, this::after, this::ring);
  private long uptime;
  private long wall = START;

  private Alarm.Call after(long millis, Runnable task) {
    assertThat(millis).isPositive();
    long at = uptime + millis;
    assertThat(timers.put(at, task)).as("one timer at a time").isNull();
    return () -> timers.remove(at);
  }

  private void ring() {
    rung.add(wall - START);
  }

  private void pass(long millis) {
    long until = uptime + millis;
    while (!timers.isEmpty() && timers.firstKey() <= until) {
      var first = timers.pollFirstEntry();
      wall += first.getKey() - uptime;
      uptime = first.getKey();
      first.getValue().run();
    }
    wall += until - uptime;
    uptime = until;
  }

  private void set(long at) {
    alarm.set(START + at, wall);
    assertThat(timers).hasSizeLessThan(2);
  }

  @Test
  void sleepsWhileNothingWaits() {
    pass(10_000);
    assertThat(rung).isEmpty();

    set(10_100);
    pass(100_000);
    assertThat(rung).containsExactly(10_200L);
  }

  @Test
  void ringsOnceForWhatIsDueAtNearlyTheSameTime() {
    set(510);
    set(600);
    set(401);
    pass(2_000);

    assertThat(rung).containsExactly(600L);
  }

  @Test
  void ringsEarlierIfSomethingEarlierComes() {
    set(900);
    pass(50);
    set(100);
    pass(60_000);

    assertThat(rung).containsExactly(200L);
  }

  @Test
  void isNeverEarlyAndLateByNoMoreThanTheGrace() {
    for (int due = 1; due < 1_000; due++) {
      rung.clear();
      wall = START;
      set(due);
      pass(2_000);

      assertThat(rung).hasSize(1);
      assertThat(rung.get(0)).isBetween((long) due, due + 199L);
    }
  }

  @Test
  void whatIsDueAlreadyComesWithTheNextRing() {
    pass(150);
    set(20);
    pass(1_000);

    assertThat(rung).containsExactly(200L);
  }

  @Test
  void looksOnceASecondWhetherTheWallClockWasSet() {
    set(3_600_000);
    pass(10);
    wall += 7_200_000;
    pass(1_000);
    assertThat(rung).hasSize(1);

    set(3_600_000);
    wall -= 7_200_000;
    set(wall - START + 100);
    pass(1_000);
    assertThat(rung).hasSize(2);
  }
}
