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
package io.mqueduct.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.StartedBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ClientConnectionIT {
  private static StartedBroker broker;

  @BeforeAll
  static void start() {
    broker = StartedBroker.with(Map.of());
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Command(name = "sub")
  private static final class Words {
    @Mixin private ConnectionOptions connection = new ConnectionOptions();
  }

  private static ClientConnection open() {
    Words words = new Words();
    new CommandLine(words).parseArgs("-h", "127.0.0.1", "-p", Integer.toString(broker.port("tcp")));
    return ClientConnection.prepare(words.connection).open(words.connection);
  }

  /** As the command's thread and that of its goodbye do when the process is interrupted. */
  @RepeatedTest(20)
  void canBeClosedByTwoThreadsAtATime() throws Exception {
    ClientConnection connection = open();
    CyclicBarrier together = new CyclicBarrier(2);
    List<CompletableFuture<Void>> closing = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      closing.add(
          CompletableFuture.runAsync(
              () -> {
                try {
                  together.await();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
                connection.close();
              }));
    }
    for (CompletableFuture<Void> each : closing) {
      each.get(10, TimeUnit.SECONDS);
    }
    connection.close();
  }

  @Test
  void isNotLostWhenItIsClosed() {
    List<String> lost = new CopyOnWriteArrayList<>();
    ClientConnection connection = open();
    connection.whenLost(failure -> lost.add(String.valueOf(failure.getMessage())));

    connection.close();

    assertThat(lost).isEmpty();
  }
}
