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

import io.mqueduct.auth.AuthenticatorChain;
import io.mqueduct.auth.Authorizer;
import io.mqueduct.auth.EnhancedMethods;
import io.mqueduct.bus.LocalCodec;
import io.mqueduct.config.ListenerSettings;
import io.mqueduct.config.RetainerSettings;
import io.mqueduct.config.Settings;
import io.mqueduct.config.SettingsChange;
import io.mqueduct.config.TlsSettings;
import io.mqueduct.protocol.AccessControl;
import io.mqueduct.protocol.MqttListeners;
import io.mqueduct.routing.RetainedStore;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.SharedStrategy;
import io.mqueduct.session.Attach;
import io.mqueduct.session.Attached;
import io.mqueduct.session.Detach;
import io.mqueduct.session.DropListener;
import io.mqueduct.session.Evict;
import io.mqueduct.session.Kick;
import io.mqueduct.session.SessionRegistryVerticle;
import io.mqueduct.session.SessionShards;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.EventBus;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  private final Router router;
  private @Nullable MqttListeners listeners;

  private Broker(Vertx vertx, Settings settings) {
    this.vertx = vertx;
    this.settings = settings;
    this.router =
        new Router(
            new RetainedStore(retainedLimits(settings.retainer())),
            SharedStrategy.valueOf(settings.mqtt().sharedSubscriptionStrategy().name()));
  }

  /** Starts a broker; the future completes when every listener is bound. */
  public static Future<Broker> start(Vertx vertx, Settings settings) {
    Broker broker = new Broker(vertx, settings);
    registerCodecs(vertx.eventBus());
    return broker.startSessions().compose(broker::startListeners).map(broker);
  }

  private static void registerCodecs(EventBus bus) {
    LocalCodec.register(bus, Attach.class);
    LocalCodec.register(bus, Attached.class);
    LocalCodec.register(bus, Detach.class);
    LocalCodec.register(bus, Evict.class);
    LocalCodec.register(bus, Kick.class);
  }

  private Future<SessionShards> startSessions() {
    List<SessionRegistryVerticle> shards = new ArrayList<>();
    List<Future<?>> deployed = new ArrayList<>();
    for (int i = 0; i < settings.node().eventLoops(); i++) {
      SessionRegistryVerticle shard =
          new SessionRegistryVerticle(
              i,
              new BrokerSessions(router, this::settings, DropListener.NONE),
              MqttListeners::currentLoop,
              settings.limits().maxSessions());
      shards.add(shard);
      deployed.add(vertx.deployVerticle(shard));
    }
    vertx.setPeriodic(
        SWEEP_MILLIS,
        id -> router.retained().removeExpired(System.currentTimeMillis(), SWEPT_AT_ONCE));
    return Future.all(deployed)
        .map(
            ignored ->
                new SessionShards(
                    vertx.eventBus(), shards.stream().map(SessionRegistryVerticle::loop).toList()));
  }

  private Future<Void> startListeners(SessionShards shards) {
    return MqttListeners.deploy(vertx, router, accessControl(), shards, this::settings)
        .onSuccess(opened -> listeners = opened)
        .mapEmpty();
  }

  private AccessControl accessControl() {
    return new AccessControl(
        new AuthenticatorChain(List.of(), settings.authentication().admitsAnonymous()),
        new EnhancedMethods(List.of()),
        new Authorizer(List.of(), true, settings.authorization().cache().maxSize()));
  }

  private static RetainedStore.Limits retainedLimits(RetainerSettings retainer) {
    return new RetainedStore.Limits(
        retainer.maxRetained() == Integer.MAX_VALUE ? Long.MAX_VALUE : retainer.maxRetained(),
        retainer.maxPayloadBytes(),
        retainer.msgExpiryIntervalMillis());
  }

  /** The configuration in force. */
  public Settings settings() {
    return settings;
  }

  /**
   * Takes a change of the configuration: what reads {@link #settings} at each use follows at once,
   * and certificates are read again.
   */
  public void change(SettingsChange change) {
    settings = change.now();
    for (ListenerSettings listener : settings.listeners()) {
      TlsSettings tls = listener.ssl();
      boolean touched =
          change.touches("listeners." + listener.id().replace(':', '.') + ".ssl")
              || Stream.of(tls.certFile(), tls.keyFile(), tls.pkcs12File(), tls.caCertFile())
                  .anyMatch(change.files()::contains);
      if (touched && listener.isEnabled()) {
        listeners()
            .reloadCertificate(listener)
            .onSuccess(done -> LOG.info("listener={} certificate reloaded", listener.id()))
            .onFailure(e -> LOG.warn("listener={} old certificate stays: {}", listener.id(), e));
      }
    }
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

  /** Where the broker listens, for people. */
  public String where() {
    return settings.listeners().stream()
        .filter(ListenerSettings::isEnabled)
        .map(each -> each.id() + " on " + each.bind().host() + ":" + port(each.id()))
        .collect(Collectors.joining(", "));
  }

  /** Says goodbye to the clients over {@code node.drain_delay}; Vert.x is the caller's to close. */
  public Future<Void> stop() {
    return listeners().drain(settings.node().drainDelayMillis());
  }
}
