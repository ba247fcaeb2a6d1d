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
package io.mqueduct.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.LogLines;
import io.mqueduct.testkit.Packet;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.WirePeer;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The section limits and the limits of listeners, over real sockets. */
class LimitsIT {
  @TempDir Path directory;
  private @Nullable FollowingBroker broker;

  @AfterEach
  void stop() {
    if (broker != null) {
      broker.close();
    }
  }

  @Test
  void oneConnectionMoreThanAllowedInAllIsToldSo() {
    FollowingBroker running = start("limits: {max_connections: 2}");
    WirePeer first = running.connect("a").open();
    running.connectWs("b").open();

    Packet.Connack refusal = running.connect("c").connack();
    assertThat(refusal.code()).isEqualTo(0x97);
    assertThat(refusal.properties().text(PropertyId.REASON_STRING))
        .isEqualTo("as many connections as limits.max_connections allows");
    running.connect("d").v311().refused(3);

    first.disconnect();
    Awaitility.await().until(() -> isLetIn(running, "e"));
  }

  @Test
  void oneConnectionMoreThanAListenerAllowsIsToldSoAndTheLimitFollowsTheConfiguration() {
    FollowingBroker running = start("listeners: {tcp: {default: {max_connections: 1}}}");
    running.connect("a").open();
    running.connect("b").refused(0x97);
    running.connectWs("c").open();

    running.reconfigure("listeners: {tcp: {default: {max_connections: 2}}}");

    Awaitility.await().until(() -> isLetIn(running, "d"));
  }

  @Test
  void moreConnectionsASecondThanAllowedAreRefused() {
    FollowingBroker running = start("limits: {max_conn_rate: 2/h}");
    running.connect("a").open();

    running.connect("b").refused(0x9F);
    running.connect("c").v311().refused(3);
  }

  @Test
  void aListenersConnectionRateIsItsOwn() {
    FollowingBroker running = start("listeners: {tcp: {default: {max_conn_rate: 1/h}}}");
    running.connect("a").open();

    running.connect("b").refused(0x9F);
    running.connectWs("c").open();
  }

  @Test
  void asManySessionsAsAllowedAreKeptAndThoseThatExistComeBack() {
    FollowingBroker running = start("limits: {max_sessions: 2}");
    running.connect("a").durable().open().disconnect();
    running.connect("b").open();

    running.connect("c").refused(0x97);

    assertThat(running.connect("a").durable().connack().sessionPresent()).isTrue();
  }

  @Test
  void whoPublishesTooFastIsReadFromAtItsRateAndLosesNothing() {
    FollowingBroker running = start("limits: {messages_rate: 50/s, messages_burst: 10}");
    WirePeer subscriber = running.connect("s");
    subscriber.subscribe("t", 0);
    WirePeer publisher = running.connect("p").open();

    long before = System.nanoTime();
    for (int i = 0; i < 40; i++) {
      publisher.send(Publish.to("t").payload("m" + i));
    }

    assertThat(subscriber.readPublishes(40).texts()).startsWith("m0").endsWith("m39");
    assertThat(millisSince(before)).isBetween(500L, 15_000L);
    publisher.ping();
  }

  @Test
  void whoSendsTooManyBytesIsReadFromAtItsRate() {
    FollowingBroker running =
        start("listeners: {tcp: {default: {bytes_rate: 20KB/s}}}\nlimits: {bytes_burst: 10KB}");
    WirePeer publisher = running.connect("p").open();

    long before = System.nanoTime();
    publisher.publish(Publish.to("t").qos(1, 0).payload(new byte[30_000]));
    publisher.ping();

    assertThat(millisSince(before)).isBetween(700L, 15_000L);
  }

  @Test
  void theKeepAliveOfAClientThatIsNotReadFromDoesNotRunOut() {
    FollowingBroker running = start("limits: {messages_rate: 2/s, messages_burst: 1}");
    WirePeer publisher = running.connect("p").keepAlive(1).open();

    for (int i = 0; i < 8; i++) {
      publisher.send(Publish.to("t"));
    }

    publisher.ping();
  }

  @Test
  void aClientThatWaitsForItsRateGoesOnWhenTheRateIsLifted() {
    FollowingBroker running = start("limits: {messages_rate: 1/h}");
    WirePeer publisher = running.connect("p").open();
    publisher.send(Publish.to("t")).send(Publish.to("t")).send("c000");
    publisher.silentFor(Duration.ofMillis(200));

    running.reconfigure("limits: {messages_rate: infinity}");

    publisher.expect(Packet.Pingresp.class);
  }

  @Test
  void aClientIdThatConnectsTooOftenIsBannedForAWhile() {
    FollowingBroker running =
        start("limits: {flapping: {enable: true, max_count: 3, window: 1m, ban_time: 4s}}");
    for (int i = 0; i < 3; i++) {
      running.connect("a").open();
    }

    running.connect("a").refused(0x8A);
    running.connect("a").v311().refused(5);
    running.connect("b").open();

    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(200))
        .until(() -> isLetIn(running, "a"));
  }

  @Test
  void whileMemoryIsShortNobodyNewIsLetInAndPublishersAreSlowedDown() {
    FollowingBroker running = start("{}");
    WirePeer publisher = running.connect("p").open();
    WirePeer subscriber = running.connect("s");
    subscriber.subscribe("t", 0);

    try (LogLines log = LogLines.of("io.mqueduct.protocol")) {
      running.reconfigure("limits: {memory_guard: {high: 0, critical: 1}}");
      Awaitility.await()
          .untilAsserted(
              () ->
                  assertThat(log.all())
                      .anyMatch(
                          l ->
                              l.startsWith("WARN memory (heap and direct) is short: ")
                                  && l.contains("% of the direct memory")));
    }
    Awaitility.await().until(() -> !isLetIn(running, "new"));
    running.connect("c").refused(0x97);
    long before = System.nanoTime();
    for (int i = 0; i < 10; i++) {
      publisher.send(Publish.to("t"));
    }
    subscriber.readPublishes(10);
    assertThat(millisSince(before)).isBetween(400L, 15_000L);

    running.reconfigure("{}");
    Awaitility.await().until(() -> isLetIn(running, "d"));
  }

  @Test
  void whenMemoryIsNearlyUsedUpPublishesAreRefused() {
    FollowingBroker running = start("{}");
    WirePeer publisher = running.connect("p").open();
    WirePeer older = running.connect("o").v311().open();
    WirePeer subscriber = running.connect("s");
    subscriber.subscribe("t", 2);

    running.reconfigure("limits: {memory_guard: {high: 0, critical: 0}}");
    Awaitility.await().until(() -> publisher.publishForCode(Publish.to("other").qos(1, 0)) == 0x97);

    assertThat(publisher.publishForCode(Publish.to("t").qos(2, 0))).isEqualTo(0x97);
    publisher.publish("t", 0, "").ping();
    older.send(Publish.to("t").qos(1, 1)).expectHangup();
    subscriber.expectNothing();
  }

  @Test
  void retainedMessagesComeAtTheirRateAndAllOfThem() {
    FollowingBroker running = start("retainer: {delivery_rate: 4/s}");
    for (int i = 0; i < 10; i++) {
      running.connect("p" + i).publish(Publish.to("r/" + i).qos(1, 0).retained().payload("x"));
    }
    WirePeer subscriber = running.connect("s");

    long before = System.nanoTime();
    subscriber.subscribe("r/#", 1);

    assertThat(subscriber.take(10).texts()).hasSize(10);
    assertThat(millisSince(before)).isBetween(1000L, 20_000L);
    subscriber.expectNothing();
  }

  @Test
  void withoutRetainerRetainedMessagesAreRefused() {
    WirePeer peer = start("retainer: {enable: false}").connect("a");

    assertThat(peer.connack().properties().number(PropertyId.RETAIN_AVAILABLE)).hasValue(0);
    peer.send(Publish.to("t").retained()).expectDisconnect(0x9A);
  }

  private static boolean isLetIn(FollowingBroker running, String clientId) {
    try (WirePeer peer = running.connect(clientId)) {
      return peer.connack().code() == 0;
    }
  }

  private static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  private FollowingBroker start(String yaml) {
    FollowingBroker started = FollowingBroker.start(directory, yaml + "\n");
    broker = started;
    return started;
  }
}
