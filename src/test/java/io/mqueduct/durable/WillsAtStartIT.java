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

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.bus.Address;
import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Message;
import io.mqueduct.store.Command;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.DropListener;
import io.mqueduct.store.Sample;
import io.mqueduct.store.SessionCommand;
import io.mqueduct.store.ShardLog;
import io.mqueduct.store.StoreSettings;
import io.mqueduct.store.StoredSubscription;
import io.mqueduct.store.rocksdb.RocksStore;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Wills whose time came while the broker was down. */
@Timeout(120)
class WillsAtStartIT {
  private static final int SHARDS = 2;

  /** So many sessions that one shard is not through with them when the other one has its will. */
  private static final int MANY = 60_000;

  @TempDir Path directory;

  private static CompletableFuture<Long> add(ShardLog log, Command command) {
    var done = new CompletableFuture<Long>();
    var callback =
        new CommitCallback() {
          @Override
          public void committed(long sequence, long result) {
            done.complete(result);
          }

          @Override
          public void failed(BrokerException why) {
            done.completeExceptionally(why);
          }
        };
    while (!log.append(command, callback)) {
      Thread.onSpinWait();
    }
    return done;
  }

  private static String nameIn(int shard, String base) {
    for (int i = 0; ; i++) {
      if (Address.shardOf(base + i, SHARDS) == shard) {
        return base + i;
      }
    }
  }

  /** Sessions that are away, in this order. */
  private static void subscribers(ShardLog log, List<String> clientIds, List<String> filters) {
    long now = System.currentTimeMillis();
    List<CompletableFuture<Long>> numbers = new ArrayList<>();
    for (String each : clientIds) {
      numbers.add(
          add(
              log,
              new SessionCommand.OpenSession(
                  each, true, now, SessionCommand.NEVER_EXPIRES, 5, null)));
    }
    for (int i = 0; i < numbers.size(); i++) {
      long number = numbers.get(i).orTimeout(60, TimeUnit.SECONDS).join();
      add(
          log,
          new SessionCommand.PutSubscription(
              number, 0, new StoredSubscription(filters.get(i), 1, false, false, 0, 0)));
      add(log, new SessionCommand.DetachSession(number, 0, now, SessionCommand.NEVER_EXPIRES));
    }
  }

  @Test
  void reachTheSessionsThatAreRestoredLast() {
    String dead = nameIn(0, "dead");
    String heir = nameIn(1, "heir");
    try (RocksStore rocks =
        RocksStore.open(directory.resolve("store"), StoreSettings.DEFAULT, DropListener.NONE)) {
      ShardLog log = rocks.store().log();
      long then = System.currentTimeMillis() - 10_000;
      long number =
          add(log, new SessionCommand.OpenSession(dead, true, then, 2, 5, null))
              .orTimeout(60, TimeUnit.SECONDS)
              .join();
      Message will = Sample.message("wills/" + dead, "gone");
      add(log, new SessionCommand.PutWill(number, 0, 100, will));
      add(log, new SessionCommand.DetachSession(number, 0, then, 2)).join();
      List<String> others = new ArrayList<>();
      List<String> filters = new ArrayList<>();
      for (int i = 0; others.size() < MANY; i++) {
        if (Address.shardOf("other" + i, SHARDS) == 1) {
          others.add("other" + i);
          filters.add("others/" + i + "/+/x");
        }
      }
      others.add(heir);
      filters.add("wills/#");
      subscribers(log, others, filters);
      add(log, new SessionCommand.OpenSession("fence", true, then, 0, 5, null))
          .orTimeout(60, TimeUnit.SECONDS)
          .join();
    }

    try (RunningBroker broker =
        RunningBroker.start(
            Map.of("node.data_dir", directory.toString(), "node.event_loops", "" + SHARDS))) {
      WirePeer again = broker.connect(heir).durable();

      assertThat(again.connack().sessionPresent()).isTrue();
      assertThat(again.take().text()).isEqualTo("gone");
    }
  }
}
