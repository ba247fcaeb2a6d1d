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

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.queue.spec.QueueSpec;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One shard of a named queue on the loop that owns it: the queue, its log, and its HTTP consumers.
 * Accessors are for any thread; everything else is for the loop, which {@link #mailbox} reaches.
 */
public final class QueueShard {
  private static final long RETRY_MILLIS = 1000;
  private static final int MOST_HTTP_CONSUMERS = 10_000;

  private final String name;
  private final int index;
  private final StoreQueueLog log;
  private final NamedQueue queue;
  private final Mailbox mailbox;
  private final Map<String, Leases> leases = new HashMap<>(0);
  private final Inspection inspection;
  private final Runnable onTouch;
  private boolean touched;
  private long dueMillis;
  private long retriedMillis;

  /**
   * A shard of which nobody knows yet.
   *
   * @param onTouch called when it was not used since the last {@link #tick} and is now
   */
  QueueShard(
      String name,
      int index,
      StoreQueueLog log,
      NamedQueue queue,
      Mailbox mailbox,
      Runnable onTouch) {
    this.name = name;
    this.index = index;
    this.log = log;
    this.queue = queue;
    this.mailbox = mailbox;
    this.inspection = new Inspection(queue, log);
    this.onTouch = onTouch;
  }

  /** Name of the queue. */
  public String name() {
    return name;
  }

  /** Which shard it is, from 0. */
  public int index() {
    return index;
  }

  /** The queue. The loop only. */
  public NamedQueue queue() {
    touch();
    return queue;
  }

  private void touch() {
    if (!touched) {
      touched = true;
      onTouch.run();
    }
  }

  /** The messages in the store. The loop only, but for its numbers. */
  public StoreQueueLog log() {
    return log;
  }

  /** The way to the loop. */
  public Mailbox mailbox() {
    return mailbox;
  }

  /** The HTTP consumers of a name, who are one consumer for the queue. The loop only. */
  public Leases leases(String consumer, long nowMillis) {
    Leases known = leases.get(consumer);
    if (known == null) {
      if (leases.size() >= MOST_HTTP_CONSUMERS) {
        throw new BrokerException(
            Problem.QUOTA_EXCEEDED, MOST_HTTP_CONSUMERS + " names consume this queue over HTTP");
      }
      known = new Leases(consumer, queue, mailbox::post);
      leases.put(consumer, known);
      queue.attach(known, nowMillis);
    }
    touch();
    return known;
  }

  /** The HTTP consumers of a name, if they have or want something; else null. The loop only. */
  public @Nullable Leases knownLeases(String consumer) {
    touch();
    return leases.get(consumer);
  }

  /** Single messages. The loop only. */
  public Inspection inspection() {
    return inspection;
  }

  /**
   * Completes when the store has all that was asked of it until now; fails if it cannot write. The
   * loop only.
   */
  public Future<Void> stored() {
    Promise<Void> done = Promise.promise();
    log.whenStored(why -> handle(done, why, ""));
    return done.future();
  }

  /** Fails if it is known that the store cannot write. The loop only. */
  public Future<Void> writable() {
    return log.seemsWritable() ? Future.succeededFuture() : stored();
  }

  /**
   * Takes out every message that is not handed out; completes with their number when they are gone
   * from the store too. The loop only.
   */
  public Future<Long> purge(long nowMillis) {
    Promise<Void> done = Promise.promise();
    long purged =
        queue()
            .purge(
                nowMillis,
                why ->
                    handle(
                        done,
                        why,
                        "; consumers do not get the messages, which are removed as soon as it can"
                            + " be written"));
    return done.future().map(gone -> purged);
  }

  /** The queue in numbers; waits for a message to be read if that is the oldest. The loop only. */
  public Future<QueueStats> stats(long nowMillis) {
    if (queue().oldest().isKnown()) {
      return Future.succeededFuture(queue.stats(nowMillis));
    }
    Promise<QueueStats> done = Promise.promise();
    queue.oldest().whenKnown(() -> done.complete(queue.stats(nowMillis)));
    return done.future();
  }

  private static void handle(Promise<Void> done, @Nullable BrokerException why, String more) {
    if (why == null) {
      done.complete();
    } else {
      done.fail(more.isEmpty() ? why : new BrokerException(why.problem(), why.getMessage() + more));
    }
  }

  void change(QueueSpec spec, long nowMillis) {
    log.remember(spec.dedupWindow());
    queue().spec(spec, nowMillis);
  }

  /** Does what is due; called soon after the shard was used, and when something is due. */
  void tick(long nowMillis) {
    if (nowMillis - retriedMillis >= RETRY_MILLIS) {
      retriedMillis = nowMillis;
      log.retry();
    }
    if (touched) {
      touched = false;
      dueMillis = due();
    }
    if (dueMillis > nowMillis) {
      return;
    }
    queue.tick(nowMillis);
    leases
        .values()
        .removeIf(
            each -> {
              each.tick(nowMillis);
              if (each.isIdle()) {
                queue.detach(each, nowMillis);
                return true;
              }
              return false;
            });
    dueMillis = due();
  }

  /** When {@link #tick} is to be called next, if the shard is not used before. */
  long nextTickMillis() {
    return Math.min(dueMillis, retriedMillis + RETRY_MILLIS);
  }

  private long due() {
    long due = queue.dueMillis();
    for (Leases each : leases.values()) {
      due = Math.min(due, each.dueMillis());
    }
    return due;
  }

  /** Nothing goes in or out any more. */
  void close(long nowMillis) {
    log.flush();
    queue.close(nowMillis);
    leases.values().forEach(Leases::end);
    leases.clear();
    inspection.end();
  }
}
