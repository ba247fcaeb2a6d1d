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
package io.mqueduct.fuzz;

import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.StartedBroker;
import io.mqueduct.testkit.WirePeer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Well-behaved clients, some on each loop of the broker, that get back what they publish and
 * measure how long that takes. A thread of its own.
 */
final class Probes {
  private static final int CLIENTS = 4;
  private static final long PAUSE_MILLIS = 2;

  private final StartedBroker broker;
  private final Thread thread = new Thread(this::run, "probes");
  private volatile boolean stopped;
  private volatile @Nullable Throwable fault;
  private final Times echoes = new Times();
  private final Times served = new Times();

  Probes(StartedBroker broker) {
    this.broker = broker;
    thread.start();
  }

  private void run() {
    List<WirePeer> clients = new ArrayList<>();
    try {
      for (int i = 0; i < CLIENTS; i++) {
        // Sockets are dealt out to the loops in turn.
        clients.add(broker.connect("probe" + i).subscribe("probe/" + i, 0));
      }
      RunQueue loops = RunQueue.ofEventLoops();
      RunQueue pauses = RunQueue.ofThePauses();
      RunQueue own = RunQueue.ofThisThread();
      for (int i = 0; !stopped; i = (i + 1) % CLIENTS) {
        WirePeer client = clients.get(i);
        loops.waited();
        pauses.waited();
        own.waited();
        long begun = System.nanoTime();
        client.send(Publish.to("probe/" + i).payload("echo"));
        client.readPublish();
        long took = System.nanoTime() - begun;
        echoes.add(took);
        served.add(took - own.waited() - loops.waited() - pauses.waited());
        Thread.sleep(PAUSE_MILLIS); // the pace of the client, nothing is waited for
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | AssertionError e) {
      fault = e;
    } finally {
      clients.forEach(WirePeer::close);
    }
  }

  /** Ends it; the figures may be read then. */
  void close() throws InterruptedException {
    stopped = true;
    thread.join();
  }

  /** What went wrong, or null. */
  @Nullable Throwable fault() {
    return fault;
  }

  /** How long the echoes took. */
  Times echoes() {
    return echoes;
  }

  /**
   * How long they took the broker: without the time in which the client, a loop of the broker or
   * the garbage collector was ready to run and the machine ran others.
   */
  Times served() {
    return served;
  }

  /** Durations. */
  static final class Times {
    private long[] nanos = new long[1024];
    private int count;

    private void add(long value) {
      if (count == nanos.length) {
        nanos = Arrays.copyOf(nanos, 2 * count);
      }
      nanos[count++] = Math.max(0, value);
    }

    int count() {
      return count;
    }

    /** What that part of them is below, milliseconds. */
    double millis(double part) {
      long[] sorted = Arrays.copyOf(nanos, count);
      Arrays.sort(sorted);
      return count == 0 ? 0 : sorted[Math.min(count - 1, (int) (count * part))] / 1e6;
    }

    @Override
    public String toString() {
      return "%d times, 50 %% %.2f ms, 99 %% %.1f ms, 99.9 %% %.1f ms, longest %.1f ms"
          .formatted(count, millis(0.5), millis(0.99), millis(0.999), millis(1));
    }
  }
}
