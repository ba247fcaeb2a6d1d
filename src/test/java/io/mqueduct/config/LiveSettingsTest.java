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
package io.mqueduct.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveSettingsTest {
  private static final long SCAN_MILLIS = 20;

  @TempDir Path dir;
  private Vertx vertx;
  private LiveSettings live;
  private final BlockingQueue<SettingsChange> changes = new LinkedBlockingQueue<>();

  @BeforeEach
  void createVertx() {
    vertx = Vertx.vertx();
  }

  @AfterEach
  void closeVertx() {
    live.close().await();
    vertx.close().await();
  }

  @Test
  void aHotKeyTakesItsNewValueAndListenersAreTold() throws Exception {
    Path file = write("mqtt: {max_inflight: 10}");
    watch(file);

    write("mqtt: {max_inflight: 20}");

    SettingsChange change = nextChange();
    assertThat(change.changed()).containsExactly("mqtt.max_inflight");
    assertThat(change.touches("mqtt")).isTrue();
    assertThat(change.touches("retainer")).isFalse();
    assertThat(change.before().mqtt().maxInflight()).isEqualTo(10);
    assertThat(change.now().mqtt().maxInflight()).isEqualTo(20);
    assertThat(live.current().mqtt().maxInflight()).isEqualTo(20);
  }

  @Test
  void aKeyThatNeedsARestartKeepsItsValueAndIsNamed() throws Exception {
    Path file = write("{}");
    watch(file);

    write(
        """
        node: {data_dir: elsewhere}
        listeners: {tcp: {new: {bind: 127.0.0.1:2000}}}
        mqtt: {max_inflight: 20}
        """);

    SettingsChange change = nextChange();
    assertThat(change.changed()).containsExactly("mqtt.max_inflight");
    assertThat(change.needRestart()).contains("node.data_dir", "listeners.tcp.new");
    assertThat(change.now().node().dataDir()).isEqualTo("data");
    assertThat(change.now().listeners()).hasSize(4);
    assertThat(live.loaded().values())
        .filteredOn(v -> v.key().equals("node.data_dir"))
        .extracting(EffectiveValue::value)
        .containsExactly("data");
  }

  @Test
  void aFileWithAMistakeChangesNothing() throws Exception {
    Path file = write("mqtt: {max_inflight: 10}");
    watch(file);

    write("mqtt: {max_inflight: many}");
    assertThatThrownBy(() -> live.reload().await())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("mqtt.max_inflight");
    assertThat(live.current().mqtt().maxInflight()).isEqualTo(10);

    write("mqtt: {max_inflight: 30}");
    assertThat(nextChange().now().mqtt().maxInflight()).isEqualTo(30);
  }

  @Test
  void aFileThatVanishesDoesNotBringTheDefaultsBack() throws Exception {
    Path file = write("mqtt: {max_inflight: 10}");
    watch(file);

    Files.delete(file);
    assertThatThrownBy(() -> live.reload().await()).hasMessageContaining("is gone");

    assertThat(live.current().mqtt().maxInflight()).isEqualTo(10);
  }

  @Test
  void theSwapOfAConfigMapBySymbolicLinkIsSeen() throws Exception {
    Path one = Files.createDirectory(dir.resolve("..1"));
    Path two = Files.createDirectory(dir.resolve("..2"));
    Files.writeString(one.resolve("c.yaml"), "mqtt: {max_inflight: 1}");
    Files.writeString(two.resolve("c.yaml"), "mqtt: {max_inflight: 2}");
    Files.createSymbolicLink(dir.resolve("..data"), one);
    Path file = Files.createSymbolicLink(dir.resolve("c.yaml"), Path.of("..data", "c.yaml"));
    watch(file);

    Files.createSymbolicLink(dir.resolve("..tmp"), two);
    Files.move(
        dir.resolve("..tmp"),
        dir.resolve("..data"),
        java.nio.file.StandardCopyOption.ATOMIC_MOVE,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);

    assertThat(nextChange().now().mqtt().maxInflight()).isEqualTo(2);
  }

  @Test
  void aFileThatTheConfigurationNamesIsWatchedAlsoWhenItWasNamedLater() throws Exception {
    Path passwords = Files.writeString(dir.resolve("passwd"), "");
    Path file = write("{}");
    watch(file);

    write("authentication: {providers: [{type: password_file, file: " + passwords + "}]}");
    assertThat(nextChange().touches("authentication")).isTrue();
    // The list of watched files is another one now; a change of the new one is told as soon as it
    // is
    // watched, which is after the change before was told.
    live.reload().await();
    Files.writeString(passwords, "# changed\n");

    SettingsChange change = nextChange();
    assertThat(change.files()).containsExactly(passwords.toString());
    assertThat(change.changed()).isEmpty();
  }

  @Test
  void anOverrideWinsAndStaysOverAReload() throws Exception {
    Path file = write("mqtt: {max_inflight: 10}");
    watch(file);

    live.override(Map.of("mqtt.max_inflight", "99")).await();
    assertThat(nextChange().now().mqtt().maxInflight()).isEqualTo(99);

    write("mqtt: {max_inflight: 11, max_awaiting_rel: 7}");
    assertThat(nextChange().now().mqtt().maxAwaitingRel()).isEqualTo(7);
    assertThat(live.current().mqtt().maxInflight()).isEqualTo(99);
  }

  @Test
  void anOverrideOfAKeyThatNeedsARestartIsRefused() throws Exception {
    watch(write("{}"));

    Future<SettingsChange> refused = live.override(Map.of("node.data_dir", "x"));

    assertThatThrownBy(refused::await)
        .isInstanceOf(ConfigException.class)
        .hasMessage("node.data_dir: needs a restart");
    assertThatThrownBy(() -> live.override(Map.of("mqtt.max_inflight", "x")).await())
        .isInstanceOf(ConfigException.class);
    assertThat(live.current()).isEqualTo(Settings.defaults());
  }

  private void watch(Path file) {
    SettingsLoader loader = new SettingsLoader(file, Map.of(), Map.of(), List.of());
    live = new LiveSettings(vertx, loader, loader.load());
    live.onChange(changes::add);
    live.watch(SCAN_MILLIS).await();
  }

  private SettingsChange nextChange() throws InterruptedException {
    SettingsChange change = changes.poll(10, TimeUnit.SECONDS);
    assertThat(change).isNotNull();
    return change;
  }

  private Path write(String text) throws IOException {
    Path next = Files.writeString(dir.resolve("next"), text);
    return Files.move(
        next, dir.resolve("test.yaml"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }
}
