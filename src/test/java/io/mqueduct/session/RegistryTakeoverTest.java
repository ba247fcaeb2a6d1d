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
import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who gets a session that is asked for by several connections, and what becomes of its will. */
class RegistryTakeoverTest {
  private final ManualLoop loop = new ManualLoop();
  private final List<String> events = new ArrayList<>();
  private @Nullable Attached lent;
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
      events.add("evict");
    }

    @Override
    public void publishWill(Session session, Will will) {
      events.add("will " + will.message().topic().text());
    }

    @Override
    public void tickAt(long atMillis) {}

    @Override
    public void ended(Session session, long nowMillis) {
      events.add("ended");
    }
  }

  private void attach(String name, boolean clean, @Nullable String will) {
    registry.attach(
        new Attach("c", clean, loop, "loop", 60_000, 5, null, will == null ? null : will(will)),
        new SessionRegistry.Answer() {
          @Override
          public void attached(Attached attached) {
            lent = attached;
            events.add(name + (attached.present() ? " resumes" : " begins"));
          }

          @Override
          public void refused(BrokerException why) {
            events.add(name + " refused");
          }
        },
        loop.now);
  }

  private static Will will(String topic) {
    var message =
        new Message(
            TopicName.of(topic),
            Message.NO_BYTES,
            Message.NO_BYTES,
            1,
            false,
            0,
            Message.NEVER,
            "c",
            null);
    return new Will(message, 10, Will.NO_EXPIRY);
  }

  private void detach() {
    Attached of = lent;
    assertThat(of).isNotNull();
    registry.detach(new Detach("c", of.epoch(), of.session(), true, 60_000), loop.now);
  }

  private List<String> events() {
    var taken = List.copyOf(events);
    events.clear();
    return taken;
  }

  @Test
  void ofThoseThatWaitForASessionOnlyTheNewestGoesOnWaiting() {
    attach("one", false, null);
    attach("two", false, null);
    assertThat(events()).containsExactly("one begins", "evict");

    attach("three", true, null);
    assertThat(events()).containsExactly("two refused");
    attach("four", false, null);
    assertThat(events()).containsExactly("three refused");

    detach();
    assertThat(events()).as("three wanted a clean start").containsExactly("ended", "four begins");
  }

  @Test
  void theWillOfASessionIsThatOfItsConnectionFromTheMomentItIsLent() {
    attach("one", false, "first");
    assertThat(lent.session().will()).isNotNull();
    detach();
    attach("two", false, "second");
    assertThat(lent.session().will().message().topic().text()).isEqualTo("second");
    detach();
    attach("three", false, null);
    assertThat(lent.session().will()).isNull();
    detach();

    registry.tick(loop.now + 60_000);

    assertThat(events()).containsExactly("one begins", "two resumes", "three resumes", "ended");
  }

  @Test
  void aWillThatIsDueWithTheEndOfItsSessionIsPublishedOnceAndBefore() {
    attach("one", false, "w");
    detach();

    registry.tick(loop.now + 60_000);
    registry.tick(loop.now + 120_000);

    assertThat(events()).containsExactly("one begins", "will w", "ended");
  }
}
