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

import io.mqueduct.config.ApiSettings;
import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import org.jspecify.annotations.Nullable;

/** The HTTP server: owns its connections and everything about its calls, on the admin's loop. */
final class AdminVerticle extends VerticleBase {
  /** More open connections than this are closed at once. */
  static final int MAX_CONNECTIONS = 512;

  private final AdminParts parts;
  private @Nullable HttpServer server;
  private int connections;

  AdminVerticle(AdminParts parts) {
    this.parts = parts;
  }

  @Override
  public Future<?> start() {
    ApiSettings api = parts.settings().get().api();
    Router root = Router.router(vertx);
    new Probes(parts.health()).mount(root);
    HttpServer http = vertx.createHttpServer(HttpOptions.of(api));
    server = http;
    return http.connectionHandler(this::opened)
        .requestHandler(root)
        .listen(api.bind().port(), api.bind().host())
        .recover(
            why ->
                Future.failedFuture(
                    new BrokerException(
                        Problem.INTERNAL, "api.bind " + api.bind() + ": " + why.getMessage())));
  }

  private void opened(HttpConnection connection) {
    connections++;
    connection.closeHandler(closed -> connections--);
    if (connections > MAX_CONNECTIONS) {
      connection.close();
    }
  }

  /** The port that is really bound; after the start. */
  int port() {
    if (server == null) {
      throw new IllegalStateException("not started");
    }
    return server.actualPort();
  }
}
