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
package io.mqueduct.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands of the HTTP API with the URL of somebody who is no broker. */
class ForeignAnswersTest {
  private static final List<String> LISTS =
      List.of("queues list", "queues stats", "queues browse x", "clients list");
  private static final List<String> OTHERS =
      List.of(
          "queues show x",
          "queues create x y",
          "queues update x -s a=1",
          "queues delete x",
          "queues stats x",
          "queues purge x",
          "queues redrive x",
          "queues tail x",
          "clients show x",
          "clients kick x",
          "clients purge x",
          "api-keys list",
          "api-keys create x",
          "api-keys show x",
          "api-keys update x --enable",
          "api-keys delete x",
          "backup x");

  static {
    System.setProperty("sun.net.httpserver.nodelay", "true"); // else each answer waits 40 ms
  }

  private HttpServer server;
  private int status = 200;
  private String type = "application/json";
  private String body = "";

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", type);
          exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private CommandRun run(String words, String... more) {
    List<String> args = new ArrayList<>(Arrays.asList(words.split(" ", -1)));
    args.addAll(List.of("--url", url(), "--key", "k:s"));
    args.addAll(Arrays.asList(more));
    return CommandRun.of(args.toArray(String[]::new));
  }

  private void assertToldInOneLine(String words) {
    for (String form : List.of("table", "json")) {
      CommandRun run = run(words, "-o", form);
      assertThat(run.code()).as(words + " -o " + form).isEqualTo(1);
      assertThat(run.out()).as(words).isEmpty();
      assertThat(run.err())
          .as(words)
          .startsWith("mqueduct ")
          .contains(url() + "/api/v5 does not answer as the API does: ")
          .hasLineCount(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>hello</html>",
        "",
        "[",
        "null",
        "7",
        "[null]",
        "{\"a\":1}",
        "[{\"name\":1}]",
        "{\"purged\":\"many\",\"redriven\":null,\"directory\":7,\"clientid\":{}}",
      })
  void whatIsNotOfTheApiIsOneLineThatNamesTheUrl(String foreign) {
    body = foreign;
    LISTS.forEach(this::assertToldInOneLine);
    OTHERS.forEach(this::assertToldInOneLine);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"data\":[]}",
        "{\"data\":5,\"meta\":7}",
        "{\"data\":[],\"meta\":[]}",
        "{\"data\":{},\"meta\":{}}",
        "{\"data\":[null],\"meta\":{}}",
        "{\"data\":[[]],\"meta\":{}}",
        "{\"data\":[{}],\"meta\":{}}",
        "{\"data\":[],\"meta\":{\"cursor\":5}}",
        "{\"data\":[],\"meta\":{\"hasnext\":true,\"cursor\":\"always the same\"}}",
      })
  void aListThatIsNoneOfTheApiIsOneLineThatNamesTheUrl(String foreign) {
    body = foreign;
    LISTS.forEach(this::assertToldInOneLine);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"<html>moved</html>", "", "[]", "null", "{\"message\":null}", "{\"a\":1}"})
  void aStatusWithoutAReasonNamesTheUrl(String foreign) {
    body = foreign;
    for (int each : new int[] {302, 404, 500}) {
      status = each;
      for (String words : List.of("queues list", "queues tail x", "clients kick x", "backup x")) {
        CommandRun run = run(words);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
            .contains(each + " and no reason; " + url() + "/api/v5 does not answer as the API does")
            .hasLineCount(1);
      }
    }
  }

  @Test
  void aReasonIsTold() {
    status = 409;
    body = "{\"message\":\"it is there\"}";

    assertThat(run("queues create x y").err())
        .isEqualTo("mqueduct queues create: 409 it is there\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"data: <html>\n\n", "data: null\n\n", "data: [", "data: {\"a\":1}\n\n"})
  void anEventThatIsNoneOfTheApiIsOneLine(String foreign) {
    type = "text/event-stream";
    body = foreign;
    CommandRun run = run("queues tail x");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .contains(url() + "/api/v5 does not answer as the API does: ")
        .hasLineCount(1);
  }
}
