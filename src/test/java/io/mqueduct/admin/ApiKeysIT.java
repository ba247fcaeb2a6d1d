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
import java.net.http.HttpRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** API keys that are made, changed and deleted over HTTP. */
class ApiKeysIT {
  @RegisterExtension static final ServedApi api = ServedApi.with();

  /** Makes a key; returns KEY:SECRET. */
  private static String make(String name, String role) {
    JsonObject body = new JsonObject().put("name", name).put("role", role);
    var made = api.call("POST", "/api_key", body.encode());
    assertThat(made.status()).as(made.text()).isEqualTo(200);
    assertThat(made.object().getString("role")).isEqualTo(role);
    return made.object().getString("api_key") + ":" + made.object().getString("api_secret");
  }

  private static int put(String name, String body) {
    return api.call("PUT", "/api_key/" + name, body).status();
  }

  private static String token(String pair) {
    JsonObject login =
        new JsonObject()
            .put("username", pair.substring(0, pair.indexOf(':')))
            .put("password", pair.substring(pair.indexOf(':') + 1));
    return api.as("", "POST", "/login", login.encode()).object().getString("token");
  }

  private static int withToken(String token) {
    return api.send(
            HttpRequest.newBuilder(api.uri("/api/v5/nodes"))
                .header("Authorization", "Bearer " + token)
                .build())
        .status();
  }

  @Test
  void makesAKeyOfEachRoleAndShowsItsSecretOnce() {
    String viewer = make("wall", "viewer");
    String publisher = make("gate", "publisher");
    String administrator = make("second", "administrator");
    String message = "{\"topic\":\"t\",\"payload\":\"p\"}";
    assertThat(api.as(viewer, "GET", "/nodes").status()).isEqualTo(200);
    assertThat(api.as(viewer, "POST", "/publish", message).status()).isEqualTo(403);
    assertThat(api.as(publisher, "POST", "/publish", message).status()).isEqualTo(202);
    assertThat(api.as(publisher, "GET", "/nodes").status()).isEqualTo(403);
    assertThat(api.as(administrator, "GET", "/api_key").status()).isEqualTo(200);
    String all = api.get("/api_key").text() + api.get("/api_key/wall").text();
    for (String pair : List.of(viewer, publisher, administrator)) {
      String key = pair.substring(0, pair.indexOf(':'));
      assertThat(all).contains(key).doesNotContain(pair.substring(pair.indexOf(':') + 1));
    }
    assertThat(api.get("/api_key/wall").object().getString("expired_at")).isEqualTo("infinity");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api_key",
    "GET, /%61pi_key",
    "GET, /api_key/",
    "GET, //api_key",
    "GET, /x/../api_key",
    "GET, /api_key/admin",
    "DELETE, /api_key/admin"
  })
  void showsKeysToAdministratorsOnly(String method, String path) {
    for (String pair : new String[] {"look:s3cret", "send:s3cret", ""}) {
      assertThat(api.as(pair, method, path).status()).as(pair).isIn(401, 403, 404);
    }
  }

  @Test
  void holdsFromTheNextCallOnThatAKeyIsDisabledDemotedOrDeleted() {
    String pair = make("short", "administrator");
    String token = token(pair);
    assertThat(api.as(pair, "GET", "/nodes").status()).isEqualTo(200);
    assertThat(withToken(token)).isEqualTo(200);

    assertThat(put("short", "{\"enable\": false}")).isEqualTo(200);
    assertThat(api.as(pair, "GET", "/nodes").status()).isEqualTo(401);
    assertThat(withToken(token)).isEqualTo(401);

    assertThat(put("short", "{\"enable\": true, \"role\": \"viewer\"}")).isEqualTo(200);
    assertThat(api.as(pair, "GET", "/nodes").status()).isEqualTo(200);
    assertThat(api.as(pair, "GET", "/api_key").status()).isEqualTo(403);
    String viewers = token(pair);

    assertThat(api.call("DELETE", "/api_key/short").status()).isEqualTo(204);
    assertThat(api.as(pair, "GET", "/nodes").status()).isEqualTo(401);
    assertThat(withToken(viewers)).isEqualTo(401);
    assertThat(api.call("DELETE", "/api_key/short").status()).isEqualTo(404);
    assertThat(api.get("/api_key/short").status()).isEqualTo(404);
    assertThat(put("short", "{\"enable\": true}")).isEqualTo(404);
  }

  @Test
  void endsWithItsTimeAlsoForTokens() {
    String pair = make("brief", "viewer");
    String soon = Instant.now().plusMillis(1500).toString();
    assertThat(put("brief", "{\"expired_at\": \"" + soon + "\"}")).isEqualTo(200);
    assertThat(api.as(pair, "GET", "/nodes").status()).isEqualTo(200);
    String token = token(pair);
    Awaitility.await().until(() -> api.as(pair, "GET", "/nodes").status() == 401);
    assertThat(withToken(token)).isEqualTo(401);
    assertThat(api.get("/api_key/brief").object().getBoolean("expired")).isTrue();
    assertThat(put("brief", "{\"expired_at\": \"infinity\"}")).isEqualTo(200);
    assertThat(api.as(pair, "GET", "/nodes").status()).isEqualTo(200);
  }

  @Test
  void leavesKeysOfTheConfigurationToTheConfiguration() {
    var delete = api.call("DELETE", "/api_key/look");
    assertThat(delete.status()).isEqualTo(400);
    assertThat(delete.message()).contains("api.bootstrap");
    assertThat(put("boot", "{\"role\": \"viewer\"}")).isEqualTo(400);
    assertThat(api.get("/api_key/boot").object().containsKey("created_at")).isFalse();
    var taken = api.call("POST", "/api_key", "{\"name\": \"look\"}");
    assertThat(taken.code()).isEqualTo("ALREADY_EXISTS");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{\"name\": \"\"}",
        "{\"name\": \"a b\"}",
        "{\"name\": \"..\"}",
        "{\"name\": \"ä\"}",
        "{\"name\": 1}",
        "{\"name\": \"ok\", \"role\": \"root\"}",
        "{\"name\": \"ok\", \"enable\": \"yes\"}",
        "{\"name\": \"ok\", \"secret\": \"mine\"}",
        "{\"name\": \"ok\", \"expired_at\": \"tomorrow\"}",
        "{\"name\": \"ok\", \"expired_at\": \"2001-01-01T00:00:00Z\"}",
        "{\"name\": \"ok\", \"expired_at\": \"+999999999-12-31T23:59:59Z\"}"
      })
  void saysWhatIsWrongWithABody(String body) {
    var answer = api.call("POST", "/api_key", body);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.message()).isNotBlank();
    assertThat(api.get("/api_key/ok").status()).isEqualTo(404);
  }

  @Test
  void takesChangesFromManyAtOnce() {
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      String name = "many" + t;
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 10; i++) {
                  make(name + "-" + i, "viewer");
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread each : threads) {
      Awaitility.await().until(() -> !each.isAlive());
    }
    assertThat(api.get("/api_key").list().stream().filter(k -> k.toString().contains("many")))
        .hasSize(80);
  }
}
