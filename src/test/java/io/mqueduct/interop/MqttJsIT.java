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
package io.mqueduct.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mqueduct.interop.Programs.Ended;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * MQTT.js, which browsers use, over WebSocket; where Node.js and a registry of packages are there.
 */
class MqttJsIT {
  private static final String VERSION = "5.16.0";
  private static final Path DIRECTORY = Path.of("target", "mqttjs");
  private static final AtomicInteger RUNS = new AtomicInteger();
  private static Site site;

  @RegisterExtension static final BeforeAllCallback SITE = context -> site = Site.of(context);

  @BeforeAll
  static void install() throws IOException, InterruptedException {
    Programs.assumeInstalled("node");
    Programs.assumeInstalled("npm");
    Files.createDirectories(DIRECTORY);
    if (!Files.exists(DIRECTORY.resolve("node_modules/mqtt/package.json"))) {
      Files.writeString(DIRECTORY.resolve("package.json"), "{\"private\": true}");
      Ended ended =
          Programs.run(
              DIRECTORY,
              120,
              List.of("npm", "install", "--no-audit", "--no-fund", "mqtt@" + VERSION));
      assumeTrue(ended.code() == 0, "MQTT.js could not be installed: " + ended.output());
    }
    try (InputStream script = MqttJsIT.class.getResourceAsStream("/interop/mqttjs.cjs")) {
      Files.copy(script, DIRECTORY.resolve("mqttjs.cjs"), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @ParameterizedTest
  @CsvSource({"WS, 3, 8", "WS, 4, 8", "WS, 5, 10", "WSS, 4, 8", "WSS, 5, 10", "TCP, 5, 10"})
  void doesWhatItsUsersDo(Transport transport, String version, int steps) throws Exception {
    String url = transport.uri(site).replace("tcp:", "mqtt:");
    String authority = transport.isTls ? site.authority().toAbsolutePath().toString() : "-";

    Ended ended =
        Programs.run(
            DIRECTORY,
            60,
            List.of("node", "mqttjs.cjs", url, version, authority, "js" + RUNS.incrementAndGet()));

    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.output().lines().filter(line -> line.startsWith("ok "))).hasSize(steps);
  }
}
