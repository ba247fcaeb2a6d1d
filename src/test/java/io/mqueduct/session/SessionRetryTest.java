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

import static io.mqueduct.session.SessionFixture.rules;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SessionRetryTest {
  @Test
  void aForgottenPubackIsRetriedAndThenDeliveryGoesOn() {
    SessionFixture f = SessionFixture.with(rules().maxInflight(1).retryIntervalMillis(2000));
    f.online();
    f.publish(1, "1", "2");
    assertThat(f.sent()).containsExactly("P1 1");
    f.loop.advance(f.session, 1999);
    assertThat(f.sent()).isEmpty();
    f.loop.advance(f.session, 1);
    assertThat(f.sent()).containsExactly("P1+ 1");
    f.loop.advance(f.session, 2000);
    assertThat(f.sent()).containsExactly("P1+ 1");
    f.puback(1);
    assertThat(f.sent()).containsExactly("P2 2");
  }

  @Test
  void withoutAnIntervalNothingIsResentWhileConnectedButTheAgeShows() {
    SessionFixture f = SessionFixture.with(rules());
    f.online();
    f.publish(1, "1");
    f.sent();
    f.loop.advance(f.session, 100_000);
    assertThat(f.sent()).isEmpty();
    assertThat(f.session.nextTickMillis()).isEqualTo(Long.MAX_VALUE);
    assertThat(f.session.stats().oldestUnackedMillis(f.loop.now)).isEqualTo(100_000);
    f.cut();
    f.online();
    assertThat(f.sent()).containsExactly("P1+ 1");
  }

  @Test
  void pubrelIsRetriedToo() {
    SessionFixture f = SessionFixture.with(rules().retryIntervalMillis(1000));
    f.online();
    f.publish(2, "1");
    f.loop.now += 600;
    f.pubrec(1);
    f.sent();
    f.loop.advance(f.session, 400);
    assertThat(f.sent()).as("the PUBREL is only 400 ms old").isEmpty();
    f.loop.advance(f.session, 600);
    assertThat(f.sent()).containsExactly("R1");
    f.pubrec(1);
    assertThat(f.sent()).as("a PUBREC again").containsExactly("R1");
    f.pubcomp(1);
    f.loop.advance(f.session, 5000);
    assertThat(f.sent()).isEmpty();
    assertThat(f.session.nextTickMillis()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void resendsOldestFirstAndOnlyWhatIsOlderThanTheInterval() {
    SessionFixture f = SessionFixture.with(rules().retryIntervalMillis(1000));
    f.online();
    f.publish(1, "1");
    f.publish(2, "2");
    f.loop.now += 500;
    f.publish(1, "3");
    f.sent();
    f.loop.advance(f.session, 500);
    assertThat(f.sent()).containsExactly("P1+ 1", "P2+ 2");
    f.loop.advance(f.session, 500);
    assertThat(f.sent()).containsExactly("P3+ 3");
  }

  @Test
  void anExpiredEntryIsDroppedAndItsSlotFilledButNotAfterPubrec() {
    SessionFixture f = SessionFixture.with(rules().maxInflight(2).retryIntervalMillis(1000));
    f.online();
    f.publishExpiring(2, "1", 500);
    f.publishExpiring(1, "2", 500);
    f.publish(1, "3");
    f.pubrec(1);
    f.sent();
    f.loop.advance(f.session, 1000);
    assertThat(f.sent()).containsExactly("R1", "P3 3");
    assertThat(f.drops).containsExactly("2 expired");
  }

  @Test
  void anExpiredPublishIsStillResentOnResumeIfItWasSentBefore() {
    SessionFixture f = SessionFixture.with(rules());
    f.online();
    f.publishExpiring(1, "1", 500);
    f.cut();
    f.publishExpiring(1, "2", 500);
    f.loop.now += 1000;
    f.online();
    assertThat(f.sent()).as("MQTT-4.4.0-1").containsExactly("P1+ 1").doesNotContain("P2 2");
    assertThat(f.drops).containsExactly("2 expired");
  }

  @Test
  void nothingIsResentIntoACongestedSocket() {
    SessionFixture f = SessionFixture.with(rules().retryIntervalMillis(1000));
    f.online();
    f.publish(1, "1");
    f.sent();
    f.out.congested = true;
    f.loop.advance(f.session, 1000);
    assertThat(f.sent()).isEmpty();
    f.out.congested = false;
    f.loop.advance(f.session, 1000);
    assertThat(f.sent()).containsExactly("P1+ 1");
  }

  @Test
  void anIntervalThatIsSetLaterTakesHold() {
    SessionFixture f = SessionFixture.with(rules());
    f.online();
    f.publish(1, "1");
    f.sent();
    f.session.settings(rules().retryIntervalMillis(1000).build(), f.loop.now);
    f.loop.advance(f.session, 1000);
    f.loop.advance(f.session, 1000);
    assertThat(f.sent()).contains("P1+ 1");
  }

  @Test
  void resumeOfManyEntriesPausesForTheSocketAndGoesOnInOrder() {
    SessionFixture f = SessionFixture.with(rules());
    f.online();
    f.publish(1, "1", "2", "3", "4");
    f.cut();
    f.publish(1, "5");
    f.out = new RecordedOutlet();
    f.out.congestedAfter = 2;
    f.session.attach(f.out, AttachSettings.DEFAULTS, f.loop.now);
    assertThat(f.sent()).containsExactly("P1+ 1", "P2+ 2");
    f.publish(1, "6");
    f.puback(1);
    assertThat(f.sent()).isEmpty();
    f.out.congestedAfter = Integer.MAX_VALUE;
    f.session.onWritable(f.loop.now);
    assertThat(f.sent()).containsExactly("P3+ 3", "P4+ 4", "P5 5", "P6 6");
  }
}
