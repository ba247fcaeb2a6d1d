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

import io.mqueduct.testkit.StartedBroker;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who may call what, and what everybody else is told. */
class AccessIT {
  @RegisterExtension
  static final ServedApi api =
      ServedApi.with("api.max_body", "2KB", "api.cors", "[https://a.example]");

  @Test
  void letsNobodyInWithoutTheRightSecret() {
    for (String key : new String[] {"", "boot:wrong", "nobody:s3cret", "boot:", ":", "x"}) {
      var answer = api.as(key, "GET", "/clients");
      assertThat(answer.status()).as(key).isEqualTo(401);
      assertThat(answer.code()).isEqualTo("UNAUTHORIZED");
    }
    HttpRequest garbage =
        HttpRequest.newBuilder(api.uri("/api/v5/clients"))
            .header("Authorization", "Basic %%%")
            .build();
    assertThat(api.send(garbage).status()).isEqualTo(401);
  }

  @Test
  void aViewerLooksAndChangesNothing() {
    assertThat(api.as("look:s3cret", "GET", "/clients").status()).isEqualTo(200);
    var answer = api.as("look:s3cret", "DELETE", "/clients/x");
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.code()).isEqualTo("FORBIDDEN");
  }

  @Test
  void aPublisherPublishesAndNothingElse() {
    String body = "{\"topic\":\"t\",\"payload\":\"p\"}";
    assertThat(api.as("send:s3cret", "POST", "/publish", body).status()).isEqualTo(202);
    assertThat(api.as("send:s3cret", "GET", "/clients").status()).isEqualTo(403);
  }

  @Test
  void aLoginGivesATokenOfTheSameRole() {
    String body = "{\"username\":\"look\",\"password\":\"s3cret\"}";
    var login = api.as("", "POST", "/login", body);
    assertThat(login.status()).isEqualTo(200);
    assertThat(login.object().getString("role")).isEqualTo("viewer");
    HttpRequest get =
        HttpRequest.newBuilder(api.uri("/api/v5/clients"))
            .header("Authorization", "Bearer " + login.object().getString("token"))
            .build();
    assertThat(api.send(get).status()).isEqualTo(200);
    String wrong = "{\"username\":\"look\",\"password\":\"no\"}";
    assertThat(api.as("", "POST", "/login", wrong).status()).isEqualTo(401);
    HttpRequest forged =
        HttpRequest.newBuilder(api.uri("/api/v5/clients"))
            .header("Authorization", "Bearer x")
            .build();
    assertThat(api.send(forged).status()).isEqualTo(401);
  }

  @Test
  void theFirstStartMakesAKeyThatOnlyTheOwnerCanRead() throws Exception {
    Path data = Path.of(api.broker().broker().settings().node().dataDir());
    Path credentials = data.resolve("admin.credentials");
    Awaitility.await().until(() -> Files.exists(data.resolve("api_keys")));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(credentials)))
        .isEqualTo("rw-------");
    String pair = Files.readString(credentials).strip();
    assertThat(api.as(pair, "GET", "/nodes").status()).isEqualTo(200);
    String secret = pair.substring(pair.indexOf(':') + 1);
    assertThat(Files.readString(data.resolve("api_keys"))).doesNotContain(secret);
  }

  @Test
  void theFiguresForPrometheusNeedAKeyOnlyIfTheConfigurationSaysSo() {
    assertThat(api.as("", "GET", "/prometheus/stats").text()).contains("mqueduct_connections ");
    try (StartedBroker closed =
            StartedBroker.with(ApiClient.settings("metrics.require_auth", "true"));
        ApiClient other = new ApiClient(closed)) {
      assertThat(other.as("", "GET", "/prometheus/stats").status()).isEqualTo(401);
      assertThat(other.get("/prometheus/stats").status()).isEqualTo(200);
    }
    try (StartedBroker none = StartedBroker.with(Map.of("metrics.enable", "false"));
        ApiClient other = new ApiClient(none)) {
      assertThat(other.as("", "GET", "/prometheus/stats").status()).isEqualTo(404);
    }
  }

  @Test
  void answersUnknownPathsAndMethodsInJson() {
    assertThat(api.get("/nothing").status()).isEqualTo(404);
    assertThat(api.call("PUT", "/clients", "{}").status()).isEqualTo(405);
    assertThat(api.call("PUT", "/clients", "{}").code()).isEqualTo("METHOD_NOT_ALLOWED");
    var outside = api.send(HttpRequest.newBuilder(api.uri("/elsewhere")).build());
    assertThat(outside.status()).isEqualTo(404);
    assertThat(outside.code()).isEqualTo("NOT_FOUND");
  }

  @Test
  void refusesABodyThatIsTooLargeOrNotJson() {
    String large = "{\"topic\":\"t\",\"payload\":\"" + "x".repeat(5000) + "\"}";
    var tooLarge = api.call("POST", "/publish", large);
    assertThat(tooLarge.status()).isEqualTo(413);
    assertThat(tooLarge.code()).isEqualTo("PAYLOAD_TOO_LARGE");
    HttpRequest form =
        HttpRequest.newBuilder(api.uri("/api/v5/publish"))
            .header("Authorization", ApiClient.basic(ApiClient.ADMIN))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString("a=b"))
            .build();
    assertThat(api.send(form).status()).isEqualTo(415);
    HttpRequest untyped =
        HttpRequest.newBuilder(api.uri("/api/v5/publish"))
            .header("Authorization", ApiClient.basic(ApiClient.ADMIN))
            .POST(HttpRequest.BodyPublishers.ofString("{}"))
            .build();
    assertThat(api.send(untyped).status()).isEqualTo(415);
  }

  @Test
  void takesAMediaTypeInAnyCase() {
    for (String type :
        List.of("APPLICATION/JSON", "Application/Json; Charset=UTF-8", "application/JSON ;x=Y")) {
      HttpRequest request =
          HttpRequest.newBuilder(api.uri("/api/v5/publish"))
              .header("Authorization", ApiClient.basic(ApiClient.ADMIN))
              .header("Content-Type", type)
              .POST(HttpRequest.BodyPublishers.ofString("{\"topic\":\"t\",\"payload\":\"p\"}"))
              .build();
      assertThat(api.send(request).status()).as(type).isEqualTo(202);
    }
  }

  @Test
  void namesWhatIsWrongWithARequest() {
    assertThat(api.get("/clients?limit=0").message()).contains("limit");
    assertThat(api.get("/clients?limit=many").message()).contains("limit");
    assertThat(api.get("/clients?conn_state=odd").message()).contains("conn_state");
    assertThat(api.call("POST", "/publish", "{\"topic\":\"t\"}").message()).contains("payload");
    assertThat(api.call("POST", "/publish", "{\"topic\":\"a/+\",\"payload\":\"\"}").message())
        .contains("topic");
    assertThat(api.call("POST", "/publish", "{nonsense").status()).isEqualTo(400);
    assertThat(api.call("POST", "/publish", "[]").status()).isEqualTo(400);
    assertThat(api.call("POST", "/publish").status()).isEqualTo(400);
  }

  @Test
  void givesTheRequestIdBackOrMakesOne() {
    HttpRequest request =
        HttpRequest.newBuilder(api.uri("/livez")).header("X-Request-Id", "abc-1").build();
    assertThat(api.send(request).headers()).containsEntry("x-request-id", "abc-1");
    HttpRequest bad =
        HttpRequest.newBuilder(api.uri("/livez")).header("X-Request-Id", "a b").build();
    assertThat(api.send(bad).headers().get("x-request-id")).isNotEqualTo("a b").isNotBlank();
  }

  @Test
  void allowsPagesOfTheConfiguredOriginsOnly() {
    assertThat(origin("https://a.example").headers())
        .containsEntry("access-control-allow-origin", "https://a.example");
    assertThat(origin("https://b.example").headers())
        .doesNotContainKey("access-control-allow-origin");
  }

  private static ApiClient.Answer origin(String origin) {
    return api.send(
        HttpRequest.newBuilder(api.uri("/api/v5/status")).header("Origin", origin).build());
  }

  @Test
  void servesTheDocumentAndThePageToTryItWithoutAnythingFromElsewhere() {
    assertThat(api.as("", "GET", "/openapi.yaml").text()).contains("openapi: 3.1.0");
    for (String file : new String[] {"", "start.js", "swagger-ui.css", "swagger-ui-bundle.js"}) {
      var answer = api.send(HttpRequest.newBuilder(api.uri("/api-docs/" + file)).build());
      assertThat(answer.status()).as(file).isEqualTo(200);
    }
    var page = api.send(HttpRequest.newBuilder(api.uri("/api-docs/")).build());
    assertThat(page.text()).doesNotContain("http:").doesNotContain("https:");
    var nothing = api.send(HttpRequest.newBuilder(api.uri("/api-docs/index.css")).build());
    assertThat(nothing.status()).isEqualTo(404);
  }

  @Test
  void limitsHowOftenACallerCalls() {
    try (StartedBroker limited = StartedBroker.with(ApiClient.settings("api.rate_limit", "5/m"));
        ApiClient caller = new ApiClient(limited)) {
      for (int i = 0; i < 5; i++) {
        assertThat(caller.get("/nodes").status()).isEqualTo(200);
      }
      var answer = caller.get("/nodes");
      assertThat(answer.status()).isEqualTo(429);
      assertThat(answer.code()).isEqualTo("TOO_MANY_REQUESTS");
    }
  }
}
