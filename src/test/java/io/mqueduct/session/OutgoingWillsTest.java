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
package io.mqueduct.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** What waits for a will that is on its way, and what does not. */
class OutgoingWillsTest {
  private final Queue<Runnable> later = new ArrayDeque<>();
  private final ScriptedJournal store = new ScriptedJournal();
  private final Session session = persistent();
  private final List<String> done = new ArrayList<>();
  private final List<LongConsumer> tries = new ArrayList<>();
  private final OutgoingWills wills = new OutgoingWills(new OneLoop());

  private final class OneLoop implements OutgoingWills.Loop {
    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void later(Runnable task, long millis) {
      later.add(task);
    }
  }

  private Session persistent() {
    return new Session("c", SessionSettings.DEFAULTS, new ManualLoop(), DropListener.NONE, store);
  }

  private void open(String name) {
    wills.open("c", () -> done.add(name));
  }

  @Test
  void theStoreKeepsAWillUntilEverybodyHasIt() {
    wills.publish(session, tries::add);
    assertThat(store.lines).isEmpty();

    tries.get(0).accept(0);

    assertThat(store.lines).containsExactly("no will");
  }

  @Test
  void aSessionEndsInTheStoreBehindItsWill() {
    wills.publish(session, tries::add);
    wills.end(session, () -> done.add("end"));
    open("opened");
    assertThat(done).isEmpty();

    tries.get(0).accept(0);

    assertThat(done).containsExactly("end", "opened");
    assertThat(store.lines).as("it went with the session").isEmpty();
  }

  @Test
  void aWillThatTheStoreRefusesIsTriedAgainAndItsClientMayComeBackMeanwhile() {
    wills.publish(session, tries::add);
    open("first");
    tries.get(0).accept(100);
    open("second");
    assertThat(done).containsExactly("first", "second");
    assertThat(tries).hasSize(1);

    later.remove().run();
    tries.get(1).accept(0);

    assertThat(store.lines).as("the will in the store is that of the new connection").isEmpty();
    assertThat(later).isEmpty();
  }

  @Test
  void ofAClientThatComesAndGoesWhileTheStoreRefusesOnlyTheNewestWillIsKept() {
    wills.publish(session, tries::add);
    tries.get(0).accept(100);
    open("again");
    wills.publish(session, tries::add);
    tries.get(1).accept(100);
    assertThat(later).hasSize(2);

    later.remove().run();
    assertThat(tries).as("the older one is given up").hasSize(2);
    later.remove().run();
    assertThat(tries).hasSize(3);
    tries.get(2).accept(0);

    assertThat(store.lines).containsExactly("no will");
  }

  @Test
  void nobodyWaitsForTheWillOfASessionThatIsNotPersistent() {
    var plain =
        new Session("c", SessionSettings.DEFAULTS, new ManualLoop(), DropListener.NONE, null);
    wills.publish(plain, tries::add);
    wills.end(plain, () -> done.add("end"));
    open("opened");
    wills.whenEmpty(() -> done.add("empty"));

    assertThat(done).containsExactly("end", "opened", "empty");
  }

  @Test
  void saysWhenNothingIsOnItsWay() {
    wills.publish(session, tries::add);
    wills.whenEmpty(() -> done.add("empty"));
    assertThat(done).isEmpty();

    tries.get(0).accept(0);

    assertThat(done).containsExactly("empty");
  }
}
