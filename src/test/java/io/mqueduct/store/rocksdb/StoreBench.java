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
package io.mqueduct.store.rocksdb;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import io.mqueduct.store.Command;
import io.mqueduct.store.CommitCallback;
import io.mqueduct.store.DropListener;
import io.mqueduct.store.MessageCommand;
import io.mqueduct.store.Sample;
import io.mqueduct.store.Settle;
import io.mqueduct.store.ShardLog;
import io.mqueduct.store.StoreSettings;
import io.mqueduct.store.Target;
import io.mqueduct.store.Waiting;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Measures the store alone: {@code StoreBench DIR [messages] [payload] [fsync]}. Prints wall and
 * CPU microseconds per message (CPU of the whole process, flushes and compactions included) and
 * bytes on the disk.
 */
public final class StoreBench {
  private static final Random RANDOM = new Random(1);

  private final ShardLog log;
  private final AtomicLong committed = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final CommitCallback counting =
      new CommitCallback() {
        @Override
        public void committed(long sequence, long result) {
          committed.lazySet(committed.get() + 1);
        }

        @Override
        public void failed(BrokerException why) {
          failed.incrementAndGet();
        }
      };
  private long appended;

  private StoreBench(ShardLog log) {
    this.log = log;
  }

  private void append(Command command, CommitCallback callback) {
    while (!log.append(command, callback)) {
      LockSupport.parkNanos(50_000);
    }
    appended++;
  }

  private void awaitAll() {
    while (committed.get() + failed.get() < appended) {
      LockSupport.parkNanos(100_000);
    }
    if (failed.get() > 0) {
      throw new IllegalStateException(failed.get() + " failed");
    }
  }

  private static Message message(int payload) {
    byte[] bytes = new byte[payload];
    RANDOM.nextBytes(bytes);
    return new Message(
        TopicName.of("devices/plant7/line3/temperature"),
        bytes,
        Message.NO_BYTES,
        1,
        false,
        1_700_000_000_000L,
        Message.NEVER,
        "sensor-0042",
        null);
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long size(Path directory) throws IOException {
    long sum = 0;
    try (var files = Files.list(directory)) {
      for (var file : files.toList()) {
        sum += file.toFile().length();
      }
    }
    return sum;
  }

  /** CPU ticks of 10 ms by the name of the thread. */
  private static Map<String, Long> ticks() throws IOException {
    Map<String, Long> ticks = new TreeMap<>();
    try (var tasks = Files.list(Path.of("/proc/self/task"))) {
      for (var task : tasks.toList()) {
        String stat = Files.readString(task.resolve("stat"));
        String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
        String[] rest = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        ticks.merge(name, Long.parseLong(rest[11]) + Long.parseLong(rest[12]), Long::sum);
      }
    }
    return ticks;
  }

  private static String busiest(Map<String, Long> before, Map<String, Long> after, long messages) {
    return after.entrySet().stream()
        .map(e -> Map.entry(e.getKey(), e.getValue() - before.getOrDefault(e.getKey(), 0L)))
        .filter(e -> e.getValue() * 10_000 > messages / 10)
        .map(e -> e.getKey() + String.format(Locale.ROOT, " %.2f", e.getValue() * 1e4 / messages))
        .collect(Collectors.joining(", "));
  }

  private interface Work {
    void run() throws Exception;
  }

  private static void measure(String what, long messages, Path directory, Work work)
      throws Exception {
    var ticks = ticks();
    long cpu = cpuNanos();
    long wall = System.nanoTime();
    work.run();
    wall = System.nanoTime() - wall;
    cpu = cpuNanos() - cpu;
    System.out.printf(
        Locale.ROOT,
        "%-44s %6.2f us wall, %6.2f us CPU each, %6d MB on disk  (%s)%n",
        what,
        wall / 1e3 / messages,
        cpu / 1e3 / messages,
        size(directory) >> 20,
        busiest(ticks, ticks(), messages));
  }

  /** Runs the benchmark. */
  public static void main(String[] args) throws Exception {
    var directory = Path.of(args[0]);
    int count = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
    int payload = args.length > 2 ? Integer.parseInt(args[2]) : 256;
    var settings =
        StoreSettings.DEFAULT.withFsync(
            args.length > 3
                ? StoreSettings.Fsync.valueOf(args[3].toUpperCase(Locale.ROOT))
                : StoreSettings.Fsync.INTERVAL);
    long number;
    long first;
    try (var store = RocksStore.open(directory, settings, DropListener.NONE)) {
      var bench = new StoreBench(store.store().log());
      var waiting = new Waiting(store.store().log());
      long warm = waiting.run(Sample.open("warm"));
      bench.keepUp(warm, Math.min(count, 200_000), payload);
      number = waiting.run(Sample.open("offline"));
      first = waiting.sequence() + 1;
      measure("append, 1 session", count, directory, () -> bench.enqueue(count, payload, number));
    }
    long start = System.nanoTime();
    try (var store = RocksStore.open(directory, settings, DropListener.NONE)) {
      long[] sessions = new long[1];
      store.store().reader().forEachSession(session -> sessions[0]++);
      store.store().reader().forEachCounts((n, counts) -> sessions[0] += counts.count());
      long ready = System.nanoTime();
      int page = store.store().reader().readMessages(number, 0, 0, 64, 1 << 20).size();
      System.out.printf(
          Locale.ROOT,
          "%-44s %6.1f ms ready, %.1f ms for the first %d%n",
          "reopen with " + sessions[0],
          (ready - start) / 1e6,
          (System.nanoTime() - ready) / 1e6,
          page);
      var bench = new StoreBench(store.store().log());
      measure(
          "read in pages of 256 and settle by 32",
          count,
          directory,
          () -> bench.drain(store, number, first));
      measure("compact", count, directory, () -> store.store().compact());
      var waiting = new Waiting(store.store().log());
      measure(
          "append and settle at once, 1 session",
          count,
          directory,
          () -> bench.keepUp(number, count, payload));
      long[] numbers = new long[50];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = waiting.run(Sample.open("c" + i));
      }
      int published = count / 50;
      measure(
          "fan-out 1 to 50, per delivery",
          published * 50L,
          directory,
          () -> bench.fanOut(published, payload, numbers));
      long[] many = new long[1_000];
      for (int i = 0; i < many.length; i++) {
        many[i] = waiting.run(Sample.open("m" + i));
      }
      measure(
          "append, 1,000 sessions in turn",
          count,
          directory,
          () -> bench.enqueue(count, payload, many));
      System.out.println(store.store().stats());
      System.out.println(
          "commands per round "
              + store.store().health().commands() / Math.max(1, store.store().health().rounds()));
    }
  }

  private void enqueue(int count, int payload, long... numbers) {
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      messages.add(message(payload));
    }
    for (int i = 0; i < count; i++) {
      var target = new Target(numbers[i % numbers.length], 0, 1, false);
      append(new MessageCommand.Append(messages.get(i & 63), List.of(target)), counting);
    }
    awaitAll();
  }

  private void drain(RocksStore store, long number, long first) {
    long from = first;
    while (true) {
      var page = store.store().reader().readMessages(number, 0, from, 256, 1 << 20);
      if (page.isEmpty()) {
        break;
      }
      for (int i = 0; i < page.size(); i += 32) {
        int n = Math.min(32, page.size() - i);
        long[] sequences = new long[n];
        for (int j = 0; j < n; j++) {
          sequences[j] = page.get(i + j).sequence();
        }
        append(new Settle(number, 0, sequences, new int[n]), counting);
      }
      from = page.get(page.size() - 1).sequence() + 1;
    }
    awaitAll();
  }

  /** Each message is settled, with up to 31 others, when it has been committed. */
  private void keepUp(long number, int count, int payload) {
    var message = message(payload);
    var command = new MessageCommand.Append(message, List.of(new Target(number, 0, 1, false)));
    var settling =
        new CommitCallback() {
          private long[] sequences = new long[32];
          private int size;

          @Override
          public void committed(long sequence, long result) {
            committed.lazySet(committed.get() + 1);
            sequences[size++] = sequence;
            if (size == 32) {
              while (!log.append(
                  new Settle(number, 0, sequences, new int[32]), CommitCallback.NONE)) {
                Thread.onSpinWait();
              }
              sequences = new long[32];
              size = 0;
            }
          }

          @Override
          public void failed(BrokerException why) {
            failed.incrementAndGet();
          }
        };
    for (int i = 0; i < count; i++) {
      while (appended - committed.get() > 4_096) {
        LockSupport.parkNanos(20_000);
      }
      append(command, settling);
    }
    awaitAll();
  }

  private void fanOut(int published, int payload, long[] numbers) {
    var message = message(payload);
    var settling =
        new CommitCallback() {
          private long[] sequences = new long[8];
          private int size;

          @Override
          public void committed(long sequence, long result) {
            committed.lazySet(committed.get() + 1);
            sequences[size++] = sequence;
            if (size == 8) {
              for (long number : numbers) {
                while (!log.append(
                    new Settle(number, 0, sequences, new int[8]), CommitCallback.NONE)) {
                  Thread.onSpinWait();
                }
              }
              sequences = new long[8];
              size = 0;
            }
          }

          @Override
          public void failed(BrokerException why) {
            failed.incrementAndGet();
          }
        };
    for (int i = 0; i < published; i++) {
      while (appended - committed.get() > 256) {
        LockSupport.parkNanos(20_000);
      }
      append(Sample.append(message, numbers), settling);
    }
    awaitAll();
  }
}
