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

import java.util.List;

/**
 * All that is asked of a run.
 *
 * @param spread over keys or queues, of {@link Scenario#QUEUE}
 * @param connections of {@link Scenario#CONNECT}
 * @param subscribing whether those connections subscribe, each to a topic of its own
 * @param connectsAtATime how many connections may be under way at a time
 * @param threads event loops of the generator
 * @param keep whether retained messages stay, or those of sessions that are away
 * @param pids processes of the broker, whose CPU and memory are read
 */
public record Plan(
    Scenario scenario,
    Load load,
    Times times,
    Naming naming,
    Spread spread,
    int connections,
    boolean subscribing,
    int connectsAtATime,
    int threads,
    boolean keep,
    List<Long> pids) {

  /** A plan with what the scenario decides filled in. */
  public Plan {
    load = load.withCreditFor(scenario);
    pids = List.copyOf(pids);
  }
}
