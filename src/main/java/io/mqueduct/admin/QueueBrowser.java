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

import io.mqueduct.queue.Inspection;
import io.mqueduct.queue.spec.QueueSpec;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the messages of a queue, shard by shard, lane by lane, without consuming them.
 * Nothing is kept between pages. Owned by the admin's loop.
 */
final class QueueBrowser {
  /** Messages that are read at a time. */
  private static final int AT_ONCE = 256;

  /** Reads after which a page is given short rather than late. */
  private static final int MOST_READS = 64;

  /** A page ends with the payload that exceeds this. */
  private static final long MOST_BYTES = 4L << 20;

  private static final String CURSOR = "messages:";

  private final Queues queues;
  private final QueueSpec spec;
  private final Predicate<Inspection.Seen> wanted;

  QueueBrowser(Queues queues, QueueSpec spec, Predicate<Inspection.Seen> wanted) {
    this.queues = queues;
    this.spec = spec;
    this.wanted = wanted;
  }

  /** Where a message is, and what it is. */
  record Found(int shard, Inspection.Seen seen) {}

  /**
   * A place in the queue.
   *
   * @param from the least sequence in the lane
   */
  record Place(int shard, int lane, long from) {
    static final Place START = new Place(0, 0, 0);

    /** Reads what {@link #text} wrote; the start if there is none. */
    static Place of(@Nullable String cursor) {
      if (cursor == null || cursor.isEmpty()) {
        return START;
      }
      String text = Cursor.decode(cursor);
      if (!text.matches(CURSOR + "[0-9]{1,2}:[0-9]{1,3}:[0-9]{1,18}")) {
        throw Cursor.wrong();
      }
      String[] parts = text.split(":", -1);
      return new Place(
          Integer.parseInt(parts[1]), Integer.parseInt(parts[2]), Long.parseLong(parts[3]));
    }

    String text() {
      return Cursor.encode(CURSOR + shard + ":" + lane + ":" + from);
    }
  }

  /**
   * Some messages.
   *
   * @param next where to go on, null after the last
   */
  record Page(List<Found> found, @Nullable Place next) {}

  /** The next messages that are wanted. */
  Future<Page> page(Place from, int limit) {
    return page(from, limit, new ArrayList<>(), 0, MOST_READS);
  }

  private Future<Page> page(Place from, int limit, List<Found> found, long bytes, int reads) {
    if (from.shard >= spec.shards()) {
      return Future.succeededFuture(new Page(found, null));
    }
    if (reads == 0) {
      return Future.succeededFuture(new Page(found, from));
    }
    return queues
        .<Inspection.Page>in(
            spec.name(),
            from.shard,
            (there, now) -> there.inspection().browse(from.lane, from.from, AT_ONCE))
        .compose(
            some -> {
              long sum = bytes;
              for (Inspection.Seen each : some.seen()) {
                if (!wanted.test(each)) {
                  continue;
                }
                if (found.size() == limit || sum > MOST_BYTES) {
                  Place here =
                      new Place(from.shard, each.stored().lane(), each.stored().sequence());
                  return Future.succeededFuture(new Page(found, here));
                }
                found.add(new Found(from.shard, each));
                String consumer = each.consumer();
                sum +=
                    each.stored().message().toldBytes()
                        + (consumer == null ? 0 : consumer.length());
              }
              Place next =
                  some.from() < 0
                      ? new Place(from.shard + 1, 0, 0)
                      : new Place(from.shard, some.lane(), some.from());
              return page(next, limit, found, sum, reads - 1);
            });
  }
}
