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
import static io.mqueduct.protocol.EmbeddedClient.packet;
import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.routing.Subscription;
import io.mqueduct.session.SessionJournal;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FilterWorkTest {
  private static final int MANY = 5 * FilterWork.AT_ONCE - 1;

  /** More than what the filters and their replays take. */
  private static final int PASSES = 2 * MANY / FilterWork.REPLAYS_AT_ONCE;

  private static final byte[] PINGREQ = {(byte) 0xC0, 0};
  private static final byte[] PINGRESP = {(byte) 0xD0, 0};

  private boolean storeTakes = true;
  private int seen;
  private int most;

  /** A store that takes what it is told at once, or nothing. */
  private SessionJournal journal() {
    return (SessionJournal)
        Proxy.newProxyInstance(
            SessionJournal.class.getClassLoader(),
            new Class<?>[] {SessionJournal.class},
            (proxy, method, arguments) -> {
              if (method.getName().endsWith("subscribed")) {
                ((SessionJournal.Outcome) arguments[1]).done(storeTakes);
              }
              return method.getReturnType() == long.class ? (Object) 1L : true;
            });
  }

  private static byte[] many(int firstByte, boolean withOptions) {
    EmbeddedClient.Body body = body().raw(0, 7, 0);
    for (int i = 0; i < MANY; i++) {
      body.text("f/" + i);
      if (withOptions) {
        body.raw(1);
      }
    }
    return packet(firstByte, body);
  }

  private static byte[] with(byte[] packet, byte[] behind) {
    byte[] both = Arrays.copyOf(packet, packet.length + behind.length);
    System.arraycopy(behind, 0, both, packet.length, behind.length);
    return both;
  }

  /** Looks in every pass of the loop how many filters are through since the last one. */
  private void watch(EmbeddedClient client) {
    client.loop.nextPass(
        () -> {
          int size = client.session.subscriptions().size();
          most = Math.max(most, Math.abs(size - seen));
          seen = size;
          watch(client);
        });
  }

  private byte[] answered(EmbeddedClient client, byte[] bytes) {
    most = 0;
    watch(client);
    client.send(bytes);
    byte[] answer = client.received();
    for (int i = 0; i < PASSES; i++) {
      client.socket.runPendingTasks();
      answer = with(answer, client.received());
    }
    return answer;
  }

  @Test
  void packetsFullOfFiltersLeaveTheLoopToOthersAndAreAnsweredBeforeWhatComesBehind() {
    for (SessionJournal journal : new SessionJournal[] {null, journal()}) {
      EmbeddedClient client = new EmbeddedClient(5, journal);

      byte[] subscribed = answered(client, with(many(0x82, true), PINGREQ));
      assertThat(client.session.subscriptions().size()).isEqualTo(MANY);
      assertThat(most).isLessThanOrEqualTo(FilterWork.AT_ONCE);
      assertThat(subscribed).startsWith(0x90).hasSize(1 + 2 + 3 + MANY + 2).endsWith(PINGRESP);

      byte[] unsubscribed = answered(client, with(many(0xA2, false), PINGREQ));
      assertThat(client.session.subscriptions().size()).isZero();
      assertThat(most).isLessThanOrEqualTo(FilterWork.AT_ONCE);
      assertThat(unsubscribed).startsWith(0xB0).hasSize(1 + 2 + 3 + MANY + 2).endsWith(PINGRESP);
    }
  }

  @Test
  void aConnectionThatEndsMeanwhileLeavesNoFilterToBeDone() {
    EmbeddedClient client = new EmbeddedClient(5, journal());
    client.loop.nextPass(() -> client.connection.close("as the test wants it", false));

    client.send(many(0x82, true));
    for (int i = 0; i < 10; i++) {
      client.socket.runPendingTasks();
    }

    assertThat(client.session.subscriptions().size()).isEqualTo(FilterWork.AT_ONCE);
    assertThat(client.received()).isEmpty();
  }

  private static byte[] subscribe(String filter, int qos) {
    return packet(0x82, body().raw(0, 7, 0).text(filter).raw(qos));
  }

  @Test
  void aSubscriptionThatTheStoreDoesNotRemoveStaysAndTheClientIsTold() {
    EmbeddedClient client = new EmbeddedClient(5, journal());
    answered(client, subscribe("a/b", 1));
    storeTakes = false;

    byte[] unsubAck =
        answered(client, packet(0xA2, body().raw(0, 8, 0).text("a/b").text("unknown")));

    assertThat(unsubAck).startsWith(0xB0).endsWith(0x83, 0x11);
    assertThat(client.session.subscriptions().get("a/b", null)).isNotNull();
    assertThat(client.router.subscriptions()).isEqualTo(1);
  }

  @Test
  void anOlderClientWhoseSubscriptionStaysIsCutOff() {
    EmbeddedClient client = new EmbeddedClient(4, journal());
    answered(client, packet(0x82, body().raw(0, 7).text("a/b").raw(1)));
    storeTakes = false;

    client.send(packet(0xA2, body().raw(0, 8).text("a/b")));
    client.socket.runPendingTasks();

    assertThat(client.received()).isEmpty();
    assertThat(client.socket.isActive()).isFalse();
    assertThat(client.session.subscriptions().get("a/b", null)).isNotNull();
    assertThat(client.router.subscriptions()).isEqualTo(1);
  }

  @Test
  void aSubscriptionThatTheStoreDoesNotTakeLeavesTheOneThatItHas() {
    EmbeddedClient client = new EmbeddedClient(5, journal());
    answered(client, subscribe("a/b", 1));
    storeTakes = false;

    byte[] subAck = answered(client, subscribe("a/b", 0));

    assertThat(subAck).startsWith(0x90).endsWith(0x83);
    Subscription kept = client.session.subscriptions().get("a/b", null);
    assertThat(kept).isNotNull();
    assertThat(kept.qos()).isEqualTo(1);
    assertThat(client.router.subscriptions()).isEqualTo(1);
    assertThat(answered(client, subscribe("c", 0))).endsWith(0x83);
    assertThat(client.router.subscriptions()).isEqualTo(1);
  }
}
