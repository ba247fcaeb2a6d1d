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
import io.mqueduct.store.Store;
import io.mqueduct.store.StoreHealth;
import io.mqueduct.store.StoreReader;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Has the store remove what has expired, portion by portion, as fast as it takes them, so that
 * other commands get their turn in between. While nothing expires and nothing else is stored the
 * disk is left alone. Any thread.
 */
final class Expiration implements CommitCallback {
  private static final int PORTION = 1000;

  private final ShardLog log;
  private final StoreHealth health;
  private final StoreReader reader;
  private final AtomicBoolean running = new AtomicBoolean();

  // Owned by who has set "running".
  private long untilMillis;
  private long commands;
  private long commandsThen = -1;

  Expiration(Store store) {
    log = store.log();
    health = store.health();
    reader = store.reader();
  }

  /** Begins, unless it is at it; blocks while it looks whether there is anything to do. */
  void begin(long nowMillis) {
    if (running.compareAndSet(false, true)) {
      commands = health.commands();
      if (commands != commandsThen || expires(nowMillis)) {
        next(nowMillis);
      } else {
        running.set(false);
      }
    }
  }

  /** Whether anything has expired since the last time, if nothing was stored since. */
  private boolean expires(long nowMillis) {
    try {
      boolean any = reader.expires(untilMillis + 1, nowMillis);
      untilMillis = any ? untilMillis : nowMillis;
      return any;
    } catch (BrokerException e) {
      return true; // the store says what is wrong with it
    }
  }

  private void next(long nowMillis) {
    untilMillis = nowMillis;
    commands++;
    if (!log.append(new MessageCommand.Expire(nowMillis, PORTION), this)) {
      notDone();
    }
  }

  @Override
  public void committed(long sequence, long result) {
    if (result < PORTION) {
      commandsThen = commands;
      running.set(false);
    } else {
      next(System.currentTimeMillis());
    }
  }

  @Override
  public void failed(BrokerException why) {
    notDone();
  }

  /** What was due is still there, and looked for again. */
  private void notDone() {
    commandsThen = -1;
    running.set(false);
  }
}
