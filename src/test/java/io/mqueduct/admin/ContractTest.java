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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A lint of openapi.yaml. */
class ContractTest {
  private static final JsonObject DOCUMENT = Contract.read().json();
  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

  private interface Check {
    void of(String where, JsonObject operation);
  }

  private static void each(Check check) {
    JsonObject paths = DOCUMENT.getJsonObject("paths");
    assertThat(paths.size()).isGreaterThan(20);
    for (String path : paths.fieldNames()) {
      JsonObject operations = paths.getJsonObject(path);
      for (String method : operations.fieldNames()) {
        if (METHODS.contains(method)) {
          check.of(method + " " + path, operations.getJsonObject(method));
        }
      }
    }
  }

  @Test
  void everyOperationHasItsOwnIdASummaryAndAKnownTag() {
    Set<String> ids = new HashSet<>();
    Set<String> tags = new HashSet<>();
    DOCUMENT.getJsonArray("tags").forEach(tag -> tags.add(((JsonObject) tag).getString("name")));
    each(
        (where, operation) -> {
          assertThat(operation.getString("operationId")).as(where).isNotBlank();
          assertThat(ids.add(operation.getString("operationId"))).as(where).isTrue();
          assertThat(operation.getString("summary")).as(where).isNotBlank().doesNotEndWith(".");
          assertThat(operation.getJsonArray("tags")).as(where).hasSize(1);
          assertThat(tags).as(where).contains(operation.getJsonArray("tags").getString(0));
        });
  }

  @Test
  void everyOperationSaysHowItFails() {
    each(
        (where, operation) -> {
          Set<String> statuses = operation.getJsonObject("responses").fieldNames();
          assertThat(statuses).as(where).contains("400", "429", "500", "503");
          if (operation.getJsonArray("security") == null) {
            assertThat(statuses).as(where).contains("401", "403");
          }
          if (operation.containsKey("requestBody")) {
            assertThat(statuses).as(where).contains("413", "415");
          }
          if (where.contains("{")) {
            assertThat(statuses).as(where).contains("404");
          }
        });
  }

  @Test
  void everyBodyHasAnExampleThatIsNotEmpty() {
    each(
        (where, operation) -> {
          if (operation.containsKey("requestBody")) {
            examples(where, operation.getJsonObject("requestBody"));
          }
          for (Map.Entry<String, Object> response : operation.getJsonObject("responses")) {
            JsonObject body = (JsonObject) response.getValue();
            if (body.containsKey("content")) {
              examples(where + " " + response.getKey(), body);
            }
            assertThat(body.containsKey("$ref") || body.containsKey("description"))
                .as(where)
                .isTrue();
          }
        });
  }

  private static void examples(String where, JsonObject body) {
    for (Map.Entry<String, Object> type : body.getJsonObject("content")) {
      assertThat(((JsonObject) type.getValue()).getValue("example")).as(where).isNotNull();
      assertThat(((JsonObject) type.getValue()).getValue("schema")).as(where).isNotNull();
    }
  }

  @Test
  void everyReferencePointsAtSomething() {
    for (String reference : references(DOCUMENT.encode())) {
      JsonObject at = DOCUMENT;
      for (String part : List.of(reference.substring(2).split("/"))) {
        assertThat(at.getJsonObject(part)).as(reference).isNotNull();
        at = at.getJsonObject(part);
      }
    }
  }

  private static Set<String> references(String text) {
    Set<String> found = new HashSet<>();
    var matcher = java.util.regex.Pattern.compile("\"\\$ref\":\"([^\"]+)\"").matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }
}
