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

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What the store's writer does for a durable message from append to settled, without RocksDB: 256
 * messages in one round, then all of them acknowledged in another.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StoreAppendBenchmark {
  private static final int ROUND = 256;

  /** Bytes. */
  @Param({"64", "1024"})
  public int payload;

  private final Columns columns = new MemoryColumns();
  private StateMachine machine;
  private MessageCommand.Append append;
  private long number;

  /** Opens a session that is away. */
  @Setup
  public void open() {
    Store.prepare(columns, "node");
    machine = new StateMachine(columns, DropListener.NONE, new RecentKeys());
    number = machine.apply(new SessionCommand.OpenSession("c", false, 1, 3600, 5, null));
    machine.write(false);
    Message message =
        new Message(
            TopicName.of("plant/7/line/3"),
            new byte[payload],
            Message.NO_BYTES,
            1,
            false,
            1,
            Message.NEVER,
            "sensor-42",
            null);
    append = new MessageCommand.Append(message, List.of(new Target(number, 0, 1, false)));
  }

  /** Appended, written, settled. */
  @Benchmark
  @OperationsPerInvocation(ROUND)
  public long appendAndSettle() {
    long[] sequences = new long[ROUND];
    for (int i = 0; i < ROUND; i++) {
      machine.apply(append);
      sequences[i] = machine.applied();
    }
    machine.write(false);
    machine.apply(new Settle(number, 0, sequences, new int[ROUND]));
    machine.write(false);
    return machine.applied();
  }
}
