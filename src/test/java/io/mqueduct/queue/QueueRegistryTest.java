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
package io.mqueduct.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.bus.Address;
import io.mqueduct.bus.BusFailure;
import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.queue.spec.QueueSpec;
import io.mqueduct.queue.spec.SpecReader;
import io.mqueduct.routing.RetainedStore;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.SharedRules;
import io.mqueduct.routing.SharedStrategy;
import io.mqueduct.routing.TopicRules;
import io.mqueduct.store.DropListener;
import io.mqueduct.store.FaultyColumns;
import io.mqueduct.store.Store;
import io.mqueduct.store.StoreSettings;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queues are made and deleted as a whole or not at all, whatever the store does meanwhile. */
class QueueRegistryTest {
  private static final int LOOPS = 2;
  private static final int SHARDS = 3;
  private static final SharedRules.Values NO_GROUPS =
      new SharedRules.Values(SharedStrategy.ROUND_ROBIN, 1, false, false);

  private final FaultyColumns columns = new FaultyColumns();
  private final Store store = Store.on(columns, StoreSettings.DEFAULT, DropListener.NONE, "test");
  private final SpecReader reader = new SpecReader(new TopicRules(16), 86_400_000L);
  private Vertx vertx;
  private Router router;
  private NamedQueues queues;

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
    NamedQueues.registerCodecs(vertx.eventBus());
    router =
        new Router(
            new RetainedStore(RetainedStore.Limits.NONE),
            new SharedRules(NO_GROUPS, InstantSource.system()));
    NamedQueues.Ground ground =
        new NamedQueues.Ground(
            store,
            task -> vertx.executeBlocking(() -> run(task)),
            router,
            LOOPS,
            context -> task -> context.runOnContext(here -> task.run()),
            1 << 20);
    NamedQueues.Rules rules = new NamedQueues.Rules(reader, 100, null);
    queues = await(NamedQueues.start(vertx, ground, () -> rules));
  }

  private static boolean run(Runnable task) {
    task.run();
    return true;
  }

  @AfterEach
  void end() {
    stop();
    store.close();
  }

  private void stop() {
    await(queues.stop());
    await(vertx.close());
  }

  private void restart() {
    stop();
    start();
  }

  /** The disk is whole again, and the store has found out. */
  private void mend() {
    columns.mend();
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> store.health().whyRefusing() == null);
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw new IllegalStateException(e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private Object ask(QueueRequest request) {
    return await(
        vertx
            .eventBus()
            .request(Address.QUEUE_REGISTRY, request)
            .map(Message::body)
            .recover(BusFailure::toBrokerException));
  }

  private QueueSpec create() {
    Map<String, Object> fields = new HashMap<>();
    fields.put("name", "q");
    fields.put("topic_filter", "t/#");
    fields.put("is_lastvalue", false);
    fields.put("shards", SHARDS);
    return (QueueSpec) ask(new QueueRequest.Create(fields));
  }

  private List<String> lists() {
    List<String> names = new ArrayList<>();
    store.reader().forEachQueue(each -> names.add(each.name()));
    return names;
  }

  private Publication.Outcome publish(String payload) {
    Promise<Publication.Outcome> done = Promise.promise();
    ShardedQueue queue = queues.find("q");
    assertThat(queue).isNotNull();
    queue.publish(
        Messages.of("t/1", payload), null, (outcome, fill, why) -> done.complete(outcome));
    return await(done.future());
  }

  private void isNowhere() {
    assertThat(queues.find("q")).isNull();
    assertThatThrownBy(() -> ask(new QueueRequest.Find("q")))
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.problem()).isEqualTo(Problem.NOT_FOUND));
  }

  private void works() {
    create();
    assertThat(lists()).hasSize(2 * SHARDS);
    assertThat(publish("m")).isEqualTo(Publication.Outcome.STORED);
  }

  @Test
  void leavesNothingOfAQueueThatTheStoreTakesHalfOf() {
    for (String list : List.of("s2:q", "q:q")) {
      columns.failWritesOf(list);
      assertThatThrownBy(this::create)
          .isInstanceOfSatisfying(
              BrokerException.class, e -> assertThat(e.problem()).isEqualTo(Problem.STORE_FAILED));
      isNowhere();
      mend();
      Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> lists().isEmpty());
      restart();
      isNowhere();
    }

    works();
  }

  @Test
  void leavesNothingOfAQueueThatIsStoredAndCannotBeOpened() {
    columns.failReads();
    assertThatThrownBy(this::create).hasMessage("the disk does not read");
    mend();

    isNowhere();
    Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> lists().isEmpty());
    works();
  }

  @Test
  void takesBackLaterWhatCannotBeTakenBackAtOnce() {
    columns.failFromTheFirstRead();
    assertThatThrownBy(this::create).hasMessage("the disk does not read");
    isNowhere();
    mend();

    Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> lists().isEmpty());
    restart();
    isNowhere();
    works();
  }

  @Test
  void isNotThereAfterAKillThoughItsListsCouldNotBeTakenBack() {
    columns.failFromTheFirstRead();
    assertThatThrownBy(this::create).hasMessage("the disk does not read");
    stop(); // nobody tries to take them back any more
    mend();
    assertThat(lists()).isNotEmpty();

    start();

    isNowhere();
    Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> lists().isEmpty());
    works();
    restart();
    assertThat(publish("m")).isEqualTo(Publication.Outcome.STORED);
  }

  @Test
  void canBeMadeThoughAnAttemptHasLeftItsListsBehind() {
    columns.failFromTheFirstRead();
    assertThatThrownBy(this::create).hasMessage("the disk does not read");
    mend();
    Awaitility.await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofSeconds(10))
        .ignoreExceptions()
        .until(() -> create() != null);

    assertThat(publish("m")).isEqualTo(Publication.Outcome.STORED);
    restart();
    assertThat(queues.find("q")).isNotNull();
    assertThat(publish("m")).isEqualTo(Publication.Outcome.STORED);
  }

  @Test
  void keepsAWholeQueueThatCannotBeDeleted() {
    works();
    columns.failWrites();
    assertThatThrownBy(() -> ask(new QueueRequest.Delete("q")))
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.problem()).isEqualTo(Problem.STORE_FAILED));
    assertThatThrownBy(() -> ask(new QueueRequest.Change("q", Map.of("max_deliveries", 7), true)))
        .isInstanceOf(BrokerException.class);
    mend();

    assertThat(((QueueSpec) ask(new QueueRequest.Find("q"))).maxDeliveries()).isNotEqualTo(7);
    Awaitility.await().until(() -> publish("again") == Publication.Outcome.STORED);
    assertThat(lists()).hasSize(2 * SHARDS);
    restart();
    assertThat(publish("again")).isEqualTo(Publication.Outcome.STORED);
    ask(new QueueRequest.Delete("q"));
    Awaitility.await().until(() -> lists().isEmpty());
    isNowhere();
  }

  @Test
  void isGoneWithItsDefinitionThoughItsOtherListsTakeLonger() {
    works();
    columns.failWritesOf("d1:q"); // the definition goes, the others do not
    ask(new QueueRequest.Delete("q"));
    isNowhere();
    mend();

    Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> lists().isEmpty());
    works();
  }
}
