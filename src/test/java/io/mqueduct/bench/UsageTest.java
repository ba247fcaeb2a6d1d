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
package io.mqueduct.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class UsageTest {
  @Test
  void readsTimeAndMemoryAlsoOfAProgramWithAnOddName() {
    String stat = "42 (a ) b) S 1 2 3 4 5 6 7 8 9 10 1100 150 0 0 20 0";
    String status = "Name:\tx\nVmHWM:\t  2048 kB\nVmRSS:\t  1024 kB\n";

    assertThat(Usage.parse(stat, status)).isEqualTo(new Usage(12.5, 1024, 2048));
  }

  @Test
  void costIsTheDifferenceOverTheCount() {
    assertThat(new Usage(3, 0, 0).microsPer(new Usage(1, 0, 0), 1_000_000)).isEqualTo(2);
    assertThat(new Usage(3, 0, 0).microsPer(new Usage(1, 0, 0), 0)).isZero();
  }

  @Test
  void readsThisProcess() {
    Usage own = Usage.of(List.of(ProcessHandle.current().pid()));
    assertThat(own.cpuSeconds()).isPositive();
    assertThat(own.residentKb()).isPositive();
  }

  @Test
  void aProcessThatIsNotThereIsOneLine() {
    assertThatThrownBy(() -> Usage.of(List.of(Long.MAX_VALUE)))
        .isInstanceOf(BenchFailure.class)
        .hasMessage("no process 9223372036854775807 can be read in /proc");
  }
}
