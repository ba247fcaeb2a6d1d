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
import static org.assertj.core.groups.Tuple.tuple;

import io.mqueduct.config.AuthenticationSettings.PasswordFile;
import io.mqueduct.config.ListenerSettings.Transport;
import io.mqueduct.config.MqttSettings.SharedStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsLoaderTest {
  @TempDir Path dir;

  @Test
  void defaultsAreThoseOfTheTable() {
    Settings settings = Settings.defaults();

    assertThat(settings.mqtt().maxInflight()).isEqualTo(32);
    assertThat(settings.mqtt().maxMqueueTotalLen()).isEqualTo(Integer.MAX_VALUE);
    assertThat(settings.mqtt().retryIntervalMillis()).isEqualTo(Long.MAX_VALUE);
    assertThat(settings.mqtt().sessionExpiryIntervalMillis()).isEqualTo(7_200_000);
    assertThat(settings.mqtt().serverKeepaliveMillis()).isEqualTo(Settings.UNSET);
    assertThat(settings.mqtt().mqueuePriorities()).isEmpty();
    assertThat(settings.mq().autoCreate().regular().enable()).isFalse();
    assertThat(settings.mq().autoCreate().lastvalue().enable()).isTrue();
    assertThat(settings.mq().autoCreate().lastvalue().keyExpression()).isEqualTo("message.from");
    assertThat(settings.node().name()).isNotEmpty();
    assertThat(settings.node().eventLoops())
        .isEqualTo(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
  }

  @Test
  void defaultListenersAreOnLoopbackAndTlsOnesAreOffWithoutACertificate() {
    List<ListenerSettings> listeners = Settings.defaults().listeners();

    assertThat(listeners)
        .extracting(l -> l.id() + " " + l.bind() + " " + l.isEnabled())
        .containsExactly(
            "tcp:default 127.0.0.1:1883 true",
            "ssl:default 127.0.0.1:8883 false",
            "ws:default 127.0.0.1:8083 true",
            "wss:default 127.0.0.1:8084 false");
  }

  @Test
  void laterSourcesWinKeyByKey() throws IOException {
    Path file =
        file(
            """
            mqtt:
              max_inflight: 1
              max_awaiting_rel: 1
              max_topic_levels: 1
              max_clientid_len: 50
            """);
    Map<String, String> environment =
        Map.of("MQUEDUCT_MQTT__MAX_INFLIGHT", "2", "MQUEDUCT_MQTT__MAX_AWAITING_REL", "2");
    Map<String, String> properties = Map.of("mqueduct.mqtt.max_topic_levels", "3");

    LoadedSettings loaded =
        new SettingsLoader(file, environment, properties, List.of("mqtt.max_inflight=4")).load();

    assertThat(loaded.settings().mqtt().maxInflight()).isEqualTo(4);
    assertThat(loaded.settings().mqtt().maxAwaitingRel()).isEqualTo(2);
    assertThat(loaded.settings().mqtt().maxTopicLevels()).isEqualTo(3);
    assertThat(loaded.settings().mqtt().maxClientidLen()).isEqualTo(50);
    assertThat(loaded.values())
        .filteredOn(v -> !v.isDefault())
        .extracting(EffectiveValue::key, EffectiveValue::origin)
        .containsExactlyInAnyOrder(
            tuple("mqtt.max_inflight", "--set"),
            tuple("mqtt.max_awaiting_rel", "environment variable MQUEDUCT_MQTT__MAX_AWAITING_REL"),
            tuple("mqtt.max_topic_levels", "system property mqueduct.mqtt.max_topic_levels"),
            tuple("mqtt.max_clientid_len", file + ":5"));
  }

  @Test
  void variablesThatKubernetesSetsForAServiceOfOurNameAreNoSettings() {
    Map<String, String> environment =
        Map.of("MQUEDUCT_SERVICE_HOST", "10.0.0.1", "MQUEDUCT_PORT_1883_TCP", "tcp://10.0.0.1");

    LoadedSettings loaded = new SettingsLoader(null, environment, Map.of(), List.of()).load("");

    assertThat(loaded.values()).allMatch(EffectiveValue::isDefault);
  }

  @Test
  void aMissingDefaultFileIsFineAndAMissingNamedFileIsNot() {
    Path missing = dir.resolve("none.yaml");

    assertThatThrownBy(() -> new SettingsLoader(missing, Map.of(), Map.of(), List.of()).load())
        .isInstanceOf(ConfigException.class)
        .hasMessage("-c " + missing + " cannot be read: no such file; expected a YAML file");
  }

  @Test
  void anUnknownKeyIsNamedWithPlaceValueAndNearestKnownKey() {
    assertThat(problem("mqtt:\n  max_inflght: 64\n"))
        .isEqualTo(
            "conf/mqueduct.yaml:2: unknown key mqtt.max_inflght = \"64\"; did you mean"
                + " mqtt.max_inflight (an integer from 0 to 65535)?");
    assertThat(problem("mqtt:\n  fsync: always\n")).contains("did you mean durability.fsync (");
    assertThat(problem("listeners:\n  tpc:\n    default:\n      bind: 1883\n"))
        .contains("unknown key listeners.tpc; did you mean listeners.tcp?");
    assertThat(problem("listeners:\n  tcp:\n    default:\n      path: /x\n"))
        .contains("unknown key listeners.tcp.default.path");
    assertThat(problem("api:\n  bootstap: key:hush\n")).doesNotContain("hush");
  }

  @Test
  void aValueThatIsNotAllowedIsNamedWithWhatIs() {
    assertThat(problem("mqtt:\n  max_inflight: 70000\n"))
        .isEqualTo(
            "conf/mqueduct.yaml:2: mqtt.max_inflight: \"70000\" is not allowed; expected an integer"
                + " from 0 to 65535");
    assertThat(problem("durability:\n  fsync: sometimes\n"))
        .endsWith("expected always, interval or never");
    assertThat(problem("mqtt:\n  idle_timeout: soon\n"))
        .contains("expected a duration from 100ms to 1h");
    assertThat(problem("mqtt: 5\n")).contains("mqtt: \"5\" is not allowed; expected keys below");
    assertThat(problem("api:\n  bootstrap: hush\n")).doesNotContain("hush");
  }

  @Test
  void yamlMistakesAreToldWithTheirLine() {
    assertThat(problem("mqtt:\n  a: [\n")).startsWith("conf/mqueduct.yaml:3: not valid YAML: ");
    assertThat(problem("mqtt:\n  max_inflight: 1\n  max_inflight: 2\n"))
        .isEqualTo("conf/mqueduct.yaml:3: max_inflight is given twice");
    assertThat(problem("- a\n")).contains("expected sections");
  }

  @Test
  void wordsAreNotBooleansAndNumbersAreNotSexagesimal() {
    Settings settings =
        parse(
            """
            listeners:
              tcp:
                default: {bind: 127.0.0.1:1884, proxy_protocol: off}
                inner: {bind: "[::1]:0", proxy_protocol: on}
            mqtt:
              shared_subscription_strategy: hash_topic
              mqueue_priorities: {"alarm/#": 255, "a.b/+": 1}
            """);

    assertThat(settings.mqtt().sharedSubscriptionStrategy()).isEqualTo(SharedStrategy.HASH_TOPIC);
    assertThat(settings.mqtt().mqueuePriorities())
        .containsExactly(Map.entry("alarm/#", 255), Map.entry("a.b/+", 1));
    assertThat(settings.listeners())
        .filteredOn(l -> l.transport() == Transport.TCP)
        .extracting(ListenerSettings::proxyProtocol, l -> l.bind().toString())
        .containsExactly(tuple(false, "127.0.0.1:1884"), tuple(true, "[::1]:0"));
  }

  @Test
  void noTextHasANulCharacter() {
    assertThat(problem("node: {data_dir: \"a\\0b\"}"))
        .contains("node.data_dir: ")
        .contains("is not allowed");
  }

  @Test
  void zeroAndInfinityAreNoLimitWhereTheTableSaysSo() {
    MqttSettings mqtt =
        parse("mqtt: {max_mqueue_len: 0, retry_interval: 0, max_inflight: 0}").mqtt();

    assertThat(mqtt.maxMqueueLen()).isEqualTo(Integer.MAX_VALUE);
    assertThat(mqtt.retryIntervalMillis()).isEqualTo(Long.MAX_VALUE);
    assertThat(mqtt.windowLimit()).isEqualTo(65535);
  }

  @Test
  void anAddressBeyondLoopbackNeedsAuthenticationOrASayingThatItDoesNot() {
    String open = "listeners: {tcp: {default: {bind: 1883}}}\n";

    assertThat(problem(open))
        .startsWith(
            "conf/mqueduct.yaml:1: listeners.tcp.default.bind: 0.0.0.0:1883 can be reached");
    assertThat(parse(open + "authentication: {allow_anonymous: true}").listeners()).isNotEmpty();
    assertThat(
            parse(open + "authentication: {providers: [{type: password_file, file: p}]}")
                .authentication()
                .providers())
        .containsExactly(new PasswordFile("p"));
  }

  @Test
  void listsCanBeSetFromTheEnvironmentByIndexAndAsFlowText() {
    Map<String, String> environment =
        Map.of(
            "MQUEDUCT_AUTHENTICATION__PROVIDERS__0__TYPE", "password_file",
            "MQUEDUCT_AUTHENTICATION__PROVIDERS__0__FILE", "/etc/p",
            "MQUEDUCT_AUTHORIZATION__RULES",
                "[{permission: deny, topics: [a/#], actions: [publish]}]",
            "MQUEDUCT_API__CORS", "https://a.example, https://b.example");

    Settings settings =
        new SettingsLoader(null, environment, Map.of(), List.of()).load("").settings();

    assertThat(settings.authentication().providers()).containsExactly(new PasswordFile("/etc/p"));
    assertThat(settings.authorization().rules())
        .singleElement()
        .extracting(AuthorizationSettings.Rule::topics)
        .isEqualTo(List.of("a/#"));
    assertThat(settings.api().cors()).containsExactly("https://a.example", "https://b.example");
  }

  @Test
  void aProviderWithoutATypeOrWithoutWhatItNeedsIsRefused() {
    assertThat(problem("authentication: {providers: [{file: p}]}"))
        .contains("authentication.providers.0.type is needed: expected one of password_file, x509");
    assertThat(problem("authentication: {providers: [{type: password_file}]}"))
        .contains("authentication.providers.0.file is needed");
  }

  @Test
  void onlyOneKindOfQueueIsMadeBySubscribing() {
    assertThat(problem("mq: {auto_create: {regular: true}}")).contains("mq.auto_create.lastvalue");

    MqSettings mq =
        parse("mq: {auto_create: {lastvalue: false, regular: {enable: true, ack_timeout: 1m}}}")
            .mq();
    assertThat(mq.autoCreate().regular().ackTimeoutMillis()).isEqualTo(60_000);
  }

  @Test
  void secretsAreMaskedWhereValuesAreShown() {
    LoadedSettings loaded =
        new SettingsLoader(null, Map.of(), Map.of(), List.of("api.bootstrap=[\"k:hush\"]"))
            .load("");

    assertThat(loaded.values().toString()).doesNotContain("hush").contains(ValueText.MASK);
  }

  @Test
  void everyKeyOfEveryDefaultIsWrittenInAFormThatReadsBackTheSame() {
    LoadedSettings defaults = new SettingsLoader(null, Map.of(), Map.of(), List.of()).load("");
    List<String> sets = defaults.values().stream().map(v -> v.key() + "=" + v.value()).toList();

    LoadedSettings again = new SettingsLoader(null, Map.of(), Map.of(), sets).load("");

    assertThat(again.settings()).isEqualTo(defaults.settings());
    assertThat(again.changedKeys(defaults)).isEmpty();
  }

  private Path file(String text) throws IOException {
    return Files.writeString(dir.resolve("test.yaml"), text);
  }

  private static Settings parse(String yaml) {
    return new SettingsLoader(null, Map.of(), Map.of(), List.of()).load(yaml).settings();
  }

  private static @Nullable String problem(String yaml) {
    try {
      parse(yaml);
    } catch (ConfigException e) {
      return e.getMessage();
    }
    throw new AssertionError("accepted: " + yaml);
  }
}
