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
package io.mqueduct.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whatever comes in a body, a path or an expression: an answer of 4xx, and no stack trace. */
class QueueFuzzIT {
  private static final int ROUNDS = 1500;
  private static final String[] FIELDS = {
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
    "max_shard_message_count",
    "queue",
    "topic",
    "count",
    "time",
    "acks",
    "id",
    "payload",
    "max",
    "lease",
    "wait",
    "consumer",
    "limit",
    "cursor",
    "auto_create",
    "regular"
  };
  private static final String[] WORDS = {
    "",
    "q",
    "a/+",
    "#",
    "infinity",
    "none",
    "random",
    "7d",
    "-1",
    "1e400",
    "\\u0000",
    "\\ud800",
    "message.from",
    "concat(",
    "$share/a/b",
    "999999999999999999999d",
    "0-1-1",
    "%2F",
    "🐝"
  };
  private static final String[] EXPRESSION = {
    "concat",
    "(",
    ")",
    ",",
    "message",
    ".",
    "from",
    "payload",
    "'",
    "a",
    "1",
    "regex_match",
    "[a-z]+",
    "iif",
    "==",
    ">",
    " ",
    "nth",
    "json_value",
    "-",
    "headers.properties.User-Property",
    "\\\"",
    "substr",
    "99999999999999999999",
    "$",
    "{",
    "}",
    "\\\\",
    "ü",
    "pad"
  };

  @RegisterExtension static final ServedApi api = ServedApi.with("mq.max_queue_count", "20");
  private final Random random = new Random(20_240_607);

  @BeforeAll
  static void prepare() {
    assertThat(api.call("POST", "/queues", "{\"name\":\"q\",\"topic_filter\":\"q\"}").status())
        .isEqualTo(200);
  }

  private String pick(String[] from) {
    return from[random.nextInt(from.length)];
  }

  private String value(int depth) {
    return switch (random.nextInt(depth > 3 ? 7 : 9)) {
      case 0 -> "null";
      case 1 -> "true";
      case 2 -> Long.toString(random.nextLong());
      case 3 -> Integer.toString(random.nextInt(5) - 1);
      case 4 -> "1.5e" + random.nextInt(400);
      case 5, 6 -> "\"" + pick(WORDS) + "\"";
      case 7 -> object(depth + 1);
      default -> "[" + value(depth + 1) + "," + value(depth + 1) + "]";
    };
  }

  private String object(int depth) {
    StringBuilder json = new StringBuilder("{");
    for (int i = random.nextInt(5); i > 0; i--) {
      json.append(json.length() > 1 ? "," : "");
      json.append('"').append(pick(FIELDS)).append("\":").append(value(depth));
    }
    return json.append('}').toString();
  }

  private static void isNoFault(String what, ApiClient.Answer answer) {
    assertThat(answer.status()).as("%s answers %s", what, answer.text()).isLessThan(500);
    if (answer.status() >= 400) {
      assertThat(answer.message()).as(what).isNotBlank().doesNotContain("Exception", "\tat ");
    }
  }

  @Test
  void bodiesOfAnyKindNeverMakeAFault() {
    List<String[]> calls =
        List.of(
            new String[] {"POST", "/queues"},
            new String[] {"PUT", "/queue/q"},
            new String[] {"PATCH", "/queue/q"},
            new String[] {"PUT", "/queues/config"},
            new String[] {"POST", "/queue/q/messages"},
            new String[] {"POST", "/queue/q/redrive"},
            new String[] {"POST", "/queue/q/ack"},
            new String[] {"POST", "/message_queues/queues"});
    for (int i = 0; i < ROUNDS; i++) {
      String[] call = calls.get(i % calls.size());
      String body = random.nextInt(10) == 0 ? value(0) : object(0);
      if (random.nextInt(10) == 0) {
        body = body.substring(0, random.nextInt(body.length() + 1));
      }
      isNoFault(call[0] + " " + call[1] + " " + body, api.call(call[0], call[1], body));
    }
    String deep = "{\"name\":" + "[".repeat(5000) + "]".repeat(5000) + "}";
    assertThat(api.call("POST", "/queues", deep).status()).isEqualTo(400);
  }

  @Test
  void expressionsOfAnyKindNeverMakeAFault() {
    for (int i = 0; i < ROUNDS / 3; i++) {
      StringBuilder expression = new StringBuilder();
      for (int n = random.nextInt(12); n >= 0; n--) {
        expression.append(pick(EXPRESSION));
      }
      String body =
          "{\"name\":\"e\",\"topic_filter\":\"e\",\"key_expression\":\"" + expression + "\"}";
      ApiClient.Answer answer = api.call("POST", "/queues", body);
      isNoFault(body, answer);
      if (answer.status() == 200) {
        JsonObject message = new JsonObject().put("payload", "{\"a\":1}");
        isNoFault(body, api.call("POST", "/queue/e/messages", message));
        assertThat(api.call("DELETE", "/queue/e").status()).isEqualTo(204);
      } else {
        assertThat(answer.message()).as(body).startsWith("key_expression");
      }
    }
  }

  @Test
  void pathsAndQueriesOfAnyKindNeverMakeAFault() {
    String[] parts = {"%00", "%2F", "...", "+", "%20", "q", "%F0%9F%90%9D", "~", "a;b=c"};
    String[] below = {"", "/stats", "/consumers", "/messages", "/tail", "/messages/0-1"};
    for (int i = 0; i < 300; i++) {
      StringBuilder name = new StringBuilder();
      for (int n = random.nextInt(4); n >= 0; n--) {
        name.append(pick(parts));
      }
      String tail = pick(below);
      if (tail.equals("/tail") && name.toString().equals("q")) {
        continue; // that one lasts
      }
      isNoFault(name + tail, api.get("/queue/" + name + tail));
      String query = pick(FIELDS) + "=" + pick(parts) + "&cursor=" + pick(parts);
      isNoFault(query, api.get("/queue/q/messages?" + query));
      isNoFault(query, api.get("/queues?" + query));
    }
  }
}
