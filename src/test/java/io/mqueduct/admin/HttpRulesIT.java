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
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What holds for every call: methods, bodies, and what callers are told (RFC 9110, RFC 8259). */
class HttpRulesIT {
  @TempDir private static Path dir;
  private static StartedBroker broker;
  private static ApiClient api;

  @BeforeAll
  static void start() {
    broker =
        StartedBroker.with(
            ApiClient.settings("node.data_dir", dir.resolve("data").toString(), "node.name", "n1"));
    api = new ApiClient(broker);
    api.call("POST", "/queues", "{\"name\":\"q\",\"topic_filter\":\"q/#\"}");
  }

  @AfterAll
  static void stop() {
    api.close();
    broker.close();
  }

  private static ApiClient.Answer send(String method, String path, String key) {
    return send(HttpClient.Version.HTTP_1_1, method, path, key);
  }

  private static ApiClient.Answer send(
      HttpClient.Version version, String method, String path, String key) {
    HttpRequest.Builder request = HttpRequest.newBuilder(api.uri(path)).version(version);
    if (!key.isEmpty()) {
      request.header("Authorization", ApiClient.basic(key));
    }
    return api.send(request.method(method, HttpRequest.BodyPublishers.noBody()).build());
  }

  @ParameterizedTest
  @CsvSource({
    "/livez, ''",
    "/api-docs/, ''",
    "/api/v5/status, ''",
    "/api/v5/openapi.yaml, ''",
    "/api/v5/prometheus/stats, ''",
    "/api/v5/queues, boot:s3cret",
    "/api/v5/queues, look:s3cret:viewer",
    "/api/v5/queue/q/stats, boot:s3cret",
    "/api/v5/clients?limit=5, boot:s3cret"
  })
  void headIsServedWhereGetIsWithoutABody(String path, String key) {
    String pair = key.replace(":viewer", "");
    for (HttpClient.Version version : HttpClient.Version.values()) {
      ApiClient.Answer got = send(version, "GET", path, pair);
      ApiClient.Answer head = send(version, "HEAD", path, pair);
      assertThat(head.status()).isEqualTo(got.status()).isEqualTo(200);
      assertThat(head.text()).isEmpty();
      assertThat(head.headers())
          .containsEntry("content-type", got.headers().get("content-type"))
          .containsKey("content-length");
    }
  }

  @Test
  void headFailsAsGetDoes() throws Exception {
    assertThat(send("HEAD", "/api/v5/queue/none", ApiClient.ADMIN).status()).isEqualTo(404);
    assertThat(send("HEAD", "/api/v5/queues", "").status()).isEqualTo(401);
    assertThat(send("HEAD", "/api/v5/queues", "send:s3cret").status()).isEqualTo(403);
    assertThat(send("HEAD", "/api/v5/queues?limit=x", ApiClient.ADMIN).status()).isEqualTo(400);
    // Of what goes on without an end only the head is sent.
    ApiClient.Answer tail =
        CompletableFuture.supplyAsync(() -> send("HEAD", "/api/v5/queue/q/tail", ApiClient.ADMIN))
            .get(10, TimeUnit.SECONDS);
    assertThat(tail.status()).isEqualTo(200);
    assertThat(tail.headers()).containsEntry("content-type", "text/event-stream");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PUT | /api/v5/clients | GET, HEAD",
        "POST | /api/v5/queue/q | DELETE, GET, HEAD, PATCH, PUT",
        "GET | /api/v5/publish | POST",
        "HEAD | /api/v5/publish | POST",
        "DELETE | /livez | GET, HEAD",
      })
  void aMethodThatAPathDoesNotHaveIsToldWhichItHas(String method, String path, String allowed) {
    ApiClient.Answer refused = send(method, path, ApiClient.ADMIN);
    assertThat(refused.status()).isEqualTo(405);
    assertThat(refused.headers()).containsEntry("allow", allowed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "GET | /queues?limit=many | | limit: 'many' is not allowed; expected an integer from 1 to"
            + " 10000",
        "GET | /queues?limit=0 | | limit: 0 is not allowed; expected an integer from 1 to 10000",
        "GET | /queue/q/messages?payload=odd | | payload: 'odd' is not allowed; expected base64,"
            + " plain or none",
        "POST | /publish | {'topic':'t'} | payload: is missing; expected a text",
        "POST | /publish | {'topic':'t','payload':'','qos':3} | qos: 3 is not allowed; expected 0,"
            + " 1 or 2",
        "POST | /publish | [] | the body: a list of 0 is not allowed; expected an object",
        "POST | /queue/q/pull | {'max':2000} | max: 2000 is not allowed; expected an integer from 1"
            + " to 1000",
        "POST | /queue/q/pull | {'colour':1} | colour: unknown field; known are consumer, lease,"
            + " max, max_payload_bytes, payload, wait",
        "POST | /queue/q/ack | {'acks':[{'id':'x','outcome':'gone'}]} | acks.0.outcome: 'gone' is"
            + " not allowed; expected done, reject, retry_other or dead_letter",
        "POST | /publish | {'topic':'t','topic':'u','payload':''} | Duplicate field",
        "POST | /publish | {'topic':'t',/*c*/'payload':''} | comment",
        "PUT | /queues/config | {'max_queue_count':0} | max_queue_count: '0' is not allowed;"
            + " expected an integer from 1 to 1000000",
        "PUT | /queues/config | {'max_queue_count':'a','max_queue_count':2} | Duplicate field",
        "POST | /publish | {'topic':'t','payload':'','properties':{'user_properties':{'mq-delay':"
            + "'soon'}}} | properties.user_properties.mq-delay: 'soon' is no number",
        "POST | /publish | {'topic':'t','payload':'/w==','payload_encoding':'base64',"
            + "'properties':{'payload_format_indicator':1}} | payload: is not UTF-8",
        "POST | /queue/q/messages | {'payload':'','properties':{'user_properties':{'mq-dedup-id':"
            + "''}}} | properties.user_properties.mq-dedup-id: is empty",
        "POST | /backups | {'directory':'here'} | directory: 'here' is not an absolute path",
      })
  void namesTheFieldWhatCameAndWhatIsExpected(
      String method, String path, String body, String line) {
    Object[] sent = body == null || body.isBlank() ? new Object[0] : quoted(body);
    ApiClient.Answer refused = api.call(method, path, sent);
    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.code()).isEqualTo("BAD_REQUEST");
    assertThat(refused.message()).contains(line.replace('\'', '"').strip());
  }

  private static Object[] quoted(String body) {
    return new Object[] {body.replace('\'', '"')};
  }

  @Test
  void blamesTheDirectoryOfABackupAndNotTheStore() throws Exception {
    Path file = Files.writeString(dir.resolve("file"), "x");
    Path store = dir.resolve("data/store/copy");
    for (Path wrong : List.of(file, file.resolve("below"), file.resolve("far/below"), store)) {
      ApiClient.Answer refused = api.call("POST", "/backups", "{\"directory\":\"" + wrong + "\"}");
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.code()).isEqualTo("BAD_REQUEST");
      assertThat(refused.message()).contains(wrong.toString()).doesNotContain("xception");
    }
    ApiClient.Answer full = api.call("POST", "/backups", "{\"directory\":\"" + dir + "\"}");
    assertThat(full.status()).isEqualTo(400);
    assertThat(full.code()).isEqualTo("ALREADY_EXISTS");
    assertThat(full.message()).isEqualTo(dir + " is not empty");
  }
}
