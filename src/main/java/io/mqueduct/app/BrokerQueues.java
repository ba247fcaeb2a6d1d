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

import io.mqueduct.config.MqSettings;
import io.mqueduct.config.Settings;
import io.mqueduct.durable.BrokerStore;
import io.mqueduct.protocol.MqttListeners;
import io.mqueduct.queue.NamedQueues;
import io.mqueduct.routing.Router;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where named queues meet configuration and store. Stateless. */
final class BrokerQueues {
  /** The part of the heap that waiting messages may take. */
  private static final int HEAP_SHARE = 8;

  private BrokerQueues() {}

  /** Opens the queues of the store. */
  static Future<NamedQueues> start(
      Vertx vertx, Supplier<Settings> settings, Router router, BrokerStore store) {
    NamedQueues.Ground ground =
        new NamedQueues.Ground(
            store.store(),
            store::read,
            router,
            settings.get().node().eventLoops(),
            MqttListeners::currentExecutor,
            Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    return NamedQueues.start(vertx, ground, new CurrentRules(settings));
  }

  /** The rules of the configuration in force; made anew only when that changes. */
  private static final class CurrentRules implements Supplier<NamedQueues.Rules> {
    private final Supplier<Settings> settings;
    private volatile @Nullable Made last;

    private record Made(Settings from, NamedQueues.Rules rules) {}

    CurrentRules(Supplier<Settings> settings) {
      this.settings = settings;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a change of settings is a new object
    public NamedQueues.Rules get() {
      Settings now = settings.get();
      Made made = last;
      if (made == null || made.from != now) {
        made = new Made(now, rules(now));
        last = made;
      }
      return made.rules;
    }
  }

  private static NamedQueues.Rules rules(Settings settings) {
    MqSettings mq = settings.mq();
    return new NamedQueues.Rules(
        QueueTemplates.reader(settings), mq.maxQueueCount(), QueueTemplates.of(mq.autoCreate()));
  }
}
