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

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import io.mqueduct.routing.Subscription;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a persistent session tells the store, and what it waits for. */
class SessionStoreTest {
  private final ManualLoop loop = new ManualLoop();
  private final ScriptedJournal store = new ScriptedJournal();
  private RecordedOutlet out = new RecordedOutlet();
  private Session session = session(SessionFixture.rules());

  private Session session(SessionSettings.Builder settings) {
    return new Session("c", settings.build(), loop, DropListener.NONE, store);
  }

  private void attach() {
    out = new RecordedOutlet();
    session.attach(out, AttachSettings.DEFAULTS, loop.now);
  }

  private static Message message(String topic, int qos) {
    return new Message(
        TopicName.of(topic),
        new byte[8],
        Message.NO_BYTES,
        qos,
        false,
        0,
        Message.NEVER,
        "p",
        null);
  }

  private Subscription subscription() {
    return new Subscription(session, "#", null, 2, false, false, 0, Subscription.NO_IDENTIFIERS);
  }

  private Ledger ledger() {
    Ledger ledger = session.storedList();
    assertThat(ledger).isNotNull();
    return ledger;
  }

  /** The store has a message for the session. */
  private void stored(String topic, int qos, int lane, long sequence) {
    ledger().stored(message(topic, qos), subscription(), qos, lane, sequence);
    loop.run();
  }

  private void stored(String topic, int qos, long sequence) {
    stored(topic, qos, 0, sequence);
  }

  private void commit() {
    store.commit();
    loop.run();
  }

  private void pubrec(int id) {
    session.pubrec(id, ReasonCode.SUCCESS, loop.now);
  }

  private void puback(int id) {
    session.puback(id, ReasonCode.SUCCESS, null, loop.now);
  }

  /** A QoS 2 message that the client was sent as identifier 1. */
  private void sendOne() {
    attach();
    stored("a", 2, 7);
    commit();
    assertThat(out.take()).containsExactly("P1 a");
  }

  @Test
  void sendsAPubrelWhenThePubrecIsStoredAlsoIfItComesTwice() {
    sendOne();

    pubrec(1);
    pubrec(1);
    assertThat(out.take()).isEmpty();

    commit();
    assertThat(out.take()).containsExactly("R1");
    pubrec(1);
    assertThat(out.take()).containsExactly("R1");
  }

  @Test
  void sendsNoPubrelAfterAReconnectBeforeThePubrecIsStored() {
    sendOne();
    pubrec(1);
    session.detach(loop.now);

    attach();
    assertThat(out.take()).isEmpty();

    commit();
    assertThat(out.take()).containsExactly("R1");
  }

  @Test
  void retriesNoPubrelBeforeThePubrecIsStored() {
    session = session(SessionFixture.rules().retryIntervalMillis(100));
    sendOne();
    pubrec(1);

    loop.advance(session, 150);
    assertThat(out.take()).isEmpty();

    commit();
    assertThat(out.take()).containsExactly("R1");
  }

  @Test
  void sendsAQos2MessageWhenItsIdentifierIsStoredAlsoAfterAReconnect() {
    attach();
    stored("a", 2, 7);
    session.detach(loop.now);

    attach();
    assertThat(out.take()).isEmpty();

    commit();
    assertThat(out.take()).containsExactly("P1 a");
  }

  @Test
  void sendsWhatComesBehindAQos2MessageThatWaitsInOrderAfterAReconnect() {
    attach();
    stored("a", 2, 7);
    session.detach(loop.now);
    attach();
    stored("b", 1, 8);

    assertThat(out.take()).isEmpty();
    commit();

    assertThat(out.take()).containsExactly("P1 a", "P2 b");
    stored("c", 1, 9);
    assertThat(out.take()).containsExactly("P3 c");
  }

  @Test
  void ignoresAcknowledgementsOfWhatWasNotSentYet() {
    attach();
    stored("a", 2, 7);
    stored("b", 1, 8);

    pubrec(1);
    puback(2);
    commit();

    assertThat(out.take())
        .containsExactly("R1 " + ReasonCode.PACKET_IDENTIFIER_NOT_FOUND, "P1 a", "P2 b");
    assertThat(session.stats().unknownAcks()).isEqualTo(2);
  }

  @Test
  void tellsTheStoreAgainUntilItTakesWhatWasCollected() {
    attach();
    store.busy = true;
    stored("a", 2, 7);
    loop.advance(session, 100);
    loop.advance(session, 100);
    assertThat(store.take()).isEmpty();

    store.busy = false;
    loop.advance(session, 100);

    assertThat(store.take()).containsExactly("sent 7:1");
    commit();
    assertThat(out.take()).containsExactly("P1 a");
  }

  @Test
  void tellsTheStoreAgainAfterAHandOverWhatItWasTooBusyFor() {
    attach();
    stored("a", 1, 7);
    store.take();
    store.busy = true;
    puback(1);
    session.detach(loop.now);
    loop.tickAt = Long.MAX_VALUE;
    session.handOver(loop);
    loop.run();

    store.busy = false;
    loop.advance(session, 100);

    assertThat(store.take()).containsExactly("acknowledged 7:1");
  }

  @Test
  void tellsTheStoreThatAQos0MessageThatWaitedIsDone() {
    stored("a", 0, 7);
    stored("b", 1, 8);
    attach();
    assertThat(store.take()).containsExactly("read from 7 until 8");

    ledger().say(now -> page(7, 8, delivery("a", 0, 7), delivery("b", 1, 8)));
    loop.run();

    assertThat(out.take()).containsExactly("P- a", "P1 b");
    assertThat(store.take()).containsExactly("done 7", "sent 8:1");
  }

  /** One that is on its way into the store, because others wait there, is not overtaken. */
  @Test
  void keepsTheOrderOfQos0MessagesOfWhichSomeAreOnTheirWayIntoTheStore() {
    session = session(SessionFixture.rules().maxInflight(1));
    attach();
    for (int i = 1; i <= 520; i++) {
      stored("w", 1, i);
    }
    store.take();
    session.deliver(message("first", 0), subscription());
    assertThat(store.take()).containsExactly("append first lane 0");
    purgeQueueAndAcknowledge();
    out.take();

    session.deliver(message("second", 0), subscription());
    assertThat(out.take()).as("waits behind the first").isEmpty();
    assertThat(store.take()).contains("append second lane 0");

    store.appended(600);
    store.appended(601);
    loop.run();
    assertThat(out.take()).containsExactly("P- first", "P- second");
  }

  /** When the client goes away, what memory had would be behind what the store got meanwhile. */
  @Test
  void storesTheQos0MessagesThatMemoryHasBeforeANewerOne() {
    session = session(SessionFixture.rules().maxInflight(1));
    attach();
    stored("w", 1, 1);
    session.deliver(message("first", 0), subscription());
    for (int i = 2; i <= 520; i++) {
      stored("w", 1, i);
    }
    store.take();

    session.deliver(message("second", 0), subscription());
    session.detach(loop.now);

    assertThat(store.take()).containsExactly("append first lane 0", "append second lane 0");
  }

  private void purgeQueueAndAcknowledge() {
    session.purgeQueue();
    puback(1);
  }

  @Test
  void countsAQos0MessageThatTheStoreDidNotTake() {
    stored("w", 1, 1);
    session.deliver(message("lost", 0), subscription());

    store.appended(0);
    loop.run();

    assertThat(session.stats().dropped(DropReason.QOS0_MSG)).isEqualTo(1);
  }

  private void page(long from, long until, StoredDelivery... page) {
    session
        .outbound()
        .waiting()
        .page(0, from, until, List.of(page), true, session.settings(), loop.now);
    session.outbound().pump(loop.now);
  }

  private static StoredDelivery delivery(String topic, int qos, long sequence) {
    return new StoredDelivery(message(topic, qos), new int[0], qos, false, 0, sequence);
  }

  @Test
  void countsWhatAGroupMovesToItAgainstTheCreditUntilItIsHere() {
    session = session(SessionFixture.rules().maxInflight(3));
    attach();
    assertThat(session.credit()).isEqualTo(3);

    ledger().moves();
    ledger().moves();
    assertThat(session.credit()).isEqualTo(1);

    ledger().moved(message("a", 2), subscription(), 2, 0, 7);
    loop.run();
    assertThat(session.credit()).as("one in the window, one on its way").isEqualTo(1);
    ledger().notMoved();
    loop.run();
    assertThat(session.credit()).isEqualTo(2);

    commit();
    assertThat(out.take()).containsExactly("P1 a");
  }

  @Test
  void keepsAQos0MessageBehindTheWindowBeforeTheNextOneOfTheStore() {
    session = session(SessionFixture.rules().maxInflight(1));
    attach();
    stored("a", 1, 7);
    stored("b", 1, 8);
    session.deliver(message("c", 0), subscription());
    stored("d", 1, 9);
    out.take();

    puback(1);
    puback(2);

    assertThat(out.take()).containsExactly("P2 b", "P- c", "P3 d");
  }

  @Test
  void keepsTheOrderOfATopicWhoseLevelIsAboveThoseOfTheStore() {
    session =
        session(
            SessionFixture.rules()
                .maxInflight(1)
                .priorities(new Priorities(Map.of("low", 1), true)));
    attach();
    stored("a", 1, 255, 7);
    stored("b", 1, 255, 8);
    session.deliver(message("b", 0), subscription());
    out.take();

    puback(1);
    puback(2);

    assertThat(out.take()).containsExactly("P2 b", "P- b");
  }

  @Test
  void dropsNothingThatWasSentAfterQos0MessagesHaveExpiredInTheStore() {
    session = session(SessionFixture.rules().maxInflight(1).maxMqueueLen(3));
    attach();
    stored("a", 1, 7);
    session.detach(loop.now);
    stored("b", 0, 8);
    stored("c", 1, 9);
    stored("d", 1, 10);
    ledger().expired(0, 8, 0, 8);
    loop.run();
    stored("e", 1, 11);
    store.take();

    stored("f", 1, 12);

    assertThat(store.take())
        .as("the oldest is in the window")
        .containsExactly("read from 8 until 12");
  }
}
