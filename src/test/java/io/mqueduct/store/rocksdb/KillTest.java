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
package io.mqueduct.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.BrokerException;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.DropListener;
import io.mqueduct.store.Progress;
import io.mqueduct.store.Sample;
import io.mqueduct.store.StoreSettings;
import io.mqueduct.store.Waiting;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that stores as fast as it can and tells what is committed, killed with SIGKILL. */
class KillTest {
  @TempDir Path temp;

  @Test
  void whatWasAcknowledgedBeforeTheKillIsThere() throws Exception {
    var directory = temp.resolve("data");
    for (int round = 0; round < 3; round++) {
      long acknowledged = storeUntilKilled(directory, 2_000 * (round + 1));
      assertThat(RocksStore.check(directory, Progress.NONE).findings()).isEmpty();
      try (var store =
          RocksStore.open(directory, StoreSettings.DEFAULT, DropListener.NONE, "node")) {
        var reader = store.store().reader();
        assertThat(reader.applied()).isGreaterThanOrEqualTo(acknowledged);
        long number = reader.session("c").number();
        var counts = reader.counts(number);
        assertThat(counts.count()).isPositive();
        long newest = reader.readMessages(number, 0, acknowledged, 1, 1).get(0).sequence();
        assertThat(newest).isEqualTo(acknowledged);
      }
    }
  }

  private static long storeUntilKilled(Path directory, int lines) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx200m");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Victim.class.getName());
    command.add(directory.toString());
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (var out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
      long last = 0;
      for (int i = 0; i < lines; i++) {
        String line = out.readLine();
        assertThat(line).isNotNull();
        last = Long.parseLong(line);
      }
      process.destroyForcibly();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      return last;
    } finally {
      process.destroyForcibly();
    }
  }

  /** The process that is killed. */
  static final class Victim {
    private Victim() {}

    public static void main(String[] args) {
      var store =
          RocksStore.open(Path.of(args[0]), StoreSettings.DEFAULT, DropListener.NONE, "node");
      var log = store.store().log();
      long number = new Waiting(log).run(Sample.open("c"));
      long other = new Waiting(log).run(Sample.open("d"));
      var message = Sample.message("a", "x".repeat(100));
      var told =
          new CommitCallback() {
            @Override
            public void committed(long sequence, long result) {
              System.out.println(sequence);
              if (sequence % 3 != 0) {
                log.append(Sample.settle(other, sequence), CommitCallback.NONE);
              }
            }

            @Override
            public void failed(BrokerException why) {
              System.exit(1);
            }
          };
      while (true) {
        if (!log.append(Sample.append(message, number, other), told)) {
          Thread.onSpinWait();
        }
      }
    }
  }
}
