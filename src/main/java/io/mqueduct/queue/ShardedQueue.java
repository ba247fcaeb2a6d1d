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
import io.mqueduct.message.Message;
import io.mqueduct.message.Problem;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.queue.spec.Overflow;
import io.mqueduct.queue.spec.QueueSpec;
import io.mqueduct.routing.Interceptor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A named queue as publishers see it: messages of one publisher, in a last-value queue those of one
 * key, go to the same shard. Any thread.
 */
public final class ShardedQueue implements Interceptor {
  /** So much may wait for a loop. */
  private static final int BUSY = 20_000;

  private final List<QueueShard> shards;
  private volatile QueueSpec spec;

  ShardedQueue(QueueSpec spec, List<QueueShard> shards) {
    this.spec = spec;
    this.shards = List.copyOf(shards);
  }

  /** What it is told to be. */
  public QueueSpec spec() {
    return spec;
  }

  /** Its shards, by index. */
  public List<QueueShard> shards() {
    return shards;
  }

  /** What names its shards in the store, by index. */
  List<StoreQueueLog.Numbers> numbers() {
    return shards.stream().map(shard -> shard.log().numbers()).toList();
  }

  /** The registry's loop: from now on it is this. */
  void change(QueueSpec changed) {
    spec = changed;
    for (QueueShard each : shards) {
      each.mailbox().post(() -> each.change(changed, System.currentTimeMillis()));
    }
  }

  @Override
  public boolean mayRefuse() {
    return spec.overflow() == Overflow.REJECT_PUBLISH;
  }

  @Override
  public boolean isBusy() {
    for (int i = 0; i < shards.size(); i++) {
      if (shards.get(i).mailbox().size() > BUSY) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Passage pass(Message message, @Nullable String peerHost, Listener listener) {
    Publication publication =
        new Publication(
            message,
            peerHost,
            (outcome, fill, why) -> listener.stored(codeOf(outcome, why), fill),
            listener.losesWhatIsRefused(),
            listener.losesWhatFails());
    return new ToShard(shardOf(publication), publication, listener);
  }

  /** Stores a message in this queue alone, whatever its topic; the reply is on a queue's loop. */
  public void publish(Message message, @Nullable String peerHost, Publication.Reply reply) {
    Publication publication = new Publication(message, peerHost, reply);
    QueueShard shard = shardOf(publication);
    shard.mailbox().post(() -> shard.queue().publish(publication, System.currentTimeMillis()));
  }

  private QueueShard shardOf(Publication publication) {
    if (shards.size() == 1) {
      return shards.get(0);
    }
    publication.findKey(spec);
    String key = publication.key == null ? publication.message.publisher() : publication.key;
    return shards.get(Address.shardOf(key, shards.size()));
  }

  /** What a publisher is told. A message that the queue has no use for is no fault of his. */
  private static ReasonCode codeOf(Publication.Outcome outcome, @Nullable BrokerException why) {
    return switch (outcome) {
      case STORED, DUPLICATE, IGNORED -> ReasonCode.SUCCESS;
      case REJECTED -> ReasonCode.QUOTA_EXCEEDED;
      case FAILED ->
          why != null && why.problem() == Problem.STORE_BUSY
              ? ReasonCode.SERVER_BUSY
              : ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR;
    };
  }

  /** A message on its way to the shard's loop. */
  private record ToShard(QueueShard shard, Publication publication, Listener listener)
      implements Passage {
    @Override
    public @Nullable String objection() {
      return publication.orders.fault();
    }

    @Override
    public void reserve() {
      shard.mailbox().post(() -> listener.reserved(shard.queue().reserve(publication)));
    }

    @Override
    public void store() {
      shard.mailbox().post(this::publish);
    }

    private void publish() {
      shard.queue().publish(publication, System.currentTimeMillis());
    }

    @Override
    public void giveUp() {
      shard.mailbox().post(() -> shard.queue().unreserve(publication));
    }
  }
}
