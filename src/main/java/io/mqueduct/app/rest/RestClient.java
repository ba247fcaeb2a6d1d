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
package io.mqueduct.app.rest;

import io.mqueduct.app.CommandFailure;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Calls the REST API of a broker. Every method blocks; for one thread. */
final class RestClient {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final String base;
  private final String authorization;

  RestClient(String url, String credentials) {
    this.base = (url.endsWith("/") ? url.substring(0, url.length() - 1) : url) + "/api/v5";
    byte[] pair = credentials.getBytes(StandardCharsets.UTF_8);
    this.authorization = "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  /** A part of a path with everything escaped that is not a letter or a digit. */
  static String escape(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }

  JsonObject object(String method, String path) {
    return new JsonObject(call(method, path));
  }

  JsonArray list(String method, String path) {
    return new JsonArray(call(method, path));
  }

  /** Calls with a body. */
  JsonObject object(String method, String path, JsonObject body) {
    return new JsonObject(call(method, path, body, PATIENCE));
  }

  /** Calls with a list, and wants no answer. */
  void call(String method, String path, JsonArray body) {
    call(method, path, HttpRequest.BodyPublishers.ofString(body.encode()), PATIENCE);
  }

  /** Follows the cursor of a list to its end, or until there were so many rows. */
  void each(String path, long most, Consumer<JsonObject> action) {
    String cursor = "";
    long left = most;
    while (left > 0) {
      JsonObject page =
          object("GET", path + "&limit=" + Math.min(left, 1000) + "&cursor=" + cursor);
      JsonArray data = page.getJsonArray("data");
      for (int i = 0; i < data.size(); i++) {
        action.accept(data.getJsonObject(i));
      }
      left -= data.size();
      String next = page.getJsonObject("meta").getString("cursor");
      if (next == null) {
        return;
      }
      cursor = next;
    }
  }

  /** The body of a success; what is not one is a {@link CommandFailure} of one line. */
  String call(String method, String path) {
    return call(method, path, HttpRequest.BodyPublishers.noBody(), PATIENCE);
  }

  /** The same for a call that has a body, and may take its time. */
  String call(String method, String path, JsonObject body, Duration patience) {
    return call(method, path, HttpRequest.BodyPublishers.ofString(body.encode()), patience);
  }

  private String call(
      String method, String path, HttpRequest.BodyPublisher body, Duration patience) {
    HttpResponse<String> response =
        send(
            method,
            path,
            body,
            patience,
            HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    if (response.statusCode() >= 300) {
      throw new CommandFailure(response.statusCode() + " " + reason(response.body()));
    }
    return response.body();
  }

  private <T> HttpResponse<T> send(
      String method,
      String path,
      HttpRequest.BodyPublisher body,
      Duration patience,
      HttpResponse.BodyHandler<T> handler) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(base + path))
              .timeout(patience)
              .header("Authorization", authorization)
              .header("Content-Type", "application/json")
              .method(method, body)
              .build();
      return http.send(request, handler);
    } catch (IOException | IllegalArgumentException e) {
      throw new CommandFailure(base + " cannot be reached: " + reason(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted");
    }
  }

  private static String reason(Exception e) {
    if (e.getCause() instanceof UnresolvedAddressException
        || (e.getCause() != null
            && e.getCause().getCause() instanceof UnresolvedAddressException)) {
      return "unknown host";
    }
    if (e instanceof HttpTimeoutException) {
      return "no answer in time";
    }
    if (e instanceof ConnectException) {
      return "nothing listens there (connection refused)";
    }
    String said = e.getMessage();
    return said == null ? "the connection ended" : said;
  }

  /** What is done with an event; returns whether more are wanted. */
  @FunctionalInterface
  interface OnEvent {
    /** An event: its name ({@code message} if it has none) and its data. */
    boolean event(String name, String data);
  }

  /** Follows server-sent events until no more are wanted. */
  void events(String path, OnEvent action) {
    HttpResponse<InputStream> response =
        send(
            "GET",
            path,
            HttpRequest.BodyPublishers.noBody(),
            PATIENCE,
            HttpResponse.BodyHandlers.ofInputStream());
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      if (response.statusCode() >= 300) {
        throw new CommandFailure(
            response.statusCode() + " " + reason(lines.lines().collect(Collectors.joining())));
      }
      String name = "message";
      String line;
      while ((line = lines.readLine()) != null) {
        if (line.startsWith("event: ")) {
          name = line.substring(7);
        } else if (line.startsWith("data: ")) {
          if (!action.event(name, line.substring(6))) {
            return;
          }
          name = "message";
        }
      }
    } catch (IOException e) {
      throw new CommandFailure("the connection to " + base + " is lost: " + e.getMessage());
    }
    throw new CommandFailure("the broker ended the answer");
  }

  private static String reason(String body) {
    try {
      return String.valueOf(new JsonObject(body).getString("message"));
    } catch (DecodeException e) {
      return "and no reason";
    }
  }
}
