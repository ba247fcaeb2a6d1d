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
package io.mqueduct.durable;

import io.mqueduct.message.BrokerException;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.MessageCommand;
import io.mqueduct.store.ShardLog;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Has the store remove what has expired, portion by portion, as fast as it takes them, so that
 * other commands get their turn in between. Any thread.
 */
final class Expiration implements CommitCallback {
  private static final int PORTION = 1000;

  private final ShardLog log;
  private final AtomicBoolean running = new AtomicBoolean();

  Expiration(ShardLog log) {
    this.log = log;
  }

  /** Begins, unless it is at it. */
  void begin() {
    if (running.compareAndSet(false, true)) {
      next();
    }
  }

  private void next() {
    var command = new MessageCommand.Expire(System.currentTimeMillis(), PORTION);
    if (!log.append(command, this)) {
      running.set(false);
    }
  }

  @Override
  public void committed(long sequence, long result) {
    if (result < PORTION) {
      running.set(false);
    } else {
      next();
    }
  }

  @Override
  public void failed(BrokerException why) {
    running.set(false);
  }
}
