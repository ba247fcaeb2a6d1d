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
import io.mqueduct.protocol.CertificateCheck;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server: owns its connections and everything about its calls, on the admin's loop. */
final class AdminVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(AdminVerticle.class);

  private final AdminParts parts;
  private final BrokerBus bus;
  private volatile @Nullable HttpServer server;
  private volatile boolean isTls;
  private Future<?> reading = Future.succeededFuture();

  AdminVerticle(AdminParts parts, BrokerBus bus) {
    this.parts = parts;
    this.bus = bus;
  }

  @Override
  public Future<?> start() {
    ApiSettings api = parts.settings().get().api();
    Path dataDir = Path.of(parts.settings().get().node().dataDir());
    Future<Void> first =
        vertx.executeBlocking(
            () -> {
              ApiKeys.makeFirst(dataDir, System.currentTimeMillis());
              return null;
            });
    // Hashing takes its time: clients of the API wait for it, not the start of the broker.
    Future<ApiKeys> keys =
        first.compose(made -> vertx.executeBlocking(() -> ApiKeys.open(api, dataDir)));
    keys.onFailure(why -> LOG.error("the API lets nobody in: {}", why.getMessage()));
    Connections connections = new Connections(vertx);
    Router root = Router.router(vertx);
    ApiRouter.frame(root);
    connections.mount(root);
    new Probes(parts.health()).mount(root);
    Unread unread = Unread.ofDirectMemory();
    Documents.mount(root, unread);
    Contract contract = Contract.read();
    Gate gate = new Gate(vertx, parts.settings(), keys);
    // So does the document that calls are checked with, which is read and checked itself.
    Future<Router> operations =
        contract
            .open(vertx)
            .map(
                open ->
                    ApiRouter.operations(vertx, open, calls(contract, gate, keys, unread), unread))
            .onFailure(why -> LOG.error("the API serves no calls: {}", why.getMessage()));
    reading = keys.transform(read -> operations.transform(opened -> Future.succeededFuture()));
    ApiRouter.mount(root, api, gate, operations);
    // A start that fails ends the loops, which what is read beside it needs.
    return first
        .transform(made -> checkCertificate(api))
        .recover(
            why ->
                Future.failedFuture(
                    new BrokerException(Problem.INTERNAL, "api.tls: " + why.getMessage())))
        .compose(right -> listen(api, root, connections))
        .recover(why -> reading.transform(read -> Future.failedFuture(why)));
  }

  private Future<?> listen(ApiSettings api, Router root, Connections connections) {
    HttpServer http = vertx.createHttpServer(HttpOptions.of(api));
    server = http;
    isTls = api.tls().hasCertificate();
    return http.connectionHandler(
            opened -> {
              HttpServerSeam.watch(opened);
              connections.opened(opened);
            })
        .requestHandler(root)
        .listen(api.bind().port(), api.bind().host())
        .recover(
            why ->
                Future.failedFuture(
                    new BrokerException(
                        Problem.INTERNAL, "api.bind " + api.bind() + ": " + why.getMessage())));
  }

  /** See {@link AdminServer#reloadCertificate}; any thread. */
  Future<Void> reloadCertificate(ApiSettings api) {
    HttpServer http = server;
    return http == null || !isTls || !api.tls().hasCertificate()
        ? Future.failedFuture("HTTPS is switched on and off by a restart")
        : checkCertificate(api)
            .compose(right -> http.updateSSLOptions(HttpOptions.reloaded(api), true))
            .mapEmpty();
  }

  private Future<Void> checkCertificate(ApiSettings api) {
    return vertx.executeBlocking(
        () -> {
          if (api.tls().hasCertificate()) {
            CertificateCheck.read(vertx, api.tls());
          }
          return null;
        });
  }

  /** What is read beside the start needs the loop and the files to its end. */
  @Override
  public Future<?> stop() {
    return reading;
  }

  /** Every group of operations; one more is added here and in openapi.yaml. */
  private List<Operations.Calls> calls(
      Contract contract, Gate gate, Future<ApiKeys> keys, Unread unread) {
    Sessions sessions = new Sessions(bus, context, parts.shards());
    Supplier<String> node = () -> parts.settings().get().node().name();
    var subscriptions = new SubscriptionCalls(sessions, parts.router(), node);
    Queues queues = new Queues(bus, context, parts);
    return List.of(
        new QueueCalls(queues),
        new QueueReports(queues),
        new QueueMessageCalls(queues, parts.settings()),
        new QueueWork(queues),
        new QueueRedrive(queues),
        new QueueTails(queues, unread),
        new QueueConfigCalls(parts.settings(), parts.override(), context),
        new AccessCalls(gate, contract, parts.version()),
        new ApiKeyCalls(keys, gate, context),
        new ClientCalls(sessions, subscriptions, node),
        subscriptions,
        new MessageCalls(parts.router(), parts.settings(), context),
        new RetainedCalls(parts.router(), context),
        new BrokerCalls(parts, new QueueFigures(queues, parts.queues())),
        new StoreCalls(parts.backup(), context));
  }

  /** The port that is really bound; after the start. */
  int port() {
    HttpServer http = server;
    if (http == null) {
      throw new IllegalStateException("not started");
    }
    return http.actualPort();
  }
}
