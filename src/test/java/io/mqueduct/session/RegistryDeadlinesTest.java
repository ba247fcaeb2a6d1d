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

import io.mqueduct.message.BrokerException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The registry's list of what is due later stays in proportion to the sessions. */
class RegistryDeadlinesTest {
  private static final long YEAR = 365L * 24 * 3600 * 1000;

  private final ManualLoop loop = new ManualLoop();
  private final List<String> ended = new ArrayList<>();
  private @Nullable Attached last;
  private final SessionRegistry registry = new SessionRegistry(new Recorded());

  private final class Recorded implements SessionRegistry.Effects {
    @Override
    public boolean hasRoom() {
      return true;
    }

    @Override
    public Session create(Attach attach) {
      return new Session(
          attach.clientId(), SessionSettings.DEFAULTS, attach.loop(), DropListener.NONE, null);
    }

    @Override
    public void open(
        Session session, Attach attach, boolean present, SessionRegistry.Opened opened) {
      opened.accept(null);
    }

    @Override
    public void away(Session session, long nowMillis, long expiryMillis) {}

    @Override
    public void evict(String loopAddress, Evict evict) {
      throw new AssertionError("nobody is lent twice");
    }

    @Override
    public void publishWill(Session session, Will will) {
      throw new AssertionError("there is no Will");
    }

    @Override
    public void tickAt(long atMillis) {}

    @Override
    public void ended(Session session, long nowMillis) {
      ended.add(session.clientId());
    }
  }

  private void visit(String clientId, long expiryMillis) {
    registry.attach(
        new Attach(clientId, false, loop, "loop", expiryMillis, 5, null),
        new SessionRegistry.Answer() {
          @Override
          public void attached(Attached attached) {
            last = attached;
          }

          @Override
          public void refused(BrokerException why) {
            throw why;
          }
        },
        loop.now);
    registry.detach(
        new Detach(clientId, last.epoch(), last.session(), false, expiryMillis), loop.now);
  }

  @Test
  void aClientThatComesAndGoesLeavesNothingBehind() {
    for (int i = 0; i < 100_000; i++) {
      visit("often", YEAR);
    }

    assertThat(registry.deadlines()).isLessThan(2_000);
  }

  @Test
  void sessionsThatAreOverAtTheSameTimeEndInSlices() {
    for (int i = 0; i < 10_000; i++) {
      visit("c" + i, 1_000);
    }

    int slices = 0;
    int before = 0;
    boolean more = true;
    while (more) {
      more = registry.tick(loop.now + 1_000);
      slices++;
      assertThat(ended.size() - before).isBetween(1, 500);
      before = ended.size();
    }

    assertThat(ended).hasSize(10_000).doesNotHaveDuplicates();
    assertThat(slices).isGreaterThan(20);
    assertThat(registry.tick(loop.now + YEAR)).isFalse();
  }

  @Test
  void whatIsDueIsStillDoneAfterwards() {
    visit("short", 1_000);
    for (int i = 0; i < 10_000; i++) {
      visit("often", YEAR);
    }

    registry.tick(loop.now + 1_000);
    assertThat(ended).containsExactly("short");
    registry.tick(loop.now + YEAR);
    assertThat(ended).containsExactly("short", "often");
  }
}
