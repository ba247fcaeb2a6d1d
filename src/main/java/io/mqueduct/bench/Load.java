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
 * How much is sent by whom.
 *
 * @param publishers clients that publish, 1 to 65,535
 * @param subscribers clients that subscribe; with pairs as many as publishers
 * @param qos of publishing and subscribing
 * @param payloadBytes size of a payload, at least {@link Stamp#BYTES}
 * @param ratePerSecond messages a second of each publisher; 0: as many as the limits below allow
 * @param credit how many messages of a publisher may not yet be delivered to all that should get
 *     them, so that no broker has to drop; 0: chosen by the scenario
 * @param window how many QoS 1 and 2 messages of a publisher may be unacknowledged
 * @param batch a saturated publisher waits until it may send as many, so that the size of what the
 *     broker reads does not depend on how fast the broker is
 * @param count messages in all, for the scenarios that end with a number
 */
public record Load(
    int publishers,
    int subscribers,
    int qos,
    int payloadBytes,
    double ratePerSecond,
    int credit,
    int window,
    int batch,
    long count) {

  private static final int CREDIT = 128;
  private static final int SHARED_CREDIT = 2000;

  /** The same with the credit that fits the scenario, if none was given. */
  Load withCreditFor(Scenario scenario) {
    if (credit > 0 || !scenario.isSteady()) {
      return this;
    }
    // Where all publishers fill the same queues, the sum counts.
    boolean together = scenario == Scenario.FANIN || scenario.sharesMessages();
    int chosen = together ? Math.max(2, Math.min(256, SHARED_CREDIT / publishers)) : CREDIT;
    return new Load(
        publishers, subscribers, qos, payloadBytes, ratePerSecond, chosen, window, batch, count);
  }

  /** Messages of one publisher in a scenario that ends with a number. */
  int countOfEach() {
    return (int) Math.max(1, count / publishers);
  }
}
