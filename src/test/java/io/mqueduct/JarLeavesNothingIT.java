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
package io.mqueduct;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What target/mqueduct.jar leaves on the disk when it is killed. */
class JarLeavesNothingIT {
  private static final Pattern API = Pattern.compile("ready in \\d+ ms: .*api on (\\S+)");

  @TempDir private Path dir;
  private Path system;
  private Path data;
  private Process running;

  @BeforeEach
  void folders() throws IOException {
    system = Files.createDirectory(dir.resolve("system"));
    data = dir.resolve("data");
  }

  @AfterEach
  void end() {
    if (running != null) {
      running.destroyForcibly();
    }
  }

  @Test
  void killedAgainAndAgainItLeavesNoMoreThanOnceAndNothingInTheSystemsFolder() throws Exception {
    for (int i = 0; i < 3; i++) {
      callTheApi(start());
      running.destroyForcibly().waitFor();
    }

    assertThat(in(system)).isEmpty();
    assertThat(in(data.resolve("tmp")))
        .isSubsetOf("http", "librocksdbjni-linux64.so", "librocksdbjni-linux-aarch64.so");
  }

  @Test
  void stoppedInOrderItLeavesNothing() throws Exception {
    callTheApi(start());
    running.destroy();

    assertThat(running.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(in(system)).isEmpty();
    assertThat(in(data.resolve("tmp"))).isEmpty();
  }

  private static List<String> in(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(each -> each.getFileName().toString()).toList();
    }
  }

  /** Starts the jar; returns where its API is. */
  private String start() throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Djava.io.tmpdir=" + system,
            "-jar",
            Path.of(System.getProperty("jar.under.test", "target/mqueduct.jar"))
                .toAbsolutePath()
                .toString(),
            "--data",
            data.toString(),
            "--set",
            "listeners.tcp.default.bind=127.0.0.1:0",
            "--set",
            "listeners.ws.default.enable=false",
            "--set",
            "api.bind=127.0.0.1:0",
            "--set",
            "node.drain_delay=0s");
    Path log = dir.resolve("log");
    running =
        new ProcessBuilder(command)
            .directory(dir.toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(running.getInputStream(), StandardCharsets.UTF_8));
    String line = String.valueOf(out.readLine());
    Matcher ready = API.matcher(line);
    assertThat(ready.find()).as("%s, log: %s", line, Files.readString(log)).isTrue();
    return ready.group(1);
  }

  /** The first call comes before the document of the API has been read, and waits for it. */
  private void callTheApi(String address) throws Exception {
    String key = Files.readString(data.resolve("admin.credentials")).strip();
    HttpRequest call =
        HttpRequest.newBuilder(URI.create("http://" + address + "/api/v5/clients"))
            .header(
                "Authorization",
                "Basic "
                    + java.util.Base64.getEncoder()
                        .encodeToString(key.getBytes(StandardCharsets.UTF_8)))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(call, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }
}
