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

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Message;
import io.mqueduct.routing.GroupList;
import io.mqueduct.routing.SharedGroup;
import io.mqueduct.routing.StoredList;
import io.mqueduct.routing.Subscription;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.MessageCommand;
import io.mqueduct.store.MessageCounts;
import io.mqueduct.store.QueueCommand;
import io.mqueduct.store.Settle;
import io.mqueduct.store.StoreReader;
import io.mqueduct.store.StoredMessage;
import io.mqueduct.store.StoredQueue;
import io.mqueduct.store.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lists of shared groups with a durable member: a list of its own for each, under a name that
 * is never used again, so that a group that ends and one that begins are never taken for each
 * other. Whoever changes the router's groups holds its lock, and so has this alone; the lists
 * themselves are for any thread.
 */
final class StoredGroups {
  private static final Logger LOG = LoggerFactory.getLogger(StoredGroups.class);
  private static final int LANE = 0;
  private static final long PAGE_BYTES = 512 * 1024;
  private static final long RETRY_MILLIS = 1000;

  private final BrokerStore store;

  /** Those of the last run whose groups are not there again, by group and filter. */
  private final Map<String, Left> left = new HashMap<>();

  private record Left(long number, MessageCounts counts, long newest) {}

  StoredGroups(BrokerStore store) {
    this.store = store;
  }

  /** Finds what the last run has left. Blocks; before anybody subscribes. */
  void load(StoreReader reader) {
    long newest = reader.applied();
    reader.forEachGroup(
        stored -> {
          Left found = new Left(stored.number(), reader.counts(stored.number()), newest);
          Left older = left.put(stored.spec(), found);
          if (older
              != null) { // its group had ended, and the broker was killed before that was stored
            delete(older.number());
          }
        });
  }

  /** The groups whose members have all gone while the broker was down. */
  void dropLeft() {
    left.values().forEach(each -> delete(each.number()));
    left.clear();
  }

  private void delete(long number) {
    store.patientLog().eventually(new QueueCommand.DeleteQueue(number), CommitCallback.NONE);
  }

  void keep(SharedGroup group) {
    String key = group.name() + "/" + group.filter();
    Left known = left.remove(key);
    OneGroup list = new OneGroup(group);
    group.keepIn(list);
    if (known != null) {
      list.number = known.number();
      for (MessageCounts.Lane lane : known.counts().lanes()) {
        group.restore((int) lane.count(), lane.head(), known.newest());
      }
      return;
    }
    store
        .patientLog()
        .surely(
            new QueueCommand.DeclareQueue(
                StoredQueue.GROUP + UUID.randomUUID(), System.currentTimeMillis(), key),
            list);
  }

  /** One group. Any thread. */
  private final class OneGroup implements GroupList, CommitCallback {
    private final SharedGroup group;
    private volatile long number;
    private volatile boolean ended;

    OneGroup(SharedGroup group) {
      this.group = group;
    }

    @Override
    public long number() {
      return number;
    }

    @Override
    public void committed(long sequence, long result) {
      number = result;
      if (ended) {
        delete(result);
      }
    }

    @Override
    public void failed(BrokerException why) {
      group.keepIn(null); // the SUBACK fails as well, and the next member tries again
    }

    @Override
    public void end() {
      ended = true;
      if (number != 0) {
        delete(number);
      }
    }

    @Override
    public void done(long sequence) {
      store
          .patientLog()
          .eventually(
              new Settle(
                  number, 0, new long[] {sequence}, new int[] {Settle.mark(LANE, 0, Settle.DONE)}),
              CommitCallback.NONE);
    }

    @Override
    public void move(
        Message message,
        long sequence,
        Subscription member,
        StoredList to,
        int qos,
        Runnable stays) {
      int lane = to.lane(message);
      boolean retain = member.retainAsPublished() && message.retain();
      var target = new Target(to.number(), lane, qos, retain, member.identifiers(), null, 0);
      store
          .patientLog()
          .eventually(
              new MessageCommand.Move(number, LANE, sequence, target, message),
              new CommitCallback() {
                @Override
                public void committed(long newSequence, long result) {
                  if (result == 1) {
                    to.moved(message, member, qos, lane, newSequence);
                    return;
                  }
                  if (result == MessageCommand.Move.TARGET_GONE) {
                    stays.run();
                  } // else it has expired meanwhile
                  to.notMoved();
                }

                /** The store is closing, and the group is owed it at the next start. */
                @Override
                public void failed(BrokerException why) {
                  to.notMoved();
                }
              });
    }

    @Override
    public void read(long from, long until, int max, Reader reader) {
      store.read(
          () -> {
            List<Kept> page = new ArrayList<>();
            boolean last;
            try {
              last = read(from, until, max, page);
            } catch (RuntimeException e) {
              LOG.error("messages of a shared group could not be read: {}", e.getMessage());
              store.later(() -> read(from, until, max, reader), RETRY_MILLIS);
              return;
            }
            reader.page(page, last);
          });
    }

    private boolean read(long from, long until, int max, List<Kept> page) {
      var found = store.store().reader().readMessages(number, LANE, from, max, PAGE_BYTES);
      long bytes = 0;
      for (StoredMessage message : found) {
        bytes += message.message().sizeBytes();
        if (message.sequence() > until) {
          return true;
        }
        page.add(new Kept(message.message(), message.sequence(), 0));
      }
      return found.size() < max && bytes < PAGE_BYTES;
    }
  }
}
