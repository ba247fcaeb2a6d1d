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
package io.mqueduct.queue.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.routing.TopicRules;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SpecReaderTest {
  private final SpecReader reader = new SpecReader(new TopicRules(128), 86_400_000);

  static Map<String, Object> body(Object... fields) {
    Map<String, Object> body = new HashMap<>();
    body.put("name", "q");
    body.put("topic_filter", "a/#");
    for (int i = 0; i < fields.length; i += 2) {
      body.put((String) fields[i], fields[i + 1]);
    }
    return body;
  }

  @Test
  void fillsInDefaults() {
    QueueSpec spec = reader.create(body());
    assertThat(spec.isLastValue()).isTrue();
    assertThat(spec.keyExpression()).hasToString("message.from");
    assertThat(spec.dataRetentionMillis()).isEqualTo(7 * 86_400_000L);
    assertThat(spec.dispatchStrategy()).isEqualTo(DispatchStrategy.RANDOM);
    assertThat(spec.limits())
        .isEqualTo(new QueueSpec.Limits(QueueSpec.INFINITE, QueueSpec.INFINITE));
    assertThat(spec.overflow()).isEqualTo(Overflow.DROP_OLDEST);
    assertThat(spec.ackTimeoutMillis()).isEqualTo(300_000);
    assertThat(spec.maxDeliveries()).isEqualTo(QueueSpec.UNLIMITED);
    assertThat(spec.deadLetter()).isEqualTo(DeadLetter.NONE);
    assertThat(spec.deliveryDelayMillis()).isZero();
    assertThat(spec.redispatchIntervalMillis()).isEqualTo(100);
    assertThat(spec.consumerMaxInflight()).isEqualTo(QueueSpec.UNLIMITED);
    assertThat(spec.shards()).isEqualTo(1);
    assertThat(spec.deliveryFacts()).containsExactly(DeliveryFact.DELIVERY_COUNT);
  }

  @Test
  void regularQueuesHaveNoKeyAndTheirOwnRetention() {
    QueueSpec spec = reader.create(body("is_lastvalue", false));
    assertThat(spec.keyExpression()).isNull();
    assertThat(spec.dataRetentionMillis()).isEqualTo(86_400_000);
  }

  @Test
  void readsDurationsAndSizesInAllForms() {
    QueueSpec spec =
        reader.create(
            body(
                "data_retention_period",
                "1h30m",
                "ack_timeout",
                "infinity",
                "delivery_delay",
                1500,
                "redispatch_interval",
                "2s",
                "limits",
                Map.of("max_shard_message_count", 5, "max_shard_message_bytes", "100MB"),
                "max_deliveries",
                3,
                "consumer_max_inflight",
                10.0));
    assertThat(spec.dataRetentionMillis()).isEqualTo(5_400_000);
    assertThat(spec.ackTimeoutMillis()).isEqualTo(QueueSpec.INFINITE);
    assertThat(spec.deliveryDelayMillis()).isEqualTo(1500);
    assertThat(spec.redispatchIntervalMillis()).isEqualTo(2000);
    assertThat(spec.limits()).isEqualTo(new QueueSpec.Limits(5, 100L << 20));
    assertThat(spec.maxDeliveries()).isEqualTo(3);
    assertThat(spec.consumerMaxInflight()).isEqualTo(10);
  }

  static Stream<Arguments> wrongBodies() {
    return Stream.of(
        Arguments.of("name", body("name", null)),
        Arguments.of("name", body("name", "-a")),
        Arguments.of("name", body("name", "ä")),
        Arguments.of("name", body("name", "a/b")),
        Arguments.of("name", body("name", "")),
        Arguments.of("name", body("name", "a".repeat(256))),
        Arguments.of("name", body("name", 5)),
        Arguments.of("topic_filter", body("topic_filter", null)),
        Arguments.of("topic_filter", body("topic_filter", "")),
        Arguments.of("topic_filter", body("topic_filter", "a/#/b")),
        Arguments.of("topic_filter", body("topic_filter", "$share/g/a")),
        Arguments.of("topic_filter", body("topic_filter", "$queue/a")),
        Arguments.of("topic_filter", body("topic_filter", "a/".repeat(200))),
        Arguments.of("is_lastvalue", body("is_lastvalue", "yes")),
        Arguments.of("key_expression", body("key_expression", "concat(")),
        Arguments.of("key_expression", body("key_expression", 5)),
        Arguments.of(
            "key_expression", body("is_lastvalue", false, "key_expression", "message.from")),
        Arguments.of("data_retention_period", body("data_retention_period", "7y")),
        Arguments.of("data_retention_period", body("data_retention_period", "")),
        Arguments.of("data_retention_period", body("data_retention_period", 999)),
        Arguments.of("data_retention_period", body("data_retention_period", -1)),
        Arguments.of("data_retention_period", body("data_retention_period", 1.5)),
        Arguments.of("data_retention_period", body("data_retention_period", "9999999999999999d")),
        Arguments.of("dispatch_strategy", body("dispatch_strategy", "fastest")),
        Arguments.of("limits", body("limits", 5)),
        Arguments.of("limits.max_count", body("limits", Map.of("max_count", 5))),
        Arguments.of(
            "limits.max_shard_message_count", body("limits", Map.of("max_shard_message_count", 0))),
        Arguments.of(
            "limits.max_shard_message_bytes",
            body("limits", Map.of("max_shard_message_bytes", "5XB"))),
        Arguments.of("overflow", body("overflow", "wait")),
        Arguments.of("ack_timeout", body("ack_timeout", 5)),
        Arguments.of("max_deliveries", body("max_deliveries", 0)),
        Arguments.of("max_deliveries", body("max_deliveries", "many")),
        Arguments.of("dead_letter", body("dead_letter", Map.of())),
        Arguments.of("dead_letter", body("dead_letter", Map.of("queue", "d", "topic", "t"))),
        Arguments.of("dead_letter.queue", body("dead_letter", Map.of("queue", "q"))),
        Arguments.of("dead_letter.queue", body("dead_letter", Map.of("queue", "#"))),
        Arguments.of("dead_letter.topic", body("dead_letter", Map.of("topic", "a/dead"))),
        Arguments.of("dead_letter.topic", body("dead_letter", Map.of("topic", "b/+"))),
        Arguments.of("dead_letter.to", body("dead_letter", Map.of("to", "b"))),
        Arguments.of("delivery_delay", body("delivery_delay", "infinity")),
        Arguments.of("redispatch_interval", body("redispatch_interval", 0)),
        Arguments.of("consumer_max_inflight", body("consumer_max_inflight", 0)),
        Arguments.of("consumer_max_inflight", body("consumer_max_inflight", 70_000)),
        Arguments.of("shards", body("shards", 65)),
        Arguments.of("dedup_window.count", body("dedup_window", Map.of("count", -1))),
        Arguments.of("delivery_facts", body("delivery_facts", List.of("mq-nothing"))),
        Arguments.of("ping_interval", body("ping_interval", "x")),
        Arguments.of("colour", body("colour", "red")));
  }

  @ParameterizedTest
  @MethodSource("wrongBodies")
  void namesTheWrongFieldInOneLine(String field, Map<String, Object> body) {
    assertThatThrownBy(() -> reader.create(body))
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.problem()).isEqualTo(Problem.BAD_REQUEST))
        .hasMessageStartingWith(field + ": ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void keepsTheHiddenFieldsOfEmqx() {
    QueueSpec spec = reader.create(body("ping_interval", "10s", "stream_max_unacked", 500));
    assertThat(SpecWriter.toMap(spec))
        .containsEntry("ping_interval", 10_000L)
        .containsEntry("stream_max_unacked", 500L);
  }

  @Test
  void writesIntegersAndInfinity() {
    Map<String, Object> map = SpecWriter.toMap(reader.create(body("data_retention_period", "1d")));
    assertThat(map)
        .containsEntry("data_retention_period", 86_400_000L)
        .containsEntry("max_deliveries", "infinity")
        .containsEntry("consumer_max_inflight", "none")
        .containsEntry(
            "limits",
            Map.of("max_shard_message_count", "infinity", "max_shard_message_bytes", "infinity"));
  }

  @Test
  void putSetsOmittedFieldsToTheirDefaultsAndKeepsIdentity() {
    QueueSpec before = reader.create(body("is_lastvalue", false, "shards", 4, "max_deliveries", 5));
    QueueSpec after = reader.replace(before, Map.of("ack_timeout", "1m"));
    assertThat(after.maxDeliveries()).isEqualTo(QueueSpec.UNLIMITED);
    assertThat(after.ackTimeoutMillis()).isEqualTo(60_000);
    assertThat(after.isLastValue()).isFalse();
    assertThat(after.shards()).isEqualTo(4);
    assertThat(after.topicFilter()).isEqualTo("a/#");
    assertThat(after.dataRetentionMillis()).isEqualTo(86_400_000);
  }

  @Test
  void putRefusesToChangeWhatCannotBeChanged() {
    QueueSpec before = reader.create(body());
    assertThatThrownBy(() -> reader.replace(before, Map.of("is_lastvalue", false)))
        .hasMessage("is_lastvalue: cannot be changed");
    assertThatThrownBy(() -> reader.replace(before, Map.of("topic_filter", "b")))
        .hasMessage("topic_filter: cannot be changed");
    assertThatThrownBy(() -> reader.replace(before, Map.of("name", "b")))
        .hasMessage("name: cannot be changed");
    assertThatThrownBy(() -> reader.merge(before, Map.of("shards", 2)))
        .hasMessage("shards: cannot be changed");
  }

  @Test
  void patchChangesWhatIsNamedAlone() {
    QueueSpec before =
        reader.create(
            body(
                "max_deliveries", 5,
                "limits", Map.of("max_shard_message_count", 7, "max_shard_message_bytes", 9),
                "dead_letter", Map.of("queue", "d")));
    Map<String, Object> patch = new HashMap<>();
    patch.put("max_deliveries", null);
    patch.put("limits", Map.of("max_shard_message_bytes", "1KB"));
    patch.put("dead_letter", Map.of("topic", "dead"));
    QueueSpec after = reader.merge(before, patch);
    assertThat(after.maxDeliveries()).isEqualTo(QueueSpec.UNLIMITED);
    assertThat(after.limits()).isEqualTo(new QueueSpec.Limits(7, 1024));
    assertThat(after.deadLetter()).isEqualTo(new DeadLetter.ToTopic("dead"));
    assertThat(reader.merge(after, Map.of())).isEqualTo(after);
  }

  @Provide
  Arbitrary<Map<String, Object>> bodies() {
    Arbitrary<Object> values =
        Arbitraries.of(
            "x",
            "7d",
            "infinity",
            5,
            -1,
            1.5,
            true,
            List.of(),
            Map.of("queue", "z"),
            1000L,
            "round_robin",
            "reject_publish",
            70_000,
            "none",
            List.of("mq-seq"));
    Arbitrary<String> fields =
        Arbitraries.of(
            "name",
            "topic_filter",
            "is_lastvalue",
            "key_expression",
            "data_retention_period",
            "dispatch_strategy",
            "limits",
            "overflow",
            "ack_timeout",
            "max_deliveries",
            "dead_letter",
            "delivery_delay",
            "redispatch_interval",
            "consumer_max_inflight",
            "shards",
            "dedup_window",
            "delivery_facts",
            "local_max_inflight",
            "other");
    return Arbitraries.maps(fields, values)
        .ofMaxSize(3)
        .map(
            some -> {
              Map<String, Object> body = body();
              body.putAll(some);
              return body;
            });
  }

  @Property(tries = 3000)
  void anyObjectIsRefusedInOneLineOrReadsBackTheSame(@ForAll("bodies") Map<String, Object> body) {
    QueueSpec spec;
    try {
      spec = reader.create(body);
    } catch (BrokerException e) {
      assertThat(e.problem()).isEqualTo(Problem.BAD_REQUEST);
      assertThat(e.getMessage()).doesNotContain("\n").contains(": ");
      return;
    }
    assertThat(reader.create(SpecWriter.toMap(spec))).isEqualTo(spec);
    assertThat(reader.replace(spec, SpecWriter.toMap(spec))).isEqualTo(spec);
    assertThat(Arrays.asList(DispatchStrategy.values())).contains(spec.dispatchStrategy());
  }
}
