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
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Operation;
import io.vertx.openapi.validation.ResponseValidator;
import io.vertx.openapi.validation.ValidatableResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Calls the API of a broker like any program would, and checks each answer against the document.
 * Used by the test's thread.
 */
final class ApiClient implements AutoCloseable {
  static final String ADMIN = "boot:s3cret";

  private final int port;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Vertx vertx = Vertx.vertx();
  private final OpenAPIContract contract;
  private final ResponseValidator validator;

  /** An answer. */
  record Answer(int status, String text, Map<String, String> headers) {
    JsonObject object() {
      return new JsonObject(text);
    }

    JsonArray list() {
      return new JsonArray(text);
    }

    /** The rows of a page. */
    JsonArray data() {
      return object().getJsonArray("data");
    }

    JsonObject meta() {
      return object().getJsonObject("meta");
    }

    String code() {
      return object().getString("code");
    }

    String message() {
      return object().getString("message");
    }
  }

  ApiClient(StartedBroker broker) {
    this(broker.apiPort());
  }

  ApiClient(int port) {
    this.port = port;
    try {
      contract =
          Contract.read()
              .open(vertx)
              .toCompletionStage()
              .toCompletableFuture()
              .get(20, TimeUnit.SECONDS);
      validator = ResponseValidator.create(vertx, contract);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Settings with the key that {@link #call} uses. */
  static Map<String, String> settings(String... more) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(
        "api.bootstrap", "[\"" + ADMIN + "\", \"look:s3cret:viewer\", \"send:s3cret:publisher\"]");
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }

  /** Calls as the administrator. */
  Answer call(String method, String path, Object... body) {
    return as(ADMIN, method, path, body);
  }

  Answer get(String path) {
    return call("GET", path);
  }

  /** Calls with a key and secret, or with none. */
  Answer as(String key, String method, String path, Object... body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v5" + path));
    if (!key.isEmpty()) {
      request.header("Authorization", basic(key));
    }
    if (body.length > 0) {
      request.header("Content-Type", "application/json");
    }
    String text = body.length == 0 ? "" : body[0].toString();
    request.method(method, HttpRequest.BodyPublishers.ofString(text));
    Answer answer = send(request.build());
    check(method, path, answer);
    return answer;
  }

  static String basic(String key) {
    return "Basic " + Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends any request. */
  Answer send(HttpRequest request) {
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      Map<String, String> headers = new LinkedHashMap<>();
      response.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
      return new Answer(response.statusCode(), response.body(), headers);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  private void check(String method, String path, Answer answer) {
    String bare = "/api/v5" + path.split("\\?", 2)[0];
    Operation operation = contract.findOperation(bare, HttpMethod.valueOf(method));
    String type = answer.headers.get("content-type");
    if (answer.status >= 400) {
      assertThat(answer.object().fieldNames()).containsExactlyInAnyOrder("code", "message");
      assertThat(type).isEqualTo("application/json");
    }
    assertThat(answer.headers.get("x-request-id")).isNotEmpty();
    if (operation == null) {
      return;
    }
    assertThat(operation.getResponse(answer.status))
        .as("%s %s answers %s, which the document has", method, path, answer)
        .isNotNull();
    if (type == null || !type.equals("application/json")) {
      return;
    }
    try {
      validator
          .validate(
              ValidatableResponse.create(answer.status, Buffer.buffer(answer.text), type),
              operation.getOperationId())
          .toCompletionStage()
          .toCompletableFuture()
          .get(20, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(method + " " + path + " answers " + answer, e);
    }
  }

  @Override
  public void close() {
    vertx.close();
  }
}
