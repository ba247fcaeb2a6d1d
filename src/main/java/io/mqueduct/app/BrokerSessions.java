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

import io.mqueduct.config.Settings;
import io.mqueduct.message.Message;
import io.mqueduct.protocol.SessionRules;
import io.mqueduct.routing.RouteCache;
import io.mqueduct.routing.Router;
import io.mqueduct.session.DropListener;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionLoop;
import io.mqueduct.session.SessionRegistryVerticle.SessionHost;
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
  private final SessionRules rules;

  /**
   * The host of one shard.
   *
   * @param sessions counts those of all shards
   */
  BrokerSessions(
      Router router,
      Supplier<Settings> settings,
      SessionRules rules,
      DropListener drops,
      AtomicInteger sessions) {
    this.router = router;
    this.routes = router.newCache();
    this.settings = settings;
    this.drops = drops;
    this.sessions = sessions;
    this.rules = rules;
  }

  /** Shards may look at the same moment: there may be as many more as there are shards. */
  @Override
  public boolean hasRoom() {
    return sessions.get() < settings.get().limits().maxSessions();
  }

  @Override
  public Session create(String clientId, SessionLoop owner) {
    sessions.incrementAndGet();
    return new Session(clientId, rules.of(settings.get().mqtt()), owner, drops);
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
}
