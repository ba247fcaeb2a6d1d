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

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * The page at {@code /api-docs} on which the API can be tried: Swagger UI out of the jar, nothing
 * from elsewhere. Owned by the admin's loop.
 */
final class Documents {
  private static final String BASE = "/api-docs";
  private static final String PAGE =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
        <meta charset="utf-8">
        <title>Mqueduct API</title>
        <link rel="stylesheet" href="swagger-ui.css">
        <link rel="icon" href="favicon-32x32.png">
      </head>
      <body>
        <div id="swagger-ui"></div>
        <script src="swagger-ui-bundle.js"></script>
        <script src="start.js"></script>
      </body>
      </html>
      """;
  private static final String START =
      """
      SwaggerUIBundle({
        url: "/api/v5/openapi.yaml",
        dom_id: "#swagger-ui",
        deepLinking: true,
        validatorUrl: null,
        persistAuthorization: false
      });
      """;
  private static final Map<String, String> FILES =
      Map.of(
          "swagger-ui.css", "text/css",
          "swagger-ui-bundle.js", "text/javascript",
          "favicon-32x32.png", "image/png");

  private final Map<String, Buffer> read = new HashMap<>();

  private final Unread unread;

  private Documents(Unread unread) {
    this.unread = unread;
  }

  static void mount(Router root, Unread unread) {
    Documents documents = new Documents(unread);
    root.get(BASE).handler(Documents::page);
    root.get(BASE + "/start.js").handler(call -> send(call, "text/javascript", START));
    root.get(BASE + "/:file").handler(documents::file);
  }

  /** Its files are beside it, so its path ends with a slash. */
  private static void page(RoutingContext call) {
    if (call.request().path().endsWith("/")) {
      send(call, "text/html; charset=utf-8", PAGE);
    } else {
      call.redirect(BASE + "/");
    }
  }

  private static void send(RoutingContext call, String type, String text) {
    call.response()
        .putHeader("Content-Type", type)
        .putHeader(
            "Content-Security-Policy",
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:")
        .putHeader("X-Content-Type-Options", "nosniff");
    Methods.end(call, Buffer.buffer(text.getBytes(StandardCharsets.UTF_8)));
  }

  private void file(RoutingContext call) {
    String name = call.pathParam("file");
    String type = FILES.get(name);
    if (type == null) {
      call.fail(404);
      return;
    }
    call.response()
        .putHeader("Content-Type", type)
        .putHeader("Cache-Control", "max-age=3600")
        .putHeader("X-Content-Type-Options", "nosniff");
    unread.end(call, read.computeIfAbsent(name, Documents::load));
  }

  private static Buffer load(String name) {
    try (InputStream where =
        Documents.class.getResourceAsStream(
            "/META-INF/maven/org.webjars/swagger-ui/pom.properties")) {
      Properties properties = new Properties();
      properties.load(where);
      String path =
          "/META-INF/resources/webjars/swagger-ui/"
              + properties.getProperty("version")
              + "/"
              + name;
      try (InputStream in = Documents.class.getResourceAsStream(path)) {
        if (in == null) {
          throw ApiError.ofStatus(404);
        }
        return Buffer.buffer(in.readAllBytes());
      }
    } catch (IOException e) {
      throw new IllegalStateException("Swagger UI cannot be read", e);
    }
  }
}
