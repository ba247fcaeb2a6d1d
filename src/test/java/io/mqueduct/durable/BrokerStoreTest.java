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
import static org.awaitility.Awaitility.await;

import io.mqueduct.config.DurabilitySettings;
import io.mqueduct.config.SettingsLoader;
import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import io.mqueduct.routing.RetainedStore;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.SharedRules;
import io.mqueduct.routing.SharedStrategy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerStoreTest {
  private static final long NOW = 1_000_000;

  @TempDir Path directory;

  private static Router router(BrokerStore store) {
    var rules = new SharedRules.Values(SharedStrategy.RANDOM, 1000, true, false);
    var router =
        new Router(
            new RetainedStore(RetainedStore.Limits.NONE),
            new SharedRules(rules, InstantSource.system()));
    router.journal(store);
    return router;
  }

  private static Message retained(String topic, long expiresAtMillis) {
    return new Message(
        TopicName.of(topic),
        "x".getBytes(StandardCharsets.UTF_8),
        Message.NO_BYTES,
        1,
        true,
        NOW,
        expiresAtMillis,
        "p",
        null);
  }

  private List<String> topicsOnDisk() {
    List<String> topics = new ArrayList<>();
    try (BrokerStore store = open()) {
      store.store().reader().forEachRetained(message -> topics.add(message.topic().text()));
    }
    return topics;
  }

  private BrokerStore open() {
    return BrokerStore.open(directory, durability());
  }

  private static DurabilitySettings durability() {
    return new SettingsLoader(null, Map.of(), Map.of(), List.of()).load().settings().durability();
  }

  @Test
  void removesExpiredRetainedMessagesFromTheDiskWhileItRuns() {
    try (BrokerStore store = open()) {
      Router router = router(store);
      var routes = router.newCache();
      router.publish(retained("short", NOW + 1000), routes);
      router.publish(retained("again", NOW + 1000), routes);
      router.publish(retained("long", NOW + 9000), routes);
      router.publish(retained("again", NOW + 9000), routes);

      // What the store has not answered yet stays for a later look.
      await()
          .untilAsserted(
              () -> {
                router.removeExpiredRetained(NOW + 2000, 100);
                assertThat(router.retained().count()).isEqualTo(2);
              });
    }

    assertThat(topicsOnDisk()).containsExactlyInAnyOrder("long", "again");
  }

  @Test
  void keepsTheRetainedMessageThatTheStoreHasIfItTakesNoOther() {
    BrokerStore store = open();
    Router router = router(store);
    var routes = router.newCache();
    Message first = retained("kept", NOW + 9000);
    router.publish(first, routes);
    store.close();

    assertThat(router.publish(retained("kept", NOW + 9000), routes))
        .isEqualTo(ReasonCode.SERVER_BUSY);
    assertThat(router.publish(retained("new", NOW + 9000), routes))
        .isEqualTo(ReasonCode.SERVER_BUSY);

    assertThat(router.retained().get("kept", NOW)).isSameAs(first);
    assertThat(router.retained().count()).isEqualTo(1);
  }

  @Test
  void keepsTheBrokersOwnFiguresInMemoryAlone() {
    try (BrokerStore store = open()) {
      Router router = router(store);
      var routes = router.newCache();
      router.publish(retained("$SYS/broker/uptime", Message.NEVER), routes);
      router.publish(retained("$other", Message.NEVER), routes);

      assertThat(router.retained().count()).isEqualTo(2);
    }

    assertThat(topicsOnDisk()).containsExactly("$other");
  }
}
