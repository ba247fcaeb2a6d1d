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

/**
 * Over how many topics the messages of a publisher to named queues go, one after the other. Not
 * both are above 0.
 *
 * @param keys topics of each publisher that are the keys of a last-value queue: a newer message may
 *     take the place of an older one of its topic; 0: no such topics
 * @param queues queues that each publisher's messages go to in turn, each with a consumer on every
 *     subscriber; 0: one queue
 */
public record Spread(int keys, int queues) {
  /** One topic, one queue. */
  public static final Spread NONE = new Spread(0, 0);

  /** Topics of each publisher, which end in a number; 0: one without. */
  int topics() {
    return Math.max(keys, queues);
  }
}
