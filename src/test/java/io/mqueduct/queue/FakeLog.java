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
import io.mqueduct.message.Message;
import io.mqueduct.message.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A log whose three clocks a test turns by hand, as they are in truth: the writer that applies
 * commands, the workers that read, and the loop that hears of both.
 */
final class FakeLog implements QueueLog {
  record Row(int lane, Message message, @Nullable String key, long visibleAt, int[] deliveries) {}

  final TreeMap<Long, Row> rows = new TreeMap<>();
  final Map<String, Long> keys = new HashMap<>();

  /** How each message ended, by its payload. */
  final Map<String, String> ends = new HashMap<>();

  /** Payloads of messages that may expire. */
  final Set<String> expiring = new HashSet<>();

  private final ArrayDeque<Runnable> commands = new ArrayDeque<>();
  private final List<Runnable> reads = new ArrayList<>();
  private final ArrayDeque<Runnable> loop = new ArrayDeque<>();
  private long sequence;
  private int failing;
  private boolean readsFail;
  private boolean readsWait;
  private long maxRows;
  int readsServed;

  /** How often it was told of a delivery. */
  int noted;

  /** The next appends fail. */
  void failAppends(int count) {
    failing = count;
  }

  /** Whether pages cannot be read from now on. */
  void failReads(boolean fail) {
    readsFail = fail;
  }

  /** Whether pages are read later only. */
  void holdReads(boolean hold) {
    readsWait = hold;
  }

  /** The greatest number of rows since the last call. */
  long takeMaxRows() {
    long max = maxRows;
    maxRows = rows.size();
    return max;
  }

  long bytes() {
    return rows.values().stream().mapToLong(r -> r.message.sizeBytes()).sum();
  }

  Recovered recovered() {
    Map<Integer, long[]> lanes = new TreeMap<>();
    rows.forEach((seq, row) -> lanes.computeIfAbsent(row.lane, l -> new long[] {seq, 0})[1]++);
    List<LaneCount> counts = new ArrayList<>();
    lanes.forEach((lane, c) -> counts.add(new LaneCount(lane, c[0], c[1])));
    return new Recovered(rows.size(), bytes(), sequence, counts, List.of());
  }

  /** Makes one random step; false if there is nothing to do. */
  boolean step(Random random) {
    List<Runnable> possible = new ArrayList<>();
    if (!commands.isEmpty()) {
      possible.add(() -> commands.poll().run());
    }
    if (!loop.isEmpty()) {
      possible.add(() -> loop.poll().run());
    }
    if (!reads.isEmpty() && !readsWait) {
      possible.add(() -> reads.remove(random.nextInt(reads.size())).run());
    }
    if (possible.isEmpty()) {
      return false;
    }
    possible.get(random.nextInt(possible.size())).run();
    return true;
  }

  /** Does everything. */
  void run() {
    Random random = new Random(1);
    int steps = 0;
    while (step(random)) {
      if (++steps > 1_000_000) {
        throw new AssertionError("the queue never comes to rest");
      }
    }
  }

  private void erase(long seq, String why) {
    Row row = rows.remove(seq);
    if (row != null) {
      ends.put(Messages.payload(row.message), why);
      if (row.key != null) {
        keys.remove(row.key, seq);
      }
    }
  }

  @Override
  public void append(Append a, AppendReply reply) {
    commands.add(
        () -> {
          if (failing > 0) {
            failing--;
            loop.add(() -> reply.failed(new BrokerException(Problem.STORE_FAILED, "full")));
            return;
          }
          long seq = ++sequence;
          a.removed().forEach(p -> erase(p.sequence(), "limit"));
          if (a.key() != null && keys.containsKey(a.key())) {
            erase(keys.get(a.key()), "replaced");
          }
          if (a.key() != null) {
            keys.put(a.key(), seq);
          }
          if (a.message().expiresAtMillis() != Message.NEVER) {
            expiring.add(Messages.payload(a.message()));
          }
          rows.put(seq, new Row(a.lane(), a.message(), a.key(), a.visibleAtMillis(), new int[2]));
          maxRows = Math.max(maxRows, rows.size());
          loop.add(() -> reply.appended(seq));
        });
  }

  @Override
  public void remove(int lane, long seq, boolean counted) {
    commands.add(
        () -> {
          sequence++;
          erase(seq, "removed");
        });
  }

  @Override
  public void whenStored(Fence fence) {
    commands.add(() -> loop.add(() -> fence.reached(null)));
  }

  @Override
  public void deliveries(int lane, long seq, int count) {
    note(seq, count, 0);
  }

  @Override
  public void rejected(int lane, long seq, int count) {
    note(seq, count, 1);
  }

  private void note(long seq, int count, int rejected) {
    noted++;
    commands.add(
        () -> {
          Row row = rows.get(seq);
          if (row != null) {
            row.deliveries[0] = count;
            row.deliveries[1] = rejected;
          }
        });
  }

  @Override
  public void read(int lane, long from, int max, long maxBytes, PageReply reply) {
    reads.add(
        () -> {
          readsServed++;
          if (readsFail) {
            loop.add(() -> reply.failed(new BrokerException(Problem.STORE_FAILED, "broken")));
            return;
          }
          List<StoredEntry> page = new ArrayList<>();
          long bytes = 0;
          boolean complete = true;
          for (var each : rows.tailMap(from).entrySet()) {
            Row row = each.getValue();
            if (row.lane != lane) {
              continue;
            }
            if (page.size() == max || bytes >= maxBytes) {
              complete = false;
              break;
            }
            bytes += row.message.sizeBytes();
            page.add(
                new StoredEntry(
                    lane,
                    each.getKey(),
                    row.message,
                    row.key,
                    row.visibleAt,
                    row.deliveries[0],
                    row.deliveries[1] == 1));
          }
          boolean all = complete;
          loop.add(() -> reply.page(page, all));
        });
  }

  @Override
  public void find(List<String> wanted, FindReply reply) {
    reads.add(
        () -> {
          List<Place> places = new ArrayList<>();
          for (String key : wanted) {
            Long seq = keys.get(key);
            Row row = seq == null ? null : rows.get(seq);
            places.add(row == null ? null : new Place(row.lane, seq, row.message.sizeBytes()));
          }
          loop.add(() -> reply.found(places));
        });
  }

  @Override
  public void purge(long until, long[] keep, Fence fence) {
    commands.add(
        () -> {
          sequence++;
          for (long seq : List.copyOf(rows.headMap(until, true).keySet())) {
            if (Arrays.stream(keep).noneMatch(k -> k == seq)) {
              erase(seq, "purged");
            }
          }
          loop.add(() -> fence.reached(null));
        });
  }
}
