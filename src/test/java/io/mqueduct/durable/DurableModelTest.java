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

import io.mqueduct.config.DurabilitySettings;
import io.mqueduct.config.SettingsLoader;
import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import io.mqueduct.routing.RetainedStore;
import io.mqueduct.routing.RouteCache;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.SharedRules;
import io.mqueduct.routing.SharedStrategy;
import io.mqueduct.routing.Subscription;
import io.mqueduct.session.Attach;
import io.mqueduct.session.AttachSettings;
import io.mqueduct.session.Ledger;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionJournal;
import io.mqueduct.session.SessionLoop;
import io.mqueduct.session.SessionRegistryVerticle.Opening;
import io.mqueduct.session.SessionSettings;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.MessageCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * One persistent session over random publishes, acknowledgements, cuts of the connection and
 * restarts of the broker that lose whatever was not handed to the store, against a client that
 * keeps what the standard has it keep: all that was acknowledged to the publisher comes, in order,
 * at QoS 2 once; the window holds; and in the end the store has nothing left.
 */
class DurableModelTest {
  private static final long YEAR_MILLIS = 365L * 24 * 3600 * 1000;

  @Property(tries = 25)
  void agreesWithAClientOnEveryDelivery(
      @ForAll @Size(min = 20, max = 150) List<@IntRange(max = 99) Integer> steps,
      @ForAll @IntRange(min = 1, max = 150) int maxInflight,
      @ForAll long seed)
      throws IOException {
    Path directory = Files.createTempDirectory("mqueduct-model");
    Run run = new Run(directory, maxInflight, new Random(seed));
    try {
      run.start();
      for (int step : steps) {
        run.step(step);
      }
      run.finish();
    } finally {
      run.store().close();
      try (Stream<Path> files = Files.walk(directory)) {
        files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
      }
    }
  }

  /** The broker's side: one session on a store, on the test's thread. */
  private static final class Run implements SessionLoop {
    private final Path directory;
    private final Random random;
    private final int maxInflight;
    private final SessionSettings rules;
    private final Thread thread = Thread.currentThread();
    private final ConcurrentLinkedQueue<Session> woken = new ConcurrentLinkedQueue<>();
    private final ModelClient client = new ModelClient();
    private boolean passEnds;
    private int published;
    private @Nullable BrokerStore store;
    private @Nullable Router router;
    private @Nullable RouteCache routes;
    private @Nullable Session session;

    Run(Path directory, int maxInflight, Random random) {
      this.directory = directory;
      this.random = random;
      this.maxInflight = maxInflight;
      rules = SessionSettings.DEFAULTS.toBuilder().maxInflight(maxInflight).maxMqueueLen(0).build();
    }

    BrokerStore store() {
      return required(store);
    }

    private static <T> T required(@Nullable T thing) {
      if (thing == null) {
        throw new IllegalStateException("not started");
      }
      return thing;
    }

    private void open() {
      BrokerStore opened = BrokerStore.open(directory, durability());
      store = opened;
      Router made =
          new Router(
              new RetainedStore(RetainedStore.Limits.NONE),
              new SharedRules(
                  new SharedRules.Values(SharedStrategy.RANDOM, 1000, true, false),
                  InstantSource.system()));
      made.journal(opened);
      router = made;
      routes = made.newCache();
    }

    private static DurabilitySettings durability() {
      return new SettingsLoader(null, Map.of(), Map.of(), List.of()).load().settings().durability();
    }

    private Session newSession(StoreJournal journal) {
      return new Session(
          "c",
          rules,
          this,
          (session, message, reason) -> {
            throw new AssertionError("dropped: " + reason);
          },
          journal);
    }

    /** The client's first connection, its subscription, and its going away. */
    void start() {
      open();
      session = newSession(store().newJournal());
      attach(false, 10);
      Subscription all =
          new Subscription(
              required(session), "#", null, 2, false, false, 0, Subscription.NO_IDENTIFIERS);
      required(session).subscriptions().put(all);
      required(router).subscribe(all);
      ledger().journal().subscribed(List.of(all), SessionJournal.Outcome.IGNORED);
    }

    private Ledger ledger() {
      return required(required(session).storedList());
    }

    private void attach(boolean present, int receiveMaximum) {
      settle();
      var opening = new CompletableFuture<Opening>();
      var attach = new Attach("c", false, this, "here", YEAR_MILLIS, 5, null);
      SessionOpening.open(store(), required(session), attach, present, opening::complete);
      Opening done = opening.orTimeout(10, TimeUnit.SECONDS).join();
      assertThat(done.problem()).isNull();
      done.first().run();
      client.connected(rules.effectiveWindow(receiveMaximum));
      required(session).attach(client, new AttachSettings(receiveMaximum), nowMillis());
      settle();
    }

    private void detach() {
      client.online = false;
      required(session).detach(nowMillis());
      SessionOpening.away(required(session), nowMillis(), YEAR_MILLIS);
      settle();
    }

    /** What the session has not told the store yet is lost, as when the process is killed. */
    private void restart() {
      client.online = false;
      passEnds = false;
      woken.clear();
      store().close();
      open();
      SavedSession saved = SavedSession.readAll(store().store().reader()).get(0);
      StoreJournal journal = store().newJournal();
      Session again = newSession(journal);
      session = again;
      saved.into(again, journal, store(), required(router), nowMillis());
    }

    void step(int step) {
      if (step < 45) {
        for (int i = random.nextInt(maxInflight > 6 ? 20 : 1); i >= 0; i--) {
          publish(maxInflight > 6 && random.nextInt(8) > 0 ? 1 : 1 + step % 2);
        }
      } else if (step < 80) {
        client.acknowledge(required(session), random, nowMillis());
      } else if (step < 90) {
        if (client.online) {
          detach();
        } else {
          attach(true, 1 + random.nextInt(Math.max(6, maxInflight)));
        }
      } else if (step < 95) {
        settle();
      } else {
        restart();
      }
      if (random.nextBoolean()) {
        settle();
      }
    }

    private void publish(int qos) {
      int number = published++;
      client.qosOf.put(number, qos);
      var message =
          new Message(
              TopicName.of("t"),
              Integer.toString(number).getBytes(StandardCharsets.US_ASCII),
              Message.NO_BYTES,
              qos,
              false,
              nowMillis(),
              Message.NEVER,
              "p",
              null);
      assertThat(required(router).publish(message, required(routes))).isEqualTo(ReasonCode.SUCCESS);
    }

    /** Lets store and loop do what they have to do at the moment. */
    private void settle() {
      for (int i = 0; i < 3; i++) {
        var fence = new CompletableFuture<Void>();
        store()
            .store()
            .log()
            .append(
                new MessageCommand.Expire(0, 1),
                new CommitCallback() {
                  @Override
                  public void committed(long sequence, long result) {
                    fence.complete(null);
                  }

                  @Override
                  public void failed(BrokerException why) {
                    fence.completeExceptionally(why);
                  }
                });
        fence.orTimeout(10, TimeUnit.SECONDS).join();
        for (Session next = woken.poll(); next != null; next = woken.poll()) {
          if (next == session) {
            next.drain(nowMillis());
          }
        }
        if (passEnds) {
          passEnds = false;
          ledger().endOfPass();
        }
      }
    }

    void finish() {
      if (client.online) {
        detach();
      }
      attach(true, 150);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (client.got.size() < published || !client.isIdle()) {
        client.acknowledge(required(session), random, nowMillis());
        settle();
        assertThat(System.nanoTime()).as("delivery goes on").isLessThan(deadline);
      }
      settle();
      client.got.forEach(
          (number, times) -> {
            if (client.qosOf.get(number) == 2) {
              assertThat(times).as("deliveries of %d", number).isEqualTo(1);
            }
          });
      long number = ledger().number();
      assertThat(store().store().reader().counts(number).count()).isZero();
      assertThat(store().store().reader().inflight(number)).isEmpty();
      assertThat(required(session).stats().inflight()).isZero();
      assertThat(required(session).stats().mqueueLen()).isZero();
    }

    @Override
    public boolean isCurrent() {
      return Thread.currentThread() == thread;
    }

    @Override
    public long nowMillis() {
      return System.currentTimeMillis();
    }

    @Override
    public void wake(Session sleeper) {
      woken.add(sleeper);
    }

    @Override
    public boolean collects(Message message) {
      return true;
    }

    @Override
    public void overloaded() {}

    @Override
    public void tickAt(Session of, long atMillis) {}

    @Override
    public void atEndOfPass(Session of) {
      passEnds = true;
    }
  }
}
