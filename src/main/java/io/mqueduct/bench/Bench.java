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

/** Runs a plan against a broker. */
public final class Bench {
  private Bench() {}

  /**
   * Runs it on the calling thread, which waits. All connections and threads are gone afterwards.
   *
   * @throws BenchFailure with the reason, if the broker refused something or the time was over
   */
  public static Report run(Plan plan, Target target, Progress progress) {
    try (Stage stage = new Stage(plan, target, progress)) {
      return switch (plan.scenario()) {
        case CONNECT -> new ConnectRun(stage).run();
        case OFFLINE -> new OfflineRun(stage).run();
        case RETAINED -> new RetainedRun(stage).run();
        default -> new SteadyRun(stage).run();
      };
    }
  }
}
