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
import static org.awaitility.Awaitility.await;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.routing.Receipt;
import io.mqueduct.routing.RetainedStore;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.SharedGroup;
import io.mqueduct.routing.SharedRules;
import io.mqueduct.routing.SharedStrategy;
import io.mqueduct.routing.StoredList;
import io.mqueduct.routing.Subscription;
import io.mqueduct.session.Attach;
import io.mqueduct.session.DropListener;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionJournal;
import io.mqueduct.session.SessionSettings;
import io.mqueduct.session.Will;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.FailingColumns;
import io.mqueduct.store.MessageCommand;
import io.mqueduct.store.Sample;
import io.mqueduct.store.SessionCommand;
import io.mqueduct.store.Store;
import io.mqueduct.store.StoreSettings;
import io.mqueduct.store.StoredSession;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of what sessions write down while the disk fails or is full. */
@Timeout(60)
class StoreRetryTest {
  private static final long HOUR_MILLIS = 3_600_000;

  private final FailingColumns disk = new FailingColumns();
  private final BrokerStore store =
      BrokerStore.on(
          Store.on(disk, StoreSettings.DEFAULT, io.mqueduct.store.DropListener.NONE, "n"));
  private final StoreJournal journal = store.newJournal();

  @BeforeEach
  void open() {
    assertThat(open(false)).isNull();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private @Nullable BrokerException open(boolean resumed) {
    return open(resumed, null);
  }

  private @Nullable BrokerException open(boolean resumed, @Nullable Will will) {
    var opened = new CompletableFuture<@Nullable BrokerException>();
    journal.open(
        new Attach("c", false, new NoLoop(), "here", HOUR_MILLIS, 5, null, will),
        resumed,
        1_000,
        opened::complete);
    return opened.orTimeout(20, TimeUnit.SECONDS).join();
  }

  private StoredSession header() {
    StoredSession header = store.store().reader().session("c");
    assertThat(header).isNotNull();
    return header;
  }

  private static Message message(String topic) {
    return Sample.message(topic, "x");
  }

  /** Waits until the store has done all that it was given; returns what that came to. */
  private long append(MessageCommand command) {
    var done = new CompletableFuture<Long>();
    store
        .patientLog()
        .surely(
            command,
            new CommitCallback() {
              @Override
              public void committed(long sequence, long result) {
                done.complete(sequence);
              }

              @Override
              public void failed(BrokerException why) {
                done.completeExceptionally(why);
              }
            });
    return done.orTimeout(20, TimeUnit.SECONDS).join();
  }

  private void fence() {
    append(new MessageCommand.Expire(0, 1));
  }

  private void diskFails() {
    disk.failing(true);
    store.store().log().append(new MessageCommand.Expire(0, 1), CommitCallback.NONE);
    await().until(() -> store.store().health().whyRefusing() != null);
  }

  /** Notes outcomes in the order in which they come. */
  private static SessionJournal.Outcome noting(List<String> outcomes, String name) {
    return stored -> outcomes.add(name + " " + stored);
  }

  private static int mark(int what, int id) {
    return what << 24 | id;
  }

  @Test
  void tellsWhatMovesOnOnlyWhenTheFailedDiskHasIt() {
    long one = append(Sample.append(message("a"), journal.number()));
    long two = append(Sample.append(message("b"), journal.number()));
    List<String> outcomes = Collections.synchronizedList(new ArrayList<>());
    diskFails();

    journal.sent(new long[] {one, two}, new int[] {1, 2}, noting(outcomes, "sent"));
    journal.settle(
        new long[] {one},
        new int[] {mark(SessionJournal.RECEIVED, 1)},
        noting(outcomes, "received"));
    journal.released(7, noting(outcomes, "released"));
    await().until(() -> disk.attempts() > 0);
    assertThat(outcomes).isEmpty();

    disk.failing(false);
    await().until(() -> outcomes.size() == 3);
    assertThat(outcomes).containsExactlyInAnyOrder("sent true", "received true", "released true");
    assertThat(store.store().reader().inflight(journal.number()))
        .extracting(each -> each.packetId() + (each.released() ? " released" : ""))
        .containsExactly("1 released", "2");
    assertThat(store.store().reader().counts(journal.number()).count()).isEqualTo(1);
  }

  @Test
  void tellsAPublisherOfAFailedDiskAndKeepsNothing() {
    diskFails();
    var answer = new CompletableFuture<ReasonCode>();
    var session =
        new Session("c", SessionSettings.DEFAULTS, new NoLoop(), DropListener.NONE, journal);
    var subscription =
        new Subscription(session, "#", null, 1, false, false, 0, Subscription.NO_IDENTIFIERS);

    boolean taken =
        store.store(
            message("a"),
            false,
            new Subscription[] {subscription},
            1,
            new SharedGroup[0],
            new Receipt() {
              @Override
              public @Nullable StoredList publisherList() {
                return null;
              }

              @Override
              public int packetId() {
                return 0;
              }

              @Override
              public void stored() {
                answer.complete(ReasonCode.SUCCESS);
              }

              @Override
              public void failed(ReasonCode why) {
                answer.complete(why);
              }
            });

    assertThat(taken).isTrue();
    assertThat(answer.orTimeout(20, TimeUnit.SECONDS).join())
        .isEqualTo(ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR);
    disk.failing(false);
    await().until(() -> store.store().health().whyRefusing() == null);
    assertThat(store.store().reader().counts(journal.number()).count()).isZero();
  }

  @Test
  void tellsAClientThatItsSessionCouldNotBeOpened() {
    diskFails();
    assertThat(open(true)).isNotNull();

    disk.failing(false);
    await().until(() -> open(true) == null);
    assertThat(header().connected()).isTrue();
  }

  @Test
  void endsASessionThatEndedWhileTheDiskFailed() {
    diskFails();
    journal.ended();

    disk.failing(false);
    await().until(() -> store.store().reader().session("c") == null);
  }

  @Test
  void takesASubscriptionOutThatEndedWhileTheDiskFailed() {
    var session =
        new Session("c", SessionSettings.DEFAULTS, new NoLoop(), DropListener.NONE, journal);
    var subscription =
        new Subscription(session, "a/#", null, 1, false, false, 0, Subscription.NO_IDENTIFIERS);
    journal.subscribed(List.of(subscription), SessionJournal.Outcome.IGNORED);
    fence();
    assertThat(store.store().reader().subscriptions(journal.number())).hasSize(1);
    diskFails();
    var outcome = new AtomicReference<Boolean>();

    journal.unsubscribed(List.of(subscription), outcome::set);
    await().until(() -> disk.attempts() > 0);
    assertThat(outcome).hasValue(null);

    disk.failing(false);
    await().until(() -> outcome.get() != null);
    assertThat(outcome).hasValue(true);
    assertThat(store.store().reader().subscriptions(journal.number())).isEmpty();
  }

  @Test
  void aWillThatAFullDiskRefusedDoesNotComeAfterItWasGivenUp() {
    disk.full(true);
    await()
        .until(
            () -> {
              fence();
              return store.store().health().whyRefusing() != null;
            });
    journal.will(new Will(message("w"), 0, Will.NO_EXPIRY));
    journal.will(null);
    fence();

    disk.full(false);
    await().until(() -> store.store().health().whyRefusing() == null);
    await().until(store.patientLog()::isInTime);
    fence();

    assertThat(store.store().reader().will(journal.number())).isNull();
  }

  @Test
  void aWillThatAFullDiskRefusedIsStoredWhenThereIsRoom() {
    disk.full(true);
    await()
        .until(
            () -> {
              fence();
              return store.store().health().whyRefusing() != null;
            });
    journal.will(new Will(message("w"), 0, Will.NO_EXPIRY));

    disk.full(false);
    await().until(() -> store.store().reader().will(journal.number()) != null);
  }

  @Test
  void theWillOfAConnectionIsInTheStoreWithItsSessionAndTakesThePlaceOfAnEarlierOne() {
    assertThat(open(true, new Will(message("first"), 3, Will.NO_EXPIRY))).isNull();
    assertThat(storedWill()).isEqualTo("first");
    assertThat(open(true, new Will(message("second"), 3, Will.NO_EXPIRY))).isNull();
    assertThat(storedWill()).isEqualTo("second");
    assertThat(open(true)).isNull();
    assertThat(storedWill()).isNull();
  }

  private @Nullable String storedWill() {
    var will = store.store().reader().will(journal.number());
    return will == null ? null : will.message().topic().text();
  }

  @Test
  void aWillThatAFullDiskRefusedDoesNotComeBehindThatOfALaterConnection() {
    disk.full(true);
    await()
        .until(
            () -> {
              fence();
              return store.store().health().whyRefusing() != null;
            });
    journal.will(new Will(message("old"), 0, Will.NO_EXPIRY));
    assertThat(open(true, new Will(message("new"), 0, Will.NO_EXPIRY))).isNull();
    fence();

    disk.full(false);
    await().until(() -> store.store().health().whyRefusing() == null);
    await().until(store.patientLog()::isInTime);
    fence();

    assertThat(storedWill()).isEqualTo("new");
  }

  @Test
  void aDisconnectThatComesLateDoesNotEndTheConnectionThatCameSince() {
    long old = header().epoch();
    assertThat(open(true)).isNull();
    assertThat(header().epoch()).isGreaterThan(old);

    var late = store.newJournal();
    late.restored(
        new StoredSession(journal.number(), "c", old, 1_000, true, 1_000, 3_600, 5, null));
    late.detached(2_000, 3_600);
    fence();
    assertThat(header().connected()).isTrue();

    journal.detached(3_000, 3_600);
    fence();
    assertThat(header().connected()).isFalse();
  }

  @Test
  void asksForMessagesThatCannotBeReadAgainAfterAWhileOnly() {
    append(Sample.append(message("a"), journal.number()));
    disk.unreadable(true);
    var answer = new CompletableFuture<Boolean>();
    long asked = System.nanoTime();

    journal.read(0, 1, 1_000, 10, (page, last, failed) -> answer.complete(failed));

    assertThat(answer.orTimeout(20, TimeUnit.SECONDS).join()).isTrue();
    assertThat(System.nanoTime() - asked).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
    disk.unreadable(false);
  }

  @Test
  void inboundIdentifiersAgeAfterARestartToo() {
    store
        .patientLog()
        .surely(
            new SessionCommand.PutInboundId(journal.number(), 0, 9, 5_000), CommitCallback.NONE);
    fence();
    var loop = new NoLoop();
    var restored = store.newJournal();
    var session = new Session("c", SessionSettings.DEFAULTS, loop, DropListener.NONE, restored);
    var router =
        new Router(
            new RetainedStore(RetainedStore.Limits.NONE),
            new SharedRules(
                new SharedRules.Values(SharedStrategy.RANDOM, 1, true, false),
                InstantSource.system()));

    SavedSession.readAll(store.store().reader())
        .get(0)
        .into(session, restored, store, router, 6_000);

    assertThat(loop.tickAt).isEqualTo(5_000 + SessionSettings.DEFAULTS.awaitRelTimeoutMillis());
  }

  @Test
  void removesWhatHasExpiredAsFastAsTheStoreTakesIt() {
    int many = 8_000;
    for (int i = 0; i < many; i++) {
      var expired = Sample.message("a", "x", 2_000);
      store.patientLog().surely(Sample.append(expired, journal.number()), CommitCallback.NONE);
    }
    fence();
    assertThat(store.store().reader().counts(journal.number()).count()).isEqualTo(many);

    store.beginExpiring(io.mqueduct.store.DropListener.NONE);

    await()
        .atMost(10, TimeUnit.SECONDS)
        .until(() -> store.store().reader().counts(journal.number()).count() == 0);
  }
}
