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
import io.mqueduct.durable.BrokerStore;
import io.mqueduct.durable.SavedSession;
import io.mqueduct.durable.SessionOpening;
import io.mqueduct.durable.StoreJournal;
import io.mqueduct.message.Message;
import io.mqueduct.protocol.SessionRules;
import io.mqueduct.routing.RouteCache;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.Subscription;
import io.mqueduct.session.Attach;
import io.mqueduct.session.DropListener;
import io.mqueduct.session.Restored;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionLoop;
import io.mqueduct.session.SessionRegistryVerticle.Opening;
import io.mqueduct.session.SessionRegistryVerticle.SessionHost;
import io.mqueduct.session.SessionSettings;
import io.mqueduct.session.Will;
import io.mqueduct.session.WillBearer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
  private final @Nullable BrokerStore store;

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
      AtomicInteger sessions,
      @Nullable BrokerStore store) {
    this.router = router;
    this.routes = router.newCache();
    this.settings = settings;
    this.drops = drops;
    this.sessions = sessions;
    this.rules = rules;
    this.store = store;
  }

  /** Shards may look at the same moment: there may be as many more as there are shards. */
  @Override
  public boolean hasRoom() {
    return sessions.get() < settings.get().limits().maxSessions();
  }

  @Override
  public Session create(Attach attach, SessionLoop shard) {
    BrokerStore keeper = store;
    sessions.incrementAndGet();
    SessionSettings mine = rules.of(settings.get().mqtt());
    return keeper == null || attach.expiryMillis() == 0
        ? new Session(attach.clientId(), mine, attach.loop(), drops, null)
        : new Session(attach.clientId(), mine, shard, drops, keeper.newJournal());
  }

  @Override
  public void open(Session session, Attach attach, boolean present, Consumer<Opening> outcome) {
    SessionOpening.open(store, session, attach, present, outcome);
  }

  @Override
  public void away(Session session, long nowMillis, long expiryMillis) {
    SessionOpening.away(session, nowMillis, expiryMillis);
  }

  /** The sessions of before a restart, on the shard's loop. */
  List<Restored> restore(BrokerStore keeper, List<SavedSession> saved, SessionLoop shard) {
    long now = System.currentTimeMillis();
    List<Restored> restored = new ArrayList<>(saved.size());
    for (SavedSession each : saved) {
      StoreJournal journal = keeper.newJournal();
      sessions.incrementAndGet();
      SessionSettings mine = rules.of(settings.get().mqtt());
      Session session = new Session(each.clientId(), mine, shard, drops, journal);
      restored.add(each.into(session, journal, keeper, router, now));
    }
    return restored;
  }

  @Override
  public WillBearer publishing(Session session, Will will, long nowMillis) {
    Message message = will.publish(nowMillis, settings.get().mqtt().messageExpiryIntervalMillis());
    return new WillPublishing(
        session.clientId(),
        router.announcement(message, routes),
        session.storedList() == null ? null : store);
  }

  @Override
  public void ended(Session session) {
    sessions.decrementAndGet();
  }

  @Override
  public void unsubscribe(List<Subscription> some) {
    router.unsubscribeAll(some);
  }
}
