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
package io.mqueduct.queue.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.RunningBroker;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** One queue over HTTP, as an operator manages it. Used by the test's thread. */
final class QueueApi {
  private static final String KEY = "boot:s3cret";

  /** The setting that lets this in. */
  static final String BOOTSTRAP = "[\"" + KEY + "\"]";

  private final HttpClient http = HttpClient.newHttpClient();
  private final RunningBroker broker;
  private final String queue;

  QueueApi(RunningBroker broker, String queue) {
    this.broker = broker;
    this.queue = queue;
  }

  private HttpResponse<String> call(String method, String path, String body) {
    String key = Base64.getEncoder().encodeToString(KEY.getBytes(StandardCharsets.UTF_8));
    URI uri = URI.create("http://127.0.0.1:" + broker.port("api") + "/api/v5" + path);
    try {
      return http.send(
          HttpRequest.newBuilder(uri)
              .header("Authorization", "Basic " + key)
              .header("Content-Type", "application/json")
              .method(method, HttpRequest.BodyPublishers.ofString(body))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String done(HttpResponse<String> answer, int status) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body();
  }

  /** Makes the queue. */
  void create(JsonObject fields) {
    done(call("POST", "/queues", fields.encode()), 200);
  }

  /** Deletes the queue. */
  void delete() {
    done(call("DELETE", "/queue/" + queue, ""), 204);
  }

  /** Whether there is the queue. */
  boolean exists() {
    int status = call("GET", "/queue/" + queue, "").statusCode();
    assertThat(status).isIn(200, 404);
    return status == 200;
  }

  /** Drops what nobody has; how much it was. */
  long purge() {
    String said = done(call("DELETE", "/queue/" + queue + "/messages", ""), 200);
    return new JsonObject(said).getLong("purged");
  }

  /** What is in the queue: the number of each message, by its text. */
  Map<String, String> browse() {
    String path = "/queue/" + queue + "/messages?limit=1000&payload=plain";
    JsonObject said = new JsonObject(done(call("GET", path, ""), 200));
    assertThat(said.getJsonObject("meta").getBoolean("hasnext")).isFalse();
    Map<String, String> ids = new LinkedHashMap<>();
    JsonArray data = said.getJsonArray("data");
    for (int i = 0; i < data.size(); i++) {
      JsonObject each = data.getJsonObject(i);
      String twice = ids.put(each.getString("payload"), each.getString("id"));
      assertThat(twice).as("%s is there twice", each.getString("payload")).isNull();
    }
    return ids;
  }

  /** Deletes one message; whether it was there. */
  boolean remove(String id) {
    int status = call("DELETE", "/queue/" + queue + "/messages/" + id, "").statusCode();
    assertThat(status).isIn(204, 404);
    return status == 204;
  }
}
