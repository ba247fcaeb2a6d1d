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
package io.mqueduct.queue.expression;

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The key of a message for a keyed or last-value queue. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class KeyExpressionBenchmark {
  /** From the publisher, from a level of the topic, from JSON. */
  @Param({"message.from", "nth(2, topic_split(message.topic))", "message.payload.id"})
  public String expression;

  private final Message message =
      new Message(
          TopicName.of("plant/7/line/3"),
          "{\"t\":21.5,\"id\":\"machine-17\",\"ok\":true}".getBytes(StandardCharsets.UTF_8),
          Message.NO_BYTES,
          1,
          false,
          1,
          Message.NEVER,
          "sensor-42",
          null);
  private KeyExpression parsed;

  /** Parses the expression. */
  @Setup
  public void parse() throws SyntaxException {
    parsed = KeyExpression.parse(expression);
    if (!(parsed.keyOf(message, null) instanceof KeyOutcome.Key)) {
      throw new IllegalStateException(expression + ": " + parsed.keyOf(message, null));
    }
  }

  /** Evaluates it. */
  @Benchmark
  public KeyOutcome key() {
    return parsed.keyOf(message, null);
  }
}
