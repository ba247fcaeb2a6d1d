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

import io.mqueduct.testkit.LogLines;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** First lines of a request that no HTTP library sends. */
class BadAddressIT {
  @RegisterExtension static final ServedApi api = ServedApi.with();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/%",
        "/%4",
        "/%zz",
        "/api/v5/clients/%E0%A4%A",
        "/api/v5/clients?limit=%",
        "/api/v5/clients?%=1",
        "/api-docs/%"
      })
  void isTheCallersMistakeAndNoErrorInTheLog(String address) throws IOException {
    try (LogLines log = LogLines.of("io.mqueduct")) {
      assertThat(answer(address)).startsWith("HTTP/1.1 400 ").contains("\"BAD_REQUEST\"");
      assertThat(log.all()).noneMatch(line -> line.startsWith("ERROR"));
    }
  }

  @Test
  void encodedCharactersAreFine() throws IOException {
    assertThat(answer("/%6Civez")).startsWith("HTTP/1.1 200 ");
    assertThat(answer("/api/v5/clients/%ff%00")).startsWith("HTTP/1.1 404 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/9.x",
        "HTTP/9.9",
        "HTTP/2.0",
        "HTTP/0.9",
        "HTTP/",
        "",
        "FOO/1.1",
        "<script>/1.1",
        "HTTP/1.1x",
        "HTTP/1.1 HTTP/9.x"
      })
  void aVersionThatIsNoneOfHttp1IsNotRepeatedAndEndsTheConnection(String version)
      throws IOException {
    try (LogLines log = LogLines.of("io.mqueduct")) {
      assertThat(said("GET /livez " + version + "\r\nHost: x\r\n\r\nGET /livez HTTP/1.1\r\n\r\n"))
          .startsWith("HTTP/1.1 400 Bad Request\r\n")
          .containsOnlyOnce("HTTP/");
      assertThat(log.all()).noneMatch(line -> line.startsWith("ERROR"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP/1.2, HTTP/1.1 200",
    "HTTP/1.99, HTTP/1.1 200",
    "HTTP/1.1, HTTP/1.1 200",
    "HTTP/1.0, HTTP/1.0 200"
  })
  void aLaterVersionThatBeginsWithOneIsAnsweredAsOneThatIsKnown(String version, String expected)
      throws IOException {
    assertThat(said("GET /livez " + version + "\r\nHost: x\r\nConnection: close\r\n\r\n"))
        .startsWith(expected);
  }

  private static String answer(String address) throws IOException {
    return said(
        "GET "
            + address
            + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: "
            + ApiClient.basic(ApiClient.ADMIN)
            + "\r\n\r\n");
  }

  /** What comes until the broker closes the connection. */
  private static String said(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.broker().apiPort())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
