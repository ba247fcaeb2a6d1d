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

import io.mqueduct.bus.Address;
import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.queue.QueueRequest.Ensured;
import io.mqueduct.queue.spec.QueueSpec;
import io.mqueduct.queue.spec.SpecReader;
import io.mqueduct.routing.TopicRules;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.Message;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which queues there are and who consumes them, reached at {@code queue.registry} with {@link
 * QueueRequest}. Owned by its event loop. Changes are made one after the other, each when the store
 * has the one before.
 */
final class QueueRegistryVerticle extends VerticleBase implements QueueSubscriptions.Registry {
  private static final Logger LOG = LoggerFactory.getLogger(QueueRegistryVerticle.class);

  private final QueueParts parts;
  private final List<NamedQueueVerticle> loops;
  private final Supplier<NamedQueues.Rules> rules;
  private final Mailbox mailbox = new Mailbox(task -> context.runOnContext(here -> task.run()));
  private @Nullable QueueDirectory<SessionConsumer> directory;
  private NamedQueues.@Nullable Rules followed;
  private @Nullable QueueStore store;
  private final Complaints complaints = new Complaints();
  private final Complaints refusals = new Complaints(); // those that clients can cause

  /** Queues of the store that cannot be read; their messages stay. */
  private final Set<String> unusable = new HashSet<>();

  private Future<?> lastChange = Future.succeededFuture();

  QueueRegistryVerticle(
      QueueParts parts, List<NamedQueueVerticle> loops, Supplier<NamedQueues.Rules> rules) {
    this.parts = parts;
    this.loops = loops;
    this.rules = rules;
  }

  @Override
  public Future<?> start() {
    QueueStore lists = new QueueStore(parts.store(), context);
    store = lists;
    return vertx
        .executeBlocking(
            () -> {
              lists.removeOrphans();
              return lists.all();
            })
        .compose(this::restore)
        .compose(
            restored ->
                vertx
                    .eventBus()
                    .localConsumer(Address.QUEUE_REGISTRY, this::received)
                    .completion());
  }

  private Future<?> restore(List<QueueStore.Found> found) {
    // Limits may be other ones by now; what is there stays.
    SpecReader reader = new SpecReader(new TopicRules(65_535), SpecReader.DEFAULT_RETENTION_MILLIS);
    List<Future<?>> opened = new ArrayList<>();
    for (QueueStore.Found each : found) {
      QueueSpec spec;
      try {
        spec = reader.create(each.json().getMap());
      } catch (BrokerException e) {
        LOG.error("queue={} cannot be used, its messages stay: {}", each.name(), e.getMessage());
        unusable.add(each.name());
        continue;
      }
      opened.add(
          store()
              .declare(spec)
              .compose(numbers -> open(spec, numbers))
              .onSuccess(
                  queue -> {
                    work(queue);
                    directory().restore(spec);
                  }));
    }
    return Future.all(opened).onSuccess(all -> LOG.info("queues={} open", opened.size()));
  }

  private QueueStore store() {
    if (store == null) {
      throw new IllegalStateException("not started");
    }
    return store;
  }

  /** The directory, with the rules of this moment. */
  private QueueDirectory<SessionConsumer> directory() {
    NamedQueues.Rules now = rules.get();
    QueueDirectory<SessionConsumer> known = directory;
    if (known == null) {
      known = new QueueDirectory<>(now.reader(), now.maxCount(), now.template());
      directory = known;
    } else if (!now.equals(followed)) {
      known.rules(now.reader(), now.maxCount(), now.template());
    }
    followed = now;
    return known;
  }

  private void received(Message<Object> message) {
    try {
      answer(message);
    } catch (RuntimeException e) {
      NamedQueueVerticle.failed(message, e);
    }
  }

  private void answer(Message<Object> message) {
    if (!(message.body() instanceof QueueRequest request)) {
      throw new IllegalArgumentException("unknown request " + message.body());
    }
    if (request instanceof QueueRequest.Find find) {
      message.reply(directory().require(find.queue()));
    } else if (request instanceof QueueRequest.ListQueues list) {
      List<QueueSpec> some = directory().list(list.after(), list.limit() + 1);
      boolean more = some.size() > list.limit();
      message.reply(
          new QueueRequest.Page(more ? List.copyOf(some.subList(0, list.limit())) : some, more));
    } else if (request instanceof QueueRequest.ListConsumers list) {
      message.reply(interested(list.queue()));
    } else {
      inTurn(request).onComplete(message::reply, why -> NamedQueueVerticle.failed(message, why));
    }
  }

  private QueueRequest.Interested interested(String queue) {
    directory().require(queue);
    List<SessionConsumer> waiting = directory().waiting(queue);
    return new QueueRequest.Interested(
        directory().attached(queue).stream()
            .filter(each -> !each.isOnline())
            .map(each -> each.subscriber().clientId())
            .toList(),
        waiting.stream().map(each -> each.subscriber().clientId()).toList());
  }

  /** Makes a change after those that were asked for before. */
  private Future<?> inTurn(QueueRequest change) {
    Future<?> mine = lastChange.transform(before -> make(change));
    lastChange = mine;
    return mine;
  }

  private Future<?> make(QueueRequest change) {
    try {
      if (change instanceof QueueRequest.Create create) {
        return create(rules.get().reader().create(create.fields()));
      } else if (change instanceof QueueRequest.Change asked) {
        return change(asked);
      } else if (change instanceof QueueRequest.Delete delete) {
        return delete(directory().require(delete.queue()));
      } else if (change instanceof QueueRequest.Ensure ensure) {
        return ensure(ensure.address());
      }
      throw new IllegalArgumentException("not a change: " + change);
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }

  private Future<Ensured> ensure(QueueAddress.Queue address) {
    try {
      QueueSpec spec = directory().toCreate(address);
      return spec == null
          ? Future.succeededFuture(new Ensured(false))
          : create(spec).map(new Ensured(true));
    } catch (BrokerException e) {
      if (refusals.isDue(System.currentTimeMillis())) {
        LOG.warn("queue={} not created by subscribing: {}", address.name(), e.getMessage());
      }
      throw e;
    }
  }

  private Future<QueueSpec> create(QueueSpec spec) {
    directory().requireRoomFor(spec.name());
    if (unusable.contains(spec.name())) {
      throw new BrokerException(
          Problem.ALREADY_EXISTS,
          "queue " + spec.name() + " is in the store, and cannot be used; the log says why");
    }
    return store()
        .create(spec)
        .compose(
            numbers ->
                open(spec, numbers)
                    .compose(queue -> finish(queue, numbers))
                    .onFailure(why -> store().discard(numbers)))
        .onFailure(
            why -> {
              if (complaints.isDue(System.currentTimeMillis())) {
                LOG.warn("queue={} not created: {}", spec.name(), why.getMessage());
              }
            })
        .map(
            queue -> {
              for (SessionConsumer each : directory().created(spec)) {
                each.attach(queue.shards());
              }
              LOG.info("queue={} filter={} created", spec.name(), spec.topicFilter());
              return spec;
            });
  }

  /** The queue is ready; with the store it exists, and takes messages from then on. */
  private Future<ShardedQueue> finish(ShardedQueue queue, List<StoreQueueLog.Numbers> numbers) {
    return store()
        .finish(queue.spec(), numbers)
        .onFailure(why -> closeShards(queue.spec(), queue.shards()))
        .map(
            made -> {
              work(queue);
              return queue;
            });
  }

  /** A queue takes messages from now on. */
  private void work(ShardedQueue queue) {
    parts.queues().put(queue.spec().name(), queue);
    parts.router().intercept(queue.spec().topicFilter(), queue);
  }

  /** Makes the shards of a queue that the store has, all or none. */
  private Future<ShardedQueue> open(QueueSpec spec, List<StoreQueueLog.Numbers> numbers) {
    return vertx
        .executeBlocking(() -> numbers.stream().map(store()::recover).toList())
        .compose(recovered -> openShards(spec, numbers, recovered))
        .map(shards -> new ShardedQueue(spec, shards));
  }

  private Future<List<QueueShard>> openShards(
      QueueSpec spec, List<StoreQueueLog.Numbers> numbers, List<QueueLog.Recovered> recovered) {
    List<Future<QueueShard>> opened = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      opened.add(loopOf(spec, i).open(spec, i, numbers.get(i), recovered.get(i)));
    }
    return Future.join(opened)
        .map(all -> opened.stream().map(Future::result).toList())
        .onFailure(
            why ->
                closeShards(
                    spec, opened.stream().filter(Future::succeeded).map(Future::result).toList()));
  }

  private Future<Void> closeShards(QueueSpec spec, List<QueueShard> shards) {
    return Future.all(shards.stream().map(each -> loopOf(spec, each.index()).close(each)).toList())
        .mapEmpty();
  }

  private NamedQueueVerticle loopOf(QueueSpec spec, int shard) {
    return loops.get(Address.loopOf(spec.name(), shard, loops.size()));
  }

  private Future<QueueSpec> change(QueueRequest.Change asked) {
    QueueSpec current = directory().require(asked.queue());
    SpecReader reader = rules.get().reader();
    QueueSpec changed =
        asked.merges()
            ? reader.merge(current, asked.fields())
            : reader.replace(current, asked.fields());
    ShardedQueue queue = queue(current);
    return store()
        .change(changed, queue.numbers().get(0))
        .map(
            stored -> {
              directory().changed(changed);
              queue.change(changed);
              LOG.info("queue={} changed", changed.name());
              return changed;
            });
  }

  /** A queue that the directory knows. */
  private ShardedQueue queue(QueueSpec spec) {
    ShardedQueue queue = parts.queues().get(spec.name());
    if (queue == null) {
      throw new IllegalStateException("queue " + spec.name() + " is not open");
    }
    return queue;
  }

  private Future<QueueSpec> delete(QueueSpec spec) {
    ShardedQueue queue = queue(spec);
    return store()
        .delete(queue.numbers())
        .compose(
            gone -> {
              parts.queues().remove(spec.name());
              parts.router().release(spec.topicFilter(), queue);
              return closeShards(spec, queue.shards());
            })
        .map(
            closed -> {
              for (SessionConsumer each : directory().deleted(spec.name())) {
                each.attach(List.of());
              }
              LOG.info("queue={} deleted", spec.name());
              return spec;
            });
  }

  // --- who consumes; any thread

  @Override
  public void subscribe(SessionConsumer consumer, QueueAddress.Queue address) {
    mailbox.post(
        () -> {
          if (directory().subscribe(consumer, address) == QueueDirectory.Standing.ATTACHED) {
            ShardedQueue queue = parts.queues().get(address.name());
            consumer.attach(queue == null ? List.of() : queue.shards());
          }
        });
  }

  @Override
  public void unsubscribe(SessionConsumer consumer, QueueAddress.Queue address) {
    mailbox.post(
        () -> {
          if (directory().unsubscribe(consumer, address)) {
            consumer.attach(List.of());
          }
        });
  }
}
