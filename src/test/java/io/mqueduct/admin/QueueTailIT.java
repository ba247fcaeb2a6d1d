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

import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.WirePeer;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Following a queue with server-sent events. */
class QueueTailIT {
  @RegisterExtension static final ServedApi api = ServedApi.with();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static void queue(String name) {
    ApiClient.Answer made =
        api.call(
            "POST",
            "/queues",
            new JsonObject()
                .put("name", name)
                .put("topic_filter", name + "/#")
                .put("is_lastvalue", false)
                .put("shards", 2));
    assertThat(made.status()).as(made.text()).isEqualTo(200);
  }

  /** An open answer, whose first line says that it follows. */
  private record Tail(InputStream in, BufferedReader lines) implements AutoCloseable {
    static Tail open(String path, String key) throws IOException, InterruptedException {
      HttpRequest request =
          HttpRequest.newBuilder(api.uri("/api/v5" + path))
              .header("Authorization", ApiClient.basic(key))
              .header("Accept-Encoding", "gzip")
              .build();
      HttpResponse<InputStream> answer =
          HTTP.send(request, HttpResponse.BodyHandlers.ofInputStream());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("content-type")).hasValue("text/event-stream");
      Tail tail =
          new Tail(
              answer.body(),
              new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)));
      assertThat(tail.lines.readLine()).startsWith(": tail of ");
      assertThat(tail.lines.readLine()).isEmpty();
      return tail;
    }

    JsonObject next() throws IOException {
      String id = lines.readLine();
      assertThat(id).startsWith("id: ");
      String data = lines.readLine();
      assertThat(data).startsWith("data: ");
      assertThat(lines.readLine()).isEmpty();
      JsonObject message = new JsonObject(data.substring(6));
      assertThat(message.getString("id")).isEqualTo(id.substring(4));
      return message;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private static void publish(String topic, String payload) {
    JsonObject body = new JsonObject().put("topic", topic).put("payload", payload).put("qos", 1);
    assertThat(api.call("POST", "/publish", body).status()).isEqualTo(200);
  }

  @Test
  void saysOfADelayedMessageWhatBrowsingSays() throws Exception {
    queue("late");
    try (Tail tail = Tail.open("/queue/late/tail", ApiClient.ADMIN)) {
      JsonObject delay = new JsonObject().put("mq-delay", "60000");
      JsonObject body =
          new JsonObject()
              .put("topic", "late/x")
              .put("payload", "p")
              .put("qos", 1)
              .put("properties", new JsonObject().put("user_properties", delay));
      assertThat(api.call("POST", "/publish", body).status()).isEqualTo(200);
      JsonObject message = tail.next();
      assertThat(message.getString("state")).isEqualTo("delayed");
      assertThat(message)
          .isEqualTo(
              api.get("/queue/late/messages").object().getJsonArray("data").getJsonObject(0));
    }
  }

  @Test
  void showsWhatIsStoredFromNowOnAndConsumesNothing() throws Exception {
    queue("tail");
    publish("tail/x", "before");
    try (Tail tail = Tail.open("/queue/tail/tail?payload=plain", "look:s3cret")) {
      WirePeer worker = api.broker().connect("tail-worker").open();
      worker.subscribe("$queue/tail", 1);
      assertThat(worker.readPublish().text()).isEqualTo("before");
      for (int i = 0; i < 20; i++) {
        publish("tail/" + i, "t" + i);
      }
      for (int i = 0; i < 20; i++) {
        JsonObject message = tail.next();
        assertThat(message.getString("payload")).isEqualTo("t" + i);
        assertThat(message.getString("topic")).isEqualTo("tail/" + i);
        assertThat(worker.readPublish().text()).isEqualTo("t" + i);
      }
      worker.close();
    }
  }

  @Test
  void showsOnlyTheTopicsThatAreWanted() throws Exception {
    queue("some");
    try (Tail tail = Tail.open("/queue/some/tail?topic=some%2F%2B%2Fb", ApiClient.ADMIN)) {
      publish("some/1/a", "no");
      publish("some/1/b", "yes");
      assertThat(tail.next().getString("payload")).isEqualTo("eWVz");
    }
  }

  @Test
  void saysThatTheQueueIsGone() throws Exception {
    queue("mortal");
    try (Tail tail = Tail.open("/queue/mortal/tail", ApiClient.ADMIN)) {
      api.call("DELETE", "/queue/mortal");
      assertThat(tail.lines.readLine()).isEqualTo("event: end");
      assertThat(tail.lines.readLine()).isEqualTo("data: {}");
      assertThat(tail.lines.readLine()).isEmpty();
      assertThat(tail.lines.readLine()).isNull();
    }
  }

  @Test
  void cutsOffWhoDoesNotReadAndTheQueueGoesOn() throws Exception {
    queue("slow");
    String request =
        "GET /api/v5/queue/slow/tail HTTP/1.1\r\nHost: x\r\nAuthorization: "
            + ApiClient.basic(ApiClient.ADMIN)
            + "\r\n\r\n";
    WirePeer maker = api.broker().connect("slow-maker").open();
    WirePeer worker = api.broker().connect("slow-worker").open();
    worker.subscribe("$queue/slow", 1);
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(8192);
      socket.connect(new java.net.InetSocketAddress("127.0.0.1", api.broker().apiPort()));
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      InputStream in = socket.getInputStream();
      assertThat(in.read()).isEqualTo('H'); // it follows
      String large = "x".repeat(200_000);
      for (int i = 0; i < 100; i++) {
        maker.publish("slow/x", 1, large);
        Publish got = worker.readPublish();
        assertThat(got.payload()).hasSize(200_000);
        worker.ack(PacketType.PUBACK, got.id(), 0);
      }
      // More than may wait for a reader was stored: the rest of the answer ends.
      byte[] buffer = new byte[65_536];
      long read = 0;
      int got;
      socket.setSoTimeout(30_000);
      try {
        while ((got = in.read(buffer)) >= 0) {
          read += got;
        }
      } catch (java.net.SocketException reset) {
        assertThat(reset.getMessage()).contains("reset");
      }
      assertThat(read).isLessThan(100 * 200_000L);
    }
    Awaitility.await().until(() -> api.get("/queue/slow/stats").object().getLong("depth") == 0);
    maker.close();
    worker.close();
  }

  @Test
  void letsSomeFollowAtTheSameTimeAndEachEndsAlone() throws Exception {
    queue("many");
    queue("few");
    List<Tail> tails = new ArrayList<>();
    try (Tail other = Tail.open("/queue/few/tail?payload=plain", ApiClient.ADMIN)) {
      for (int i = 0; i < 63; i++) {
        tails.add(Tail.open("/queue/many/tail", ApiClient.ADMIN));
      }
      ApiClient.Answer full = api.get("/queue/many/tail");
      assertThat(full.status()).isEqualTo(503);
      assertThat(full.code()).isEqualTo("SERVICE_UNAVAILABLE");
      assertThat(full.headers()).containsEntry("retry-after", "1");
      api.call("DELETE", "/queue/many");
      for (Tail each : tails) {
        assertThat(each.lines.readLine()).isEqualTo("event: end");
      }
      publish("few/x", "goes on");
      assertThat(other.next().getString("payload")).isEqualTo("goes on");
      Tail.open("/queue/few/tail", ApiClient.ADMIN).close();
    }
  }

  @Test
  void namesWhatIsWrong() {
    queue("asked");
    assertThat(api.get("/queue/nobody/tail").status()).isEqualTo(404);
    assertThat(api.get("/queue/asked/tail?payload=odd").message()).contains("payload");
    assertThat(api.get("/queue/asked/tail?topic=a%2F%23%2Fb").message()).contains("topic");
    assertThat(api.as("send:s3cret", "GET", "/queue/asked/tail").status()).isEqualTo(403);
  }
}
