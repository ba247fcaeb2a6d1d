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
package io.mqueduct.bench;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * One event loop of the generator with the clients on it, their counters and latencies. Belongs to
 * the loop, but for what says otherwise.
 */
final class Worker {
  private static final long TICK_MILLIS = 100;
  private static final long QUIET_NANOS = 2_000_000_000L;
  private static final long LONGEST_NANOS = 600_000_000_000L;
  private static final double PINGS_PER_KEEP_ALIVE = 2.5;

  private final EventLoop loop;
  private final Tally tally = new Tally();
  private final Histogram latency = new Histogram(1_000, LONGEST_NANOS, 3);
  private final List<Client> clients = new ArrayList<>();
  private final List<Publishing> publishers = new ArrayList<>();
  private final Consumer<String> endings;
  private final long pingNanos;
  private final double ratePerSecond;
  private boolean measuring;
  private long now;
  private long lastArrival;
  private long lastPing;
  private long paceStart;
  private long paced;
  private boolean pacing;

  Worker(EventLoop loop, int keepAliveSeconds, double ratePerSecond, Consumer<String> endings) {
    this.loop = loop;
    this.endings = endings;
    this.ratePerSecond = ratePerSecond;
    this.pingNanos =
        keepAliveSeconds == 0
            ? Long.MAX_VALUE
            : (long) (keepAliveSeconds * 1e9 / PINGS_PER_KEEP_ALIVE);
    this.lastPing = System.nanoTime();
  }

  EventLoop loop() {
    return loop;
  }

  Tally tally() {
    return tally;
  }

  /** Adds a client before the run begins. */
  void add(Client client) {
    clients.add(client);
  }

  /** Adds a publisher before the run begins. */
  void add(Publishing publisher) {
    publishers.add(publisher);
  }

  /** Begins with what is done every now and then. From any thread. */
  void start() {
    loop.scheduleAtFixedRate(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** From any thread. */
  void execute(Runnable task) {
    loop.execute(task);
  }

  /** Runs a task on the loop. From any thread. */
  Future<?> submit(Runnable task) {
    return loop.submit(task);
  }

  /** All publishers begin. */
  void publish() {
    if (ratePerSecond > 0) {
      pacing = true;
      paced = 0;
      paceStart = System.nanoTime();
      publishers.forEach(Publishing::go);
      pace();
    } else {
      publishers.forEach(Publishing::go);
    }
  }

  /** All publishers rest. */
  void rest() {
    pacing = false;
    publishers.forEach(Publishing::rest);
  }

  void measure(boolean on) {
    measuring = on;
  }

  void addTo(Histogram sum) {
    sum.add(latency);
  }

  /** Bytes have arrived now. */
  void readAt(long nanos) {
    now = nanos;
  }

  /** A message has arrived that was sent then. */
  void arrived(long sentNanos) {
    lastArrival = now;
    if (measuring) {
      latency.recordValue(Math.max(0, Math.min(LONGEST_NANOS, now - sentNanos)));
    }
  }

  /** Whether nothing has arrived for some time. */
  boolean isQuiet(long nanos) {
    return nanos - lastArrival > QUIET_NANOS;
  }

  /** A connection ended by itself, or could not be made. */
  void ended(String why) {
    Tally.one(tally.ended);
    endings.accept(why);
  }

  private void tick() {
    long nanos = System.nanoTime();
    publishers.forEach(publisher -> publisher.mend(nanos));
    if (nanos - lastPing > pingNanos) {
      lastPing = nanos;
      for (Client client : clients) {
        Link link = client.link();
        if (link != null && link.isReady() && link.isWritable()) {
          link.ping();
        }
      }
    }
  }

  /** Sends what is due, one message of each publisher in turn, and sleeps until the next. */
  private void pace() {
    if (!pacing || publishers.isEmpty()) {
      return;
    }
    double period = 1e9 / (ratePerSecond * publishers.size());
    long nanos = System.nanoTime();
    while (paceStart + (long) (paced * period) <= nanos) {
      publishers.get((int) (paced % publishers.size())).tick(System.nanoTime());
      paced++;
    }
    long due = paceStart + (long) (paced * period);
    loop.schedule(this::pace, Math.max(0, due - System.nanoTime()), TimeUnit.NANOSECONDS);
  }
}
