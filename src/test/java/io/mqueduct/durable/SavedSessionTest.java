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
package io.mqueduct.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.routing.RetainedStore;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.SharedRules;
import io.mqueduct.routing.SharedStrategy;
import io.mqueduct.session.DropListener;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionSettings;
import io.mqueduct.session.SessionState;
import io.mqueduct.store.FailingColumns;
import io.mqueduct.store.MessageCounts;
import io.mqueduct.store.Store;
import io.mqueduct.store.StoreSettings;
import io.mqueduct.store.StoredSession;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SavedSessionTest {
  private final BrokerStore store =
      BrokerStore.on(
          Store.on(
              new FailingColumns(),
              StoreSettings.DEFAULT,
              io.mqueduct.store.DropListener.NONE,
              "n"));
  private final Router router =
      new Router(
          new RetainedStore(RetainedStore.Limits.NONE),
          new SharedRules(
              new SharedRules.Values(SharedStrategy.RANDOM, 1, true, false),
              InstantSource.system()));

  @AfterEach
  void close() {
    store.close();
  }

  private int lastIdAfterRestart(int lastPacketId, long epoch) {
    var header = new StoredSession(1, "c", epoch, 1_000, true, 1_000, 3_600, 5, null);
    var saved =
        new SavedSession(
            header, MessageCounts.NONE, List.of(), List.of(), List.of(), null, lastPacketId, 9);
    var journal = store.newJournal();
    var session =
        new Session("c", SessionSettings.DEFAULTS, new NoLoop(), DropListener.NONE, journal);
    saved.into(session, journal, store, router, 2_000);
    return SessionState.lastPacketId(session);
  }

  /** Some are sent without being stored: the client may know those of the last runs. */
  @Test
  void identifiersBeginFarFromThoseOfTheLastRunsAfterEachRestart() {
    List<Integer> all = new ArrayList<>(List.of(100));
    for (long epoch = 1000; epoch < 1010; epoch++) {
      int id = lastIdAfterRestart(100, epoch);
      assertThat(all).allSatisfy(other -> assertThat(distance(id, other)).isGreaterThan(500));
      assertThat(distance(id, 100)).isGreaterThanOrEqualTo(16_384);
      assertThat(id).isBetween(0, 65_534);
      all.add(id);
    }
  }

  private static int distance(int one, int other) {
    int way = Math.floorMod(one - other, 65_535);
    return Math.min(way, 65_535 - way);
  }
}
