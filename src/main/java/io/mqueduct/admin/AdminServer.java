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
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP side of a running broker. Any thread.
 *
 * <p>It runs in a Vert.x instance of its own with one event loop: so no order of deployments can
 * put it on a loop of MQTT, and a slow or greedy HTTP client takes nothing from MQTT's threads.
 */
public final class AdminServer {
  private static final int WORKERS = 2;

  private final BrokerBus bus;
  private final Vertx http;
  private @Nullable AdminVerticle verticle;

  private AdminServer(BrokerBus bus, Vertx http) {
    this.bus = bus;
    this.http = http;
  }

  /**
   * Makes the Vert.x instance; to be called outside of any event loop.
   *
   * <p>Fails with a {@link BrokerException} of one line if the folder cannot be written.
   *
   * @param broker what the broker runs in
   * @param scratch where files of the class path may be unpacked, until the end
   */
  public static AdminServer create(Vertx broker, Path scratch) {
    FileSystemOptions files =
        new FileSystemOptions()
            .setFileCacheDir(scratch.resolve("http").toString())
            .setFileCacheDirAsExactPath(true);
    VertxOptions options =
        new VertxOptions()
            .setEventLoopPoolSize(1)
            .setWorkerPoolSize(WORKERS)
            .setInternalBlockingPoolSize(WORKERS)
            .setPreferNativeTransport(true)
            .setFileSystemOptions(files);
    try {
      return new AdminServer(new BrokerBus(broker), Vertx.vertx(options));
    } catch (IllegalStateException e) {
      throw new BrokerException(
          Problem.STORE_FAILED,
          scratch + " cannot be written: is the disk full, or not ours? node.data_dir names it");
    }
  }

  /**
   * Binds {@code api.bind}; the future fails with a {@link io.mqueduct.message.BrokerException} of
   * one line if that is not possible.
   */
  public Future<Void> start(AdminParts parts) {
    AdminVerticle deployed = new AdminVerticle(parts, bus);
    verticle = deployed;
    return http.deployVerticle(deployed).mapEmpty();
  }

  /** The port that is really bound. */
  public int port() {
    if (verticle == null) {
      throw new IllegalStateException("not started");
    }
    return verticle.port();
  }

  /**
   * Reads the certificate files again, for new handshakes. The future fails, and the old ones stay,
   * if they cannot be used, or if the server does not run with TLS.
   */
  public Future<Void> reloadCertificate(ApiSettings api) {
    return verticle == null
        ? Future.failedFuture("the API is not started")
        : verticle.reloadCertificate(api);
  }

  /** Ends the server and its threads. */
  public Future<Void> close() {
    return http.close();
  }
}
