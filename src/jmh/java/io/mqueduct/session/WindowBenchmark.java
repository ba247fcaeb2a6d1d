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

/** A QoS 1 delivery that is sent and acknowledged while others are in flight. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WindowBenchmark {
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

  /** Deliveries in flight; the time of one must not depend on it. */
  @Param({"1", "32", "512", "10000"})
  public int inflight;

  private final Window window = new Window();

  /** Fills the window. */
  @Setup
  public void fill() {
    window.resume(inflight + 1);
    for (int i = 0; i < inflight; i++) {
      window.open(delivery(), 1);
    }
  }

  private static Delivery delivery() {
    return new Delivery(MESSAGE, new int[0], 1, false, null);
  }

  /** The oldest is acknowledged, a new one takes its place. */
  @Benchmark
  public Delivery acknowledgeAndSend() {
    Delivery oldest = window.find(window.first().id);
    window.close(oldest);
    window.open(delivery(), 1);
    return oldest;
  }
}
