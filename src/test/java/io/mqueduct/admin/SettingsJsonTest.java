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

import io.mqueduct.config.SettingsLoader;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsJsonTest {
  /** Every text in it that no user wrote. */
  private static void check(Object value) {
    if (value instanceof JsonObject object) {
      object.forEach(each -> check(each.getValue()));
    } else if (value instanceof JsonArray list) {
      list.forEach(SettingsJsonTest::check);
    } else if (value instanceof String text) {
      assertThat(text).doesNotMatch("[A-Z][A-Z0-9_]+").doesNotContain("[amount", "periodMillis");
    }
  }

  @Test
  void showsValuesAsTheyAreWrittenInTheFile() {
    JsonObject json =
        SettingsJson.of(
            SettingsLoader.of(
                Map.of(
                    "mq.auto_create.lastvalue.dispatch_strategy", "round_robin",
                    "limits.max_conn_rate", "100/s",
                    "node.name", "n1")));
    json.remove("node");
    check(json);
    JsonObject template =
        json.getJsonObject("mq").getJsonObject("auto_create").getJsonObject("lastvalue");
    assertThat(template.getString("dispatch_strategy")).isEqualTo("round_robin");
    assertThat(template.getString("overflow")).isEqualTo("drop_oldest");
    assertThat(json.getJsonObject("limits").getString("max_conn_rate")).isEqualTo("100/s");
    assertThat(json.getJsonObject("limits").getString("messages_burst")).isEqualTo("auto");
  }
}
