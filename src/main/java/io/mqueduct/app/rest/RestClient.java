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
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Calls the REST API of a broker. Every method blocks; for one thread. */
final class RestClient {
  private static final int NO_CONTENT = 204;
  private static final String EVENTS = "text/event-stream";
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

  /** An object in which these fields must be; no success is a {@link CommandFailure}. */
  Answer object(String method, String path, String... needed) {
    return Answer.of(base, call(method, path, BodyPublishers.noBody(), PATIENCE).body(), needed);
  }

  /** A bare list of objects, in each of which these fields must be. */
  List<Answer> list(String method, String path, String... needed) {
    return Answer.list(base, call(method, path, BodyPublishers.noBody(), PATIENCE).body(), needed);
  }

  /** Calls with a body. */
  Answer object(String method, String path, JsonObject body, String... needed) {
    return object(method, path, body, PATIENCE, needed);
  }

  /** The same for a call that may take its time. */
  Answer object(String method, String path, JsonObject body, Duration patience, String... needed) {
    BodyPublisher sent = BodyPublishers.ofString(body.encode());
    return Answer.of(base, call(method, path, sent, patience).body(), needed);
  }

  /** Calls with a list, and wants no answer but that it is done. */
  void call(String method, String path, JsonArray body) {
    done(call(method, path, BodyPublishers.ofString(body.encode()), PATIENCE));
  }

  /** Calls, and wants no answer but that it is done. */
  void call(String method, String path) {
    done(call(method, path, BodyPublishers.noBody(), PATIENCE));
  }

  /** Whoever is no broker may say 200 to everything. */
  private void done(HttpResponse<String> response) {
    if (response.statusCode() != NO_CONTENT) {
      throw Answer.wrong(base, "204 is expected, not " + response.statusCode());
    }
  }

  /**
   * Follows the cursor of a list to its end, or until there were so many rows, in each of which
   * these fields must be.
   */
  void each(String path, long most, Consumer<Answer> action, String... needed) {
    String cursor = "";
    long left = most;
    while (left > 0) {
      Answer page =
          object("GET", path + "&limit=" + Math.min(left, 1000) + "&cursor=" + escape(cursor));
      List<Answer> rows = page.rows("data", needed);
      rows.forEach(action);
      left -= rows.size();
      String next = page.object("meta").optional("cursor");
      if (next == null) {
        return;
      }
      if (next.equals(cursor)) {
        throw Answer.wrong(base, "a list goes on where it was");
      }
      cursor = next;
    }
  }

  private HttpResponse<String> call(
      String method, String path, BodyPublisher body, Duration patience) {
    HttpResponse<String> response =
        send(
            method,
            path,
            body,
            patience,
            HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    if (response.statusCode() >= 300) {
      throw refused(response.statusCode(), response.body());
    }
    return response;
  }

  private <T> HttpResponse<T> send(
      String method,
      String path,
      BodyPublisher body,
      Duration patience,
      HttpResponse.BodyHandler<T> handler) {
    checkNames(path);
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

  /**
   * Both ends of HTTP take the parts {@code .} and {@code ..} of a path, escaped or not, for steps
   * in it: DELETE /queue/./messages would be one of the queue that is named messages. Nothing that
   * a path names has such a name; what can have it is named in a query.
   */
  private static void checkNames(String path) {
    int query = path.indexOf('?');
    String names = query < 0 ? path : path.substring(0, query);
    for (String part : names.substring(1).split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        throw new CommandFailure("there is nothing of the name \"" + part + "\"");
      }
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
    boolean event(String name, Answer data);
  }

  /** Follows server-sent events until no more are wanted. */
  void events(String path, OnEvent action) {
    HttpResponse<InputStream> response =
        send(
            "GET",
            path,
            BodyPublishers.noBody(),
            PATIENCE,
            HttpResponse.BodyHandlers.ofInputStream());
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      if (response.statusCode() >= 300) {
        throw refused(response.statusCode(), lines.lines().collect(Collectors.joining("\n")));
      }
      String type = response.headers().firstValue("Content-Type").orElse("");
      if (!type.startsWith(EVENTS)) {
        throw Answer.wrong(base, EVENTS + " is expected");
      }
      String name = "message";
      String line;
      while ((line = lines.readLine()) != null) {
        if (line.startsWith("event: ")) {
          name = line.substring(7);
        } else if (line.startsWith("data: ")) {
          if (!action.event(name, Answer.of(base, line.substring(6)))) {
            return;
          }
          name = "message";
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw new CommandFailure("the connection to " + base + " is lost: " + e.getMessage());
    }
    throw new CommandFailure("the broker ended the answer");
  }

  /** What came with a status that is no success; the API says why. */
  private CommandFailure refused(int status, String body) {
    try {
      return new CommandFailure(status + " " + Answer.of(base, body).text("message"));
    } catch (CommandFailure e) {
      return new CommandFailure(status + " and no reason; " + e.getMessage());
    }
  }
}
