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
package io.mqueduct.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.LogLines;
import io.mqueduct.testkit.StartedBroker;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A broker that is stopped while its API still reads its document. */
class EarlyStopIT {
  @Test
  void isNoErrorInTheLog() {
    try (LogLines log = LogLines.of("io")) {
      for (int i = 0; i < 5; i++) {
        StartedBroker.with(Map.of()).close();
      }

      assertThat(log.all()).noneMatch(line -> line.startsWith("ERROR"));
    }
  }
}
