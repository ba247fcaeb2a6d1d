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

import io.mqueduct.admin.AdminParts;
import io.mqueduct.admin.AdminServer;
import io.mqueduct.admin.SettingsOverride;
import io.mqueduct.bus.Address;
import io.mqueduct.config.ListenerSettings;
import io.mqueduct.config.Settings;
import io.mqueduct.config.SettingsChange;
import io.mqueduct.durable.BrokerStore;
import io.mqueduct.durable.SavedSession;
import io.mqueduct.observe.DropCounts;
import io.mqueduct.observe.SysTopics;
import io.mqueduct.protocol.MqttListeners;
import io.mqueduct.protocol.SessionRules;
import io.mqueduct.queue.NamedQueues;
import io.mqueduct.routing.RetainedStore;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.SharedRules;
import io.mqueduct.session.SessionRegistryVerticle;
import io.mqueduct.session.SessionShards;
import io.mqueduct.store.DropListener;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The whole broker: puts its parts together, starts them in order, and stops them in the reverse
 * one. Any thread.
 */
public final class Broker {
  private static final Logger LOG = LoggerFactory.getLogger(Broker.class);
  private static final int SWEEP_MILLIS = 1000;
  private static final int SWEPT_AT_ONCE = 20_000;

  private final Vertx vertx;
  private volatile Settings settings;
  private final SettingsOverride override;
  private final SharedRules sharedRules;
  private final Router router;
  private final AtomicInteger sessions = new AtomicInteger();
  private final SessionRules rules = new SessionRules();
  private final DropCounts drops = new DropCounts();
  private @Nullable BrokerAccess access;
  private @Nullable MqttListeners listeners;
  private List<String> registries = List.of();
  private final @Nullable AdminServer admin;
  private volatile String notReady = "starting";
  private volatile @Nullable BrokerStore store;
  private volatile @Nullable NamedQueues queues;

  private Broker(Vertx vertx, Settings settings, SettingsOverride override) {
    this.override = override;
    this.vertx = vertx;
    this.settings = settings;
    this.admin =
        settings.api().enable() ? AdminServer.create(vertx, Scratch.of(settings.node())) : null;
    this.sharedRules =
        new SharedRules(RoutingRules.shared(settings.mqtt()), InstantSource.system());
    this.router =
        new Router(new RetainedStore(RoutingRules.retained(settings.retainer())), sharedRules);
  }

  /**
   * Starts a broker; the future completes when every listener is bound.
   *
   * @param override how the API changes the configuration, which is to come back to {@link #change}
   */
  public static Future<Broker> start(Vertx vertx, Settings settings, SettingsOverride override) {
    Broker broker = new Broker(vertx, settings, override);
    BusCodecs.register(vertx.eventBus());
    return BrokerAccess.open(vertx, settings)
        .onSuccess(opened -> broker.access = opened)
        .compose(opened -> broker.openStore())
        .compose(opened -> broker.startQueues())
        .compose(opened -> broker.startSessions())
        .onSuccess(started -> broker.beginExpiring())
        .compose(broker::startListeners)
        .compose(opened -> broker.startSysTopics(opened))
        .compose(started -> broker.startAdmin())
        .onSuccess(started -> broker.notReady = "")
        .recover(why -> broker.end().transform(ended -> Future.failedFuture(why)))
        .map(broker);
  }

  /** What is kept on the disk is there before any client comes. */
  private Future<Void> openStore() {
    if (!settings.needsStore()) {
      return Future.succeededFuture();
    }
    Path directory = Path.of(settings.node().dataDir());
    return vertx
        .executeBlocking(
            () -> {
              BrokerStore opened = BrokerStore.open(directory, settings.durability());
              store = opened;
              router.busyWhen(opened::isBusy);
              if (settings.keepsSessions()) {
                long retained = opened.loadRetained(router.retained(), System.currentTimeMillis());
                LOG.info("store={} open, retained={}", directory, retained);
                router.journal(opened);
              }
              return opened;
            })
        .mapEmpty();
  }

  /** The store, if sessions are kept in it. */
  private @Nullable BrokerStore sessionStore() {
    return settings.keepsSessions() ? store : null;
  }

  /** Before the sessions, which consume them. */
  private Future<Void> startQueues() {
    BrokerStore opened = store;
    return opened == null || !settings.mq().enable()
        ? Future.succeededFuture()
        : BrokerQueues.start(vertx, this::settings, router, opened)
            .onSuccess(started -> queues = started)
            .mapEmpty();
  }

  /** What expires is told to those who have it in memory, which is everybody by now. */
  private void beginExpiring() {
    BrokerStore opened = store;
    NamedQueues named = queues;
    if (opened != null) {
      opened.beginExpiring(named == null ? DropListener.NONE : named::expired);
    }
  }

  private Future<?> restoreSessions(
      List<SessionRegistryVerticle> shards, List<BrokerSessions> hosts) {
    BrokerStore opened = sessionStore();
    if (opened == null) {
      return Future.succeededFuture();
    }
    return vertx
        .executeBlocking(() -> SavedSession.readAll(opened.store().reader()))
        .compose(
            saved -> {
              List<List<SavedSession>> byShard = new ArrayList<>();
              shards.forEach(each -> byShard.add(new ArrayList<>()));
              for (SavedSession each : saved) {
                byShard.get(Address.shardOf(each.clientId(), shards.size())).add(each);
              }
              List<Future<?>> restored = new ArrayList<>();
              for (int i = 0; i < shards.size(); i++) {
                SessionRegistryVerticle shard = shards.get(i);
                BrokerSessions host = hosts.get(i);
                List<SavedSession> mine = byShard.get(i);
                restored.add(shard.restore(() -> host.restore(opened, mine, shard.loop())));
              }
              return Future.all(restored).onSuccess(done -> opened.sessionsRestored());
            });
  }

  private Future<SessionShards> startSessions() {
    List<BrokerSessions> hosts = new ArrayList<>();
    List<SessionRegistryVerticle> shards = new ArrayList<>();
    List<Future<String>> deployed = new ArrayList<>();
    for (int i = 0; i < settings.node().eventLoops(); i++) {
      BrokerSessions host =
          new BrokerSessions(router, this::settings, rules, drops, sessions, sessionStore());
      hosts.add(host);
      SessionRegistryVerticle shard =
          new SessionRegistryVerticle(i, host, MqttListeners::currentLoop);
      shards.add(shard);
      deployed.add(vertx.deployVerticle(shard));
    }
    vertx.setPeriodic(
        SWEEP_MILLIS,
        id -> router.removeExpiredRetained(System.currentTimeMillis(), SWEPT_AT_ONCE));
    return Future.all(deployed)
        .onSuccess(ids -> registries = ids.list())
        .compose(ignored -> restoreSessions(shards, hosts))
        .onSuccess(ignored -> shards.forEach(SessionRegistryVerticle::begin))
        .map(
            ignored ->
                new SessionShards(
                    vertx.eventBus(), shards.stream().map(SessionRegistryVerticle::loop).toList()));
  }

  private Future<?> startSysTopics(MqttListeners opened) {
    return vertx.deployVerticle(
        new SysTopics(router, this::settings, ProgramVersion.number(), figures(opened)));
  }

  private BrokerFigures figures(MqttListeners opened) {
    BrokerStore stored = store;
    return new BrokerFigures(
        opened, router, sessions, drops, queues, stored == null ? null : stored.store().health());
  }

  private Future<MqttListeners> startListeners(SessionShards shards) {
    return MqttListeners.deploy(
            vertx, router, access().control(), shards, rules, queues, this::settings)
        .onSuccess(opened -> listeners = opened);
  }

  /** Last, since what it shows has to be there; its probes say "not ready" until all is. */
  private Future<Void> startAdmin() {
    BrokerStore opened = store;
    return admin == null
        ? Future.succeededFuture()
        : admin.start(
            new AdminParts(
                ProgramVersion.number(),
                this::settings,
                this::whyNotReady,
                figures(listeners()),
                router,
                settings.node().eventLoops(),
                this::port,
                id -> listeners().sockets(id),
                opened == null ? null : opened::backup,
                queues,
                override));
  }

  private Future<Void> closeAdmin() {
    return admin == null ? Future.succeededFuture() : admin.close();
  }

  private List<String> whyNotReady() {
    BrokerStore opened = store;
    String why = !notReady.isEmpty() || opened == null ? notReady : opened.whyNotReady();
    return why.isEmpty() ? List.of() : List.of(why);
  }

  /**
   * Takes up a change of the configuration, or of a file that it names; the future completes when
   * everything follows it. What cannot be taken up is a line in the log and stays as it was.
   */
  public Future<Void> change(SettingsChange change) {
    settings = change.now();
    sharedRules.change(RoutingRules.shared(change.now().mqtt()));
    router.retained().limits(RoutingRules.retained(change.now().retainer()));
    List<Future<?>> followed = new ArrayList<>();
    followed.add(access().apply(change));
    followed.add(Certificates.follow(change, listeners(), admin));
    return Future.all(followed).mapEmpty();
  }

  /** The configuration in force. */
  public Settings settings() {
    return settings;
  }

  private BrokerAccess access() {
    if (access == null) {
      throw new IllegalStateException("not started");
    }
    return access;
  }

  private MqttListeners listeners() {
    if (listeners == null) {
      throw new IllegalStateException("not started");
    }
    return listeners;
  }

  /**
   * The port that a listener has.
   *
   * @param listenerId such as {@code tcp:default}
   */
  public int port(String listenerId) {
    return listeners().port(listenerId);
  }

  /** The port of the HTTP API. */
  public int apiPort() {
    if (admin == null) {
      throw new IllegalStateException("not started, or api.enable is false");
    }
    return admin.port();
  }

  /** Open sockets of all listeners, connected or not. */
  public int sockets() {
    return listeners().sockets();
  }

  /** Subscriptions of all sessions. */
  public long subscriptions() {
    return router.subscriptions();
  }

  /** Where the broker listens, for people. */
  public String where() {
    return settings.listeners().stream()
            .filter(ListenerSettings::isEnabled)
            .map(each -> each.id() + " on " + each.bind().host() + ":" + port(each.id()))
            .collect(Collectors.joining(", "))
        + (admin == null ? "" : ", api on " + settings.api().bind().host() + ":" + admin.port());
  }

  /**
   * Says goodbye to the clients over {@code node.drain_delay}, closes the ports, lets the
   * registries take the sessions back, ends the rest, and closes the store last; Vert.x is the
   * caller's to close.
   */
  public Future<Void> stop() {
    notReady = "stopping";
    return listeners().drain(settings.node().drainDelayMillis()).eventually(this::end);
  }

  /** Ends what has been started, which is not all if something could not be. */
  private Future<Void> end() {
    return closeListeners()
        .eventually(() -> Future.all(registries.stream().map(vertx::undeploy).toList()))
        .eventually(this::closeAdmin)
        .eventually(this::stopQueues)
        .eventually(() -> access == null ? Future.succeededFuture() : access.close())
        .eventually(this::closeStore);
  }

  private Future<Void> closeListeners() {
    return listeners == null ? Future.succeededFuture() : listeners.close();
  }

  private Future<Void> stopQueues() {
    NamedQueues named = queues;
    return named == null ? Future.succeededFuture() : named.stop();
  }

  private Future<Void> closeStore() {
    BrokerStore opened = store;
    return opened == null
        ? Future.succeededFuture()
        : vertx.executeBlocking(
            () -> {
              opened.close();
              return null;
            });
  }

  /** What is kept on the disk; null if neither sessions nor named queues are. */
  public @Nullable BrokerStore store() {
    return store;
  }
}
