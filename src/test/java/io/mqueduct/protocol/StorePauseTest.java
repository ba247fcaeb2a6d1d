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
package io.mqueduct.protocol;

import static io.mqueduct.protocol.EmbeddedClient.body;
import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.Message;
import io.mqueduct.routing.Interceptor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StorePauseTest {
  private final List<Interceptor.Listener> asking = new ArrayList<>();

  /** Takes its time to grant a place. */
  private final class Slow implements Interceptor {
    @Override
    public boolean mayRefuse() {
      return true;
    }

    @Override
    public boolean isBusy() {
      return false;
    }

    @Override
    public Passage pass(Message message, @Nullable String peerHost, Listener listener) {
      return new Passage() {
        @Override
        public @Nullable String objection() {
          return null;
        }

        @Override
        public void reserve() {
          asking.add(listener);
        }

        @Override
        public void store() {}

        @Override
        public void giveUp() {}
      };
    }
  }

  private static void later(EmbeddedClient client) {
    for (int i = 0; i < 5; i++) {
      client.socket.advanceTimeBy(20, TimeUnit.MILLISECONDS);
      client.socket.runPendingTasks();
    }
  }

  @Test
  void aClientWhoseQos0MessagesWaitForAnEarlierOneIsNotReadFromUntilTheyGoOn() {
    EmbeddedClient client = new EmbeddedClient(4, null);
    client.router.intercept("t", new Slow());
    client.send(0x32, body().text("t").raw(0, 1));
    int sent = 0;
    while (!client.connection.channel().isHeld() && sent < 5000) {
      client.send(0x30, body().text("t"));
      sent++;
    }

    assertThat(sent).isEqualTo(1000);
    later(client);
    assertThat(client.connection.channel().isHeld()).isTrue();

    asking.get(0).reserved(true);
    later(client);
    assertThat(client.connection.channel().isHeld()).isFalse();
  }
}
