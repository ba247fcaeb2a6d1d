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

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Whether the store takes data, and how much it did. Written by the log's threads, read by any. */
public final class StoreHealth {
  private final AtomicReference<@Nullable String> refusal = new AtomicReference<>();
  private final LongAdder commands = new LongAdder();
  private final LongAdder rounds = new LongAdder();
  private final LongAdder syncs = new LongAdder();
  private final LongAdder compactions = new LongAdder();
  private final LongAdder refusals = new LongAdder();

  StoreHealth() {}

  /** Why new data is refused, in one line; null if it is not. */
  public @Nullable String whyRefusing() {
    return refusal.get();
  }

  /** Commands that were committed. */
  public long commands() {
    return commands.sum();
  }

  /** Rounds that they were committed in. */
  public long rounds() {
    return rounds.sum();
  }

  /** Times that the log was brought to the disk: after rounds, or every interval. */
  public long syncs() {
    return syncs.sum();
  }

  /** Times that space was given back to the disk. */
  public long compactions() {
    return compactions.sum();
  }

  /** Commands that failed. */
  public long refusals() {
    return refusals.sum();
  }

  void committed(int count) {
    commands.add(count);
    rounds.increment();
  }

  void synced() {
    syncs.increment();
  }

  void compacted() {
    compactions.increment();
  }

  void refused() {
    refusals.increment();
  }

  /** Returns whether this is news. */
  boolean refuse(String why) {
    return refusal.getAndSet(why) == null;
  }

  /** Returns whether this is news. */
  boolean accept() {
    return refusal.getAndSet(null) != null;
  }

  BrokerException refusal() {
    String why = refusal.get();
    return new BrokerException(Problem.STORE_FAILED, why == null ? "the store is closing" : why);
  }
}
