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
package io.mqueduct.session;

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A message that waits in the mqueue behind others, and the next that leaves it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MessageQueueBenchmark {
  private static final Message MESSAGE =
      new Message(
          TopicName.of("t"),
          new byte[64],
          Message.NO_BYTES,
          1,
          false,
          1,
          Message.NEVER,
          "",
          null);

  /** Messages that wait; the time of one must not depend on it. */
  @Param({"1", "1000", "100000"})
  public int waiting;

  private final MessageQueue queue = new MessageQueue((delivery, reason) -> {});
  private final SessionSettings settings =
      SessionSettings.DEFAULTS.toBuilder().maxMqueueLen(1_000_000).build();

  /** Fills the mqueue. */
  @Setup
  public void fill() {
    for (int i = 0; i < waiting; i++) {
      queue.add(new Delivery(MESSAGE, new int[0], 1, false, null), settings, 1);
    }
  }

  /** One in at the end, one out at the front. */
  @Benchmark
  public Delivery addAndPoll() {
    queue.add(new Delivery(MESSAGE, new int[0], 1, false, null), settings, 1);
    return queue.poll(settings.shiftMultiplier(), 1);
  }
}
