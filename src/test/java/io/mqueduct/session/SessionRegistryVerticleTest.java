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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.mqueduct.bus.Address;
import io.mqueduct.bus.LocalCodec;
import io.mqueduct.message.BrokerException;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.routing.Subscription;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SessionRegistryVerticleTest {
  private final Vertx vertx = Vertx.vertx();
  private final ManualLoop loop = new ManualLoop();
  private volatile Runnable first = () -> {};
  private volatile boolean opensLater;
  private final List<Runnable> later = new CopyOnWriteArrayList<>();
  private final List<Integer> slices = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  /** Persistent sessions whose opening does what the test says. */
  private final class Host implements SessionRegistryVerticle.SessionHost {
    @Override
    public boolean hasRoom() {
      return true;
    }

    @Override
    public Session create(Attach attach, SessionLoop shard) {
      return new Session(
          attach.clientId(),
          SessionSettings.DEFAULTS,
          shard,
          DropListener.NONE,
          new ScriptedJournal());
    }

    @Override
    public void open(
        Session session,
        Attach attach,
        boolean present,
        Consumer<SessionRegistryVerticle.Opening> outcome) {
      var opened = new SessionRegistryVerticle.Opening(null, first);
      if (opensLater) {
        later.add(() -> outcome.accept(opened));
      } else {
        outcome.accept(opened);
      }
    }

    @Override
    public void away(Session session, long nowMillis, long expiryMillis) {}

    @Override
    public WillBearer publishing(Session session, Will will, long nowMillis) {
      return again -> again.accept(0);
    }

    @Override
    public void ended(Session session) {}

    @Override
    public void unsubscribe(List<Subscription> some) {
      slices.add(some.size());
    }
  }

  private Attached attach(SessionShards shards) {
    return shards
        .attach(new Attach("c", false, loop, "here", 60_000, 5, null))
        .toCompletionStage()
        .toCompletableFuture()
        .orTimeout(10, TimeUnit.SECONDS)
        .join();
  }

  @Test
  void answersAClientWhoseSessionCannotBePreparedAndTheNextOneToo() {
    LocalCodec.register(vertx.eventBus(), Attach.class);
    LocalCodec.register(vertx.eventBus(), Attached.class);
    var verticle = new SessionRegistryVerticle(0, new Host(), context -> loop);
    vertx.deployVerticle(verticle).toCompletionStage().toCompletableFuture().join();
    var shards = new SessionShards(vertx.eventBus(), List.of(loop));
    first =
        () -> {
          throw new IllegalStateException("as the test wants it");
        };

    assertThatThrownBy(() -> attach(shards)).hasCauseInstanceOf(BrokerException.class);

    first = () -> {};
    assertThat(attach(shards).present()).isFalse();
  }

  @Test
  void endsASessionWhenItsTimeIsUpBeforeTheBeginningToo() {
    for (Class<?> each : List.of(Attach.class, Attached.class, Detach.class)) {
      LocalCodec.register(vertx.eventBus(), each);
    }
    var verticle = new SessionRegistryVerticle(0, new Host(), context -> loop);
    vertx.deployVerticle(verticle).toCompletionStage().toCompletableFuture().join();
    var shards = new SessionShards(vertx.eventBus(), List.of(loop));
    Attached early = attach(shards);
    shards.giveBack(new Detach("c", early.epoch(), early.session(), false, 1));

    verticle.begin();
    await().until(early.session()::isEnded);

    Attached last = attach(shards);
    long away = System.currentTimeMillis();
    shards.giveBack(new Detach("c", last.epoch(), last.session(), false, 300));
    await().until(last.session()::isEnded);
    assertThat(System.currentTimeMillis() - away).isGreaterThanOrEqualTo(300L);
  }

  @Test
  void takesVeryManySubscriptionsOfASessionOutInSlices() {
    LocalCodec.register(vertx.eventBus(), Attach.class);
    LocalCodec.register(vertx.eventBus(), Attached.class);
    LocalCodec.register(vertx.eventBus(), Detach.class);
    var verticle = new SessionRegistryVerticle(0, new Host(), context -> loop);
    vertx.deployVerticle(verticle).toCompletionStage().toCompletableFuture().join();
    var shards = new SessionShards(vertx.eventBus(), List.of(loop));
    Attached attached = attach(shards);
    Session session = attached.session();
    for (int i = 0; i < 2 * SessionRegistryVerticle.UNSUBSCRIBED_AT_ONCE + 1; i++) {
      session
          .subscriptions()
          .put(
              new Subscription(
                  session, "f/" + i, null, 1, false, false, 0, Subscription.NO_IDENTIFIERS));
    }

    shards.giveBack(new Detach("c", attached.epoch(), session, false, 0));

    await().until(session::isEnded);
    assertThat(slices)
        .containsExactly(
            SessionRegistryVerticle.UNSUBSCRIBED_AT_ONCE,
            SessionRegistryVerticle.UNSUBSCRIBED_AT_ONCE,
            1);
  }

  @Test
  void endsAConnectionThatIsKickedWhileItsSessionIsBeingOpened() {
    for (Class<?> each : List.of(Attach.class, Attached.class, Evict.class, Kick.class)) {
      LocalCodec.register(vertx.eventBus(), each);
    }
    var verticle = new SessionRegistryVerticle(0, new Host(), context -> loop);
    vertx.deployVerticle(verticle).toCompletionStage().toCompletableFuture().join();
    var shards = new SessionShards(vertx.eventBus(), List.of(loop));
    List<Evict> told = new CopyOnWriteArrayList<>();
    vertx.eventBus().<Evict>localConsumer("here", message -> told.add(message.body()));
    opensLater = true;
    var attaching =
        shards.attach(new Attach("c", false, loop, "here", 60_000, 5, null)).toCompletionStage();
    await().until(() -> later.size() == 1);

    Object kicked =
        vertx
            .eventBus()
            .request(Address.sessionRegistry(0), new Kick("c"))
            .toCompletionStage()
            .toCompletableFuture()
            .join()
            .body();
    later.forEach(Runnable::run);

    assertThat(kicked).isEqualTo(true);
    assertThat(attaching.toCompletableFuture().join().present()).isFalse();
    await().until(() -> told.size() == 1);
    assertThat(told.get(0).code()).isEqualTo(ReasonCode.ADMINISTRATIVE_ACTION);
  }

  /** An answer that finds nobody any more would leave the session lent to nobody. */
  @Test
  void waitsForTheStoreLongerThanAnyClientDoes() {
    var seen = new AtomicReference<DeliveryOptions>();
    var bus =
        (EventBus)
            Proxy.newProxyInstance(
                EventBus.class.getClassLoader(),
                new Class<?>[] {EventBus.class},
                (proxy, method, arguments) -> {
                  if (arguments.length > 2 && arguments[2] instanceof DeliveryOptions options) {
                    seen.set(options);
                  }
                  return Future.failedFuture("nobody is there");
                });

    new SessionShards(bus, List.of(loop))
        .attach(new Attach("c", false, loop, "here", 60_000, 5, null));

    assertThat(seen.get()).isNotNull();
    assertThat(seen.get().getSendTimeout()).isGreaterThan(TimeUnit.HOURS.toMillis(1));
  }
}
