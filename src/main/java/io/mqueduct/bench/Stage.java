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

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What all runs need: event loops, connecting and closing, waiting with limits. Belongs to the
 * thread that runs the benchmark, which is never an event loop's.
 */
final class Stage implements AutoCloseable {
  private static final long POLL_MILLIS = 1;
  private static final long TELL_NANOS = 250_000_000L;
  private static final double CONNECT_SECONDS = 90;
  private static final long LOOP_SECONDS = 30;
  private static final double GOODBYE_SECONDS = 5;

  private final Plan plan;
  private final Target target;
  private final Progress progress;
  private final int run = ThreadLocalRandom.current().nextInt(1, 0x10000);
  private final MultiThreadIoEventLoopGroup loops;
  private final List<Worker> workers = new ArrayList<>();
  private final Dialer dialer;
  private final AtomicInteger connected = new AtomicInteger();
  private final AtomicReference<@Nullable String> ending = new AtomicReference<>();
  private final long began = System.nanoTime();
  private long told = began;

  Stage(Plan plan, Target target, Progress progress) {
    this.plan = plan;
    this.target = target;
    this.progress = progress;
    boolean epoll = Epoll.isAvailable();
    this.dialer = new Dialer(target, epoll ? EpollSocketChannel.class : NioSocketChannel.class);
    this.loops =
        new MultiThreadIoEventLoopGroup(
            plan.threads(), epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    for (int i = 0; i < plan.threads(); i++) {
      Worker worker =
          new Worker(
              loops.next(),
              target.keepAliveSeconds(),
              plan.load().ratePerSecond(),
              why -> ending.compareAndSet(null, why));
      workers.add(worker);
      worker.start();
    }
  }

  Plan plan() {
    return plan;
  }

  Target target() {
    return target;
  }

  /** Number of the run, which its messages carry. */
  int run() {
    return run;
  }

  List<Worker> workers() {
    return workers;
  }

  /** The worker of the client with that number. */
  Worker worker(int number) {
    return workers.get(number % workers.size());
  }

  /** Connects all of them, and waits until they are ready. */
  void open(String phase, List<Client> clients) {
    Semaphore permits = new Semaphore(plan.connectsAtATime());
    AtomicInteger ended = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger();
    for (Client client : clients) {
      await(phase, CONNECT_SECONDS, permits::tryAcquire);
      dialer
          .dial(client)
          .whenReady()
          .whenComplete(
              (done, failure) -> {
                (failure == null ? connected : failed).incrementAndGet();
                ended.incrementAndGet();
                permits.release();
              });
    }
    if (!until(phase, CONNECT_SECONDS, () -> ended.get() == clients.size()) || failed.get() > 0) {
      int missing = clients.size() - ended.get() + failed.get();
      String why = ending.get() == null ? "no answer" : ending.get();
      throw new BenchFailure(
          (missing == 1 ? "a client" : missing + " of " + clients.size() + " clients")
              + " could not begin: "
              + why);
    }
  }

  /** All of them say goodbye. */
  void leave(List<Client> clients) {
    onLoops(
        worker -> {
          for (Client client : clients) {
            Link link = client.worker() == worker ? client.link() : null;
            if (link != null) {
              link.leave();
            }
          }
        });
    until(
        "closing",
        GOODBYE_SECONDS,
        () ->
            clients.stream()
                .map(Client::link)
                .allMatch(link -> link == null || link.whenClosed().isDone()));
    connected.addAndGet(-clients.size());
  }

  /** Runs it on every loop, and waits until it is done. */
  void onLoops(Consumer<Worker> task) {
    for (Worker worker : workers) {
      try {
        worker.submit(() -> task.accept(worker)).get(LOOP_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      } catch (TimeoutException e) {
        throw new BenchFailure("the generator's event loop does not answer");
      } catch (InterruptedException e) {
        throw interrupted();
      }
    }
  }

  /** Why the first connection ended by itself; null: none did. */
  @Nullable String ending() {
    return ending.get();
  }

  long sent() {
    return Tally.sum(workers, t -> t.sent);
  }

  long received() {
    return Tally.sum(workers, t -> t.received);
  }

  long duplicated() {
    return Tally.sum(workers, t -> t.duplicated);
  }

  long acknowledged() {
    return Tally.sum(workers, t -> t.acknowledged);
  }

  Histogram latencies() {
    Histogram sum = new Histogram(3);
    onLoops(worker -> worker.addTo(sum));
    return sum;
  }

  Usage usage() {
    return Usage.of(plan.pids());
  }

  boolean readsProcesses() {
    return !plan.pids().isEmpty();
  }

  /** CPU time of this process in seconds. */
  static double ownCpuSeconds() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean bean
        ? bean.getProcessCpuTime() / 1e9
        : 0;
  }

  double seconds() {
    return (System.nanoTime() - began) / 1e9;
  }

  void sleep(String phase, double seconds) {
    until(phase, seconds, () -> false);
  }

  /** Waits for the condition, or fails when it does not come true in time. */
  void await(String phase, double seconds, BooleanSupplier done) {
    if (!until(phase, seconds, done)) {
      throw new BenchFailure(phase + " did not end within " + (long) seconds + " s");
    }
  }

  /** Waits for the condition; false if the time was over before. */
  boolean until(String phase, double seconds, BooleanSupplier done) {
    long start = System.nanoTime();
    while (!done.getAsBoolean()) {
      long now = System.nanoTime();
      if ((now - start) / 1e9 >= seconds) {
        return false;
      }
      tell(phase, now);
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        throw interrupted();
      }
    }
    return true;
  }

  private static BenchFailure interrupted() {
    Thread.currentThread().interrupt();
    return new BenchFailure("interrupted");
  }

  /** Waits until the counter has reached its end, or nothing comes any more. */
  boolean settles(
      String phase, double quietSeconds, double seconds, Counter counter, BooleanSupplier done) {
    long[] last = {counter.get(), System.nanoTime()};
    until(
        phase,
        seconds,
        () -> {
          long now = System.nanoTime();
          long value = counter.get();
          if (value != last[0]) {
            last[0] = value;
            last[1] = now;
          }
          return done.getAsBoolean() || (now - last[1]) / 1e9 > quietSeconds;
        });
    return done.getAsBoolean();
  }

  /** Has subscribers come, and waits until they have what is expected, or get nothing any more. */
  void receive(String phase, List<Client> subscribers, double quietSeconds, long expected) {
    open(phase, subscribers);
    settles(
        phase,
        quietSeconds,
        plan.times().max(),
        this::received,
        () -> received() - duplicated() >= expected);
  }

  /** Something that is counted. */
  @FunctionalInterface
  interface Counter {
    long get();
  }

  private void tell(String phase, long now) {
    if ((now - began) / 1e9 > plan.times().max()) {
      throw new BenchFailure("the run did not end within --max-time, while " + phase);
    }
    if (now - told >= TELL_NANOS) {
      told = now;
      progress.tell(phase, seconds(), connected.get(), sent(), received());
    }
  }

  /** Ends all that is still there. */
  @Override
  public void close() {
    loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }
}
