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
package io.mqueduct.admin;

import io.mqueduct.message.Message;
import io.mqueduct.queue.Inspection;
import io.mqueduct.queue.spec.QueueSpec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * One caller who follows a queue with server-sent events. Owned by the admin's loop; the loops of
 * the queue hand messages over and never wait: if the caller does not keep up, it is cut off.
 */
final class QueueTail {
  private static final long BEAT_MILLIS = 15_000;
  private static final long GRACE_MILLIS = 5_000;

  /** Bytes that may be on their way from queues to this loop, for all tails together. */
  private static final long MOST_HANDED_OVER = 16L << 20;

  /** Bytes that may wait for the caller to read them. */
  private static final int MOST_UNREAD = 4 << 20;

  /** What a message takes beside its bytes. */
  private static final int OVERHEAD = 200;

  private final Queues queues;
  private final QueueSpec spec;
  private final HttpServerResponse response;
  private final HttpConnection connection;
  private final boolean sharesConnection;
  private final Predicate<Message> wanted;
  private final Payloads payloads;
  private final Owner owner;
  private final Vertx vertx;
  private final AtomicLong handedOver;
  private final List<Shard> shards = new ArrayList<>();
  private long beat = -1;
  private long unread;
  private boolean closed;

  /** Who has an eye on all of them. */
  interface Owner {
    /** Room for bytes that are to be sent; false if this one is the slowest and is to be cut. */
    boolean take(QueueTail tail, int bytes);

    /** They were read, or never will be. */
    void give(int bytes);

    /** It follows no more. */
    void closed(QueueTail tail);
  }

  QueueTail(
      Queues queues,
      QueueSpec spec,
      HttpServerRequest request,
      Predicate<Message> wanted,
      Payloads payloads,
      AtomicLong handedOver,
      Owner owner) {
    this.queues = queues;
    this.spec = spec;
    this.response = request.response();
    this.connection = request.connection();
    this.sharesConnection = request.version() == HttpVersion.HTTP_2;
    this.wanted = wanted;
    this.payloads = payloads;
    this.handedOver = handedOver;
    this.owner = owner;
    this.vertx = queues.here().owner();
  }

  /** Follows; what is stored from the first line of the answer on is shown. */
  void begin() {
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < spec.shards(); i++) {
      Shard shard = new Shard(i);
      shards.add(shard);
      all.add(
          queues.in(
              spec.name(),
              i,
              (there, now) -> {
                there.inspection().follow(shard);
                return Future.succeededFuture(true);
              }));
    }
    Future.all(all).onSuccess(done -> opened()).onFailure(why -> end("end"));
  }

  private void opened() {
    if (closed) {
      return;
    }
    response.setChunked(true);
    response.putHeader("Content-Type", "text/event-stream");
    response.putHeader("Cache-Control", "no-store");
    response.putHeader("Content-Encoding", "identity"); // or it would wait for more to compress
    response.write(": tail of " + spec.name() + "\n\n");
    beat = vertx.setPeriodic(BEAT_MILLIS, id -> response.write(":\n\n"));
  }

  /** One shard of the queue, on whose loop it is called. */
  private final class Shard implements Inspection.Follower {
    final int index;

    Shard(int index) {
      this.index = index;
    }

    @Override
    public void stored(long sequence, Message message, long visibleAtMillis) {
      if (!wanted.test(message)) {
        return;
      }
      int size = message.sizeBytes() + OVERHEAD;
      if (handedOver.addAndGet(size) > MOST_HANDED_OVER) {
        handedOver.addAndGet(-size);
        WayBack.run(queues.here(), () -> end("cut"));
      } else {
        WayBack.run(queues.here(), () -> write(index, sequence, message, visibleAtMillis, size));
      }
    }

    @Override
    public void ended() {
      WayBack.run(queues.here(), () -> end("end"));
    }
  }

  private void write(int shard, long sequence, Message message, long visibleAtMillis, int size) {
    handedOver.addAndGet(-size);
    if (closed || !response.headWritten()) {
      return;
    }
    String json = QueueMessageJson.of(shard, sequence, message, visibleAtMillis, payloads).encode();
    Buffer event = Buffer.buffer("id: " + shard + "-" + sequence + "\ndata: " + json + "\n\n");
    int bytes = event.length();
    if (unread + bytes > Math.max(MOST_UNREAD, bytes) || !owner.take(this, bytes)) {
      end("cut");
      return;
    }
    unread += bytes;
    response
        .write(event)
        .onComplete(
            read -> {
              unread -= bytes;
              owner.give(bytes);
            });
  }

  /** Bytes that the caller has not read. */
  long unread() {
    return closed ? 0 : unread;
  }

  /** There is no room for what it does not read. */
  void cut() {
    end("cut");
  }

  /** Says why it ends, and ends. */
  private void end(String event) {
    if (closed) {
      return;
    }
    if (response.headWritten()) {
      // Who does not even read that is not waited for.
      long grace = vertx.setTimer(GRACE_MILLIS, id -> hangUp());
      response
          .end("event: " + event + "\ndata: {}\n\n")
          .onComplete(
              done -> {
                vertx.cancelTimer(grace);
                if (!sharesConnection) {
                  hangUp();
                }
              });
    } else {
      response.setStatusCode(404).putHeader("Content-Type", "application/json");
      response.end(ApiError.notFound("there is no queue " + spec.name()).body().toBuffer());
    }
    close();
  }

  /** Ends the connection or, if other calls use it too, this call's part of it. */
  private void hangUp() {
    if (sharesConnection) {
      response.reset();
    } else {
      connection.close();
    }
  }

  /** The caller is gone, or told to go. */
  void close() {
    if (closed) {
      return;
    }
    closed = true;
    vertx.cancelTimer(beat);
    owner.closed(this);
    for (Shard each : shards) {
      queues.in(
          spec.name(),
          each.index,
          (there, now) -> {
            there.inspection().unfollow(each);
            return Future.succeededFuture(true);
          });
    }
  }
}
