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

import io.mqueduct.durable.BrokerStore;
import io.mqueduct.routing.Announcement;
import io.mqueduct.session.WillBearer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long it is tried to publish one Will: that of a persistent session for as long as the store
 * cannot write, any other one for two seconds. The loop of the announcement.
 */
final class WillPublishing implements WillBearer {
  private static final Logger LOG = LoggerFactory.getLogger(WillPublishing.class);
  private static final int TRIES = 20;
  private static final long SOON_MILLIS = 100;
  private static final long BROKEN_MILLIS = 500;

  private final String clientId;
  private final Announcement announced;
  private final @Nullable BrokerStore keeper;
  private final AtomicInteger failed = new AtomicInteger();

  /**
   * A will.
   *
   * @param keeper of its session; null if that is not persistent
   */
  WillPublishing(String clientId, Announcement announced, @Nullable BrokerStore keeper) {
    this.clientId = clientId;
    this.announced = announced;
    this.keeper = keeper;
  }

  @Override
  public void go(LongConsumer again) {
    announced.go(done -> again.accept(done ? 0 : waitMillis()));
  }

  private long waitMillis() {
    if (keeper != null && (keeper.isBusy() || !keeper.whyNotReady().isEmpty())) {
      return BROKEN_MILLIS;
    }
    if (failed.incrementAndGet() < TRIES) {
      return SOON_MILLIS;
    }
    LOG.warn("client={} its Will is not stored for everybody, and given up", clientId);
    return 0;
  }
}
