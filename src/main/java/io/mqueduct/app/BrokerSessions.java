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

import io.mqueduct.config.MqttSettings;
import io.mqueduct.config.Settings;
import io.mqueduct.message.Message;
import io.mqueduct.routing.RouteCache;
import io.mqueduct.routing.Router;
import io.mqueduct.session.DropListener;
import io.mqueduct.session.Priorities;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionLoop;
import io.mqueduct.session.SessionRegistryVerticle.SessionHost;
import io.mqueduct.session.SessionSettings;
import io.mqueduct.session.Will;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Makes the sessions of one registry shard and takes them apart: where sessions meet configuration
 * and routing. Owned by the shard's loop.
 */
final class BrokerSessions implements SessionHost {
  private final Router router;
  private final RouteCache routes;
  private final Supplier<Settings> settings;
  private final DropListener drops;
  private final AtomicInteger sessions;
  private MqttSettings rulesOf;
  private SessionSettings rules; // one for all sessions that were made under them

  /**
   * The host of one shard.
   *
   * @param sessions counts those of all shards
   */
  BrokerSessions(
      Router router, Supplier<Settings> settings, DropListener drops, AtomicInteger sessions) {
    this.router = router;
    this.routes = router.newCache();
    this.settings = settings;
    this.drops = drops;
    this.sessions = sessions;
    this.rulesOf = settings.get().mqtt();
    this.rules = rules(rulesOf);
  }

  /** Shards may look at the same moment: there may be as many more as there are shards. */
  @Override
  public boolean hasRoom() {
    return sessions.get() < settings.get().limits().maxSessions();
  }

  @Override
  public Session create(String clientId, SessionLoop owner) {
    sessions.incrementAndGet();
    MqttSettings mqtt = settings.get().mqtt();
    if (!mqtt.equals(rulesOf)) {
      rulesOf = mqtt;
      rules = rules(mqtt);
    }
    return new Session(clientId, rules, owner, drops);
  }

  @Override
  public void publishWill(String clientId, Will will, long nowMillis) {
    Message message = will.publish(nowMillis, settings.get().mqtt().messageExpiryIntervalMillis());
    router.publish(message, routes);
  }

  @Override
  public void forget(Session session) {
    sessions.decrementAndGet();
    router.unsubscribeAll(session.subscriptions().all());
  }

  /** What the section {@code mqtt} says about sessions. */
  static SessionSettings rules(MqttSettings mqtt) {
    return SessionSettings.DEFAULTS.toBuilder()
        .maxInflight(mqtt.maxInflight())
        .maxMqueueLen(unlimitedIsZero(mqtt.maxMqueueLen()))
        .maxMqueueTotalLen(unlimitedIsZero(mqtt.maxMqueueTotalLen()))
        .maxMqueueBytes(mqtt.maxMqueueBytes() == Long.MAX_VALUE ? 0 : mqtt.maxMqueueBytes())
        .storeQos0(mqtt.mqueueStoreQos0())
        .priorities(
            mqtt.mqueuePriorities().isEmpty()
                ? Priorities.DISABLED
                : new Priorities(
                    mqtt.mqueuePriorities(),
                    mqtt.mqueueDefaultPriority() == MqttSettings.DefaultPriority.HIGHEST))
        .shiftMultiplier(mqtt.mqueueShiftMultiplier())
        .retryIntervalMillis(
            mqtt.retryIntervalMillis() == Long.MAX_VALUE ? 0 : mqtt.retryIntervalMillis())
        .maxAwaitingRel(unlimitedIsZero(mqtt.maxAwaitingRel()))
        .awaitRelTimeoutMillis(mqtt.awaitRelTimeoutMillis())
        .maxSubscriptions(unlimitedIsZero(mqtt.maxSubscriptions()))
        .upgradeQos(mqtt.upgradeQos())
        .build();
  }

  private static int unlimitedIsZero(int limit) {
    return limit == Integer.MAX_VALUE ? 0 : limit;
  }
}
