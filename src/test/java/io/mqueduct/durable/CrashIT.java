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

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.Packet;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.WirePeer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Kills the broker's process again and again while clients publish, and subscribers go and come;
 * then judges from outside: whatever was acknowledged was delivered to every session that it was
 * owed to, at QoS 2 exactly once, and in the order of each topic; and to one member of a shared
 * group, at QoS 2 to one alone and once.
 *
 * <p>{@code -Dmqueduct.crashes=500} makes it long.
 */
class CrashIT {
  private static final int CRASHES = Integer.getInteger("mqueduct.crashes", 20);
  private static final long SEED = Long.getLong("mqueduct.seed", System.nanoTime());
  private static final int BATCH = 20;

  private final AtomicBoolean publishing = new AtomicBoolean(true);
  private final AtomicBoolean reading = new AtomicBoolean(true);
  private final ReentrantLock connecting = new ReentrantLock();

  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void losesAndRepeatsNothingHoweverOftenTheBrokerIsKilled() throws InterruptedException {
    Random random = new Random(SEED);
    try (RunningBroker broker = RunningBroker.startProcess(Map.of("mqtt.max_mqueue_len", "0"))) {
      List<Reader> readers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        readers.add(new Reader(broker, "reader" + i, "crash/#", new Random(random.nextLong())));
      }
      List<Reader> members = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        String filter = "$share/members/crash/#";
        members.add(new Reader(broker, "member" + i, filter, new Random(random.nextLong())));
      }
      List<Reader> everybody = Stream.concat(readers.stream(), members.stream()).toList();
      List<Writer> writers = List.of(new Writer(broker, 1), new Writer(broker, 2));
      List<Thread> threads = new ArrayList<>();
      for (Reader reader : everybody) {
        // A broker that is short of processor time loads classes for seconds at its first
        // SUBSCRIBE.
        reader.peer().patience(Duration.ofMinutes(1)).subscribe(reader.filter, 2).disconnect();
        threads.add(new Thread(reader, reader.name));
      }
      for (Writer writer : writers) {
        threads.add(new Thread(writer, writer.topic));
      }
      threads.forEach(Thread::start);
      for (int i = 0; i < CRASHES; i++) {
        awaitProgress(writers, random);
        broker.kill();
        broker.start();
      }
      publishing.set(false);
      for (Thread thread : threads.subList(everybody.size(), threads.size())) {
        thread.join();
      }
      await(readers, members, writers);
      reading.set(false);
      for (Thread thread : threads) {
        thread.join();
      }
      judge(readers, writers);
      judgeGroup(members, writers);
    }
  }

  /** Until a random number of messages more are acknowledged, and a random moment longer. */
  private static void awaitProgress(List<Writer> writers, Random random) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    for (Writer writer : writers) {
      int enough = writer.acknowledged + 1 + random.nextInt(150);
      while (writer.acknowledged < enough && System.nanoTime() < deadline) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
    }
    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(50_000)));
  }

  private static void await(List<Reader> readers, List<Reader> members, List<Writer> writers) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    while (System.nanoTime() < deadline
        && !writers.stream().allMatch(each -> haveAll(readers, members, each))) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private static boolean haveAll(List<Reader> readers, List<Reader> members, Writer writer) {
    return readers.stream().allMatch(reader -> reader.hasAll(writer))
        && members.stream().flatMap(member -> member.seen(writer.topic).stream()).distinct().count()
            >= writer.acknowledged;
  }

  /** Some member has each; of QoS 2 one member, once. */
  private static void judgeGroup(List<Reader> members, List<Writer> writers) {
    for (Writer writer : writers) {
      Map<Integer, Integer> got = new HashMap<>();
      for (Reader member : members) {
        assertThat(member.sessionsLost.get()).as("sessions lost, seed %d", SEED).isZero();
        member.got(writer.topic).forEach((number, times) -> got.merge(number, times, Integer::sum));
      }
      assertThat(writer.acknowledged().filter(number -> !got.containsKey(number)))
          .as("lost of %s at the group, seed %d", writer.topic, SEED)
          .isEmpty();
      if (writer.qos == 2) {
        got.values().removeIf(times -> times == 1);
        assertThat(got).as("repeated of %s at the group, seed %d", writer.topic, SEED).isEmpty();
      }
    }
  }

  private static void judge(List<Reader> readers, List<Writer> writers) {
    for (Reader reader : readers) {
      assertThat(reader.sessionsLost.get()).as("sessions lost, seed %d", SEED).isZero();
      for (Writer writer : writers) {
        Map<Integer, Integer> got = reader.got(writer.topic);
        assertThat(writer.acknowledged().filter(number -> !got.containsKey(number)))
            .as("lost of %s at %s, seed %d", writer.topic, reader.name, SEED)
            .isEmpty();
        assertThat(new ArrayList<>(got.keySet()))
            .as("order of %s at %s, seed %d", writer.topic, reader.name, SEED)
            .isSorted();
        if (writer.qos == 2) {
          got.values().removeIf(times -> times == 1);
          assertThat(got)
              .as("repeated of %s at %s, seed %d", writer.topic, reader.name, SEED)
              .isEmpty();
        }
      }
    }
    assertThat(writers).allMatch(writer -> writer.acknowledged > CRASHES);
  }

  private WirePeer connect(RunningBroker broker, String name) {
    connecting.lock();
    try {
      return broker.connect(name).durable().patience(Duration.ofSeconds(5));
    } finally {
      connecting.unlock();
    }
  }

  /** Publishes 0, 1, 2 … and repeats, as the standard says, what was not acknowledged. */
  private final class Writer implements Runnable {
    final int qos;
    final String topic;
    private final RunningBroker broker;
    private volatile int acknowledged;

    /** QoS 2: the number whose PUBREC has come, so that only its PUBREL is sent again. */
    private int received = -1;

    Writer(RunningBroker broker, int qos) {
      this.broker = broker;
      this.qos = qos;
      this.topic = "crash/qos" + qos;
    }

    Stream<Integer> acknowledged() {
      return IntStream.range(0, acknowledged).boxed();
    }

    @Override
    public void run() {
      while (publishing.get()) {
        try (WirePeer peer = connect(broker, topic)) {
          peer.open();
          boolean again = true;
          while (publishing.get()) {
            if (qos == 1) {
              batch(peer, again);
            } else {
              exactlyOnce(peer, again);
            }
            again = false;
          }
        } catch (AssertionError | RuntimeException gone) {
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
      }
    }

    private void batch(WirePeer peer, boolean again) {
      int first = acknowledged;
      for (int i = first; i < first + BATCH; i++) {
        peer.send(message(i, again));
      }
      for (int i = first; i < first + BATCH; i++) {
        peer.expectAck(PacketType.PUBACK, id(i));
        acknowledged = i + 1;
      }
    }

    private void exactlyOnce(WirePeer peer, boolean again) {
      int number = acknowledged;
      if (received != number) {
        peer.send(message(number, again)).expectAck(PacketType.PUBREC, id(number));
        received = number;
      }
      peer.pubrel(id(number)).expectAck(PacketType.PUBCOMP, id(number));
      acknowledged = number + 1;
    }

    private Publish message(int number, boolean again) {
      Publish fresh = Publish.to(topic).qos(qos, id(number)).payload(Integer.toString(number));
      return again ? fresh.again() : fresh;
    }

    private static int id(int number) {
      return number % 65_535 + 1;
    }
  }

  /** Takes what comes, with the memory that a client's session has, and goes away at times. */
  private final class Reader implements Runnable {
    final String name;
    final String filter;
    final AtomicInteger sessionsLost = new AtomicInteger();
    private final RunningBroker broker;
    private final Random random;
    private final Set<Integer> unreleased = new HashSet<>();
    private final Map<String, Map<Integer, Integer>> got = new ConcurrentHashMap<>();
    private final Map<String, Integer> newest = new ConcurrentHashMap<>();
    private final Map<String, Set<Integer>> seen = new ConcurrentHashMap<>();

    Reader(RunningBroker broker, String name, String filter, Random random) {
      this.broker = broker;
      this.name = name;
      this.filter = filter;
      this.random = random;
    }

    WirePeer peer() {
      return connect(broker, name);
    }

    Map<Integer, Integer> got(String topic) {
      return got.getOrDefault(topic, Map.of());
    }

    /** What has come of a topic; any thread. */
    Set<Integer> seen(String topic) {
      return seen.getOrDefault(topic, Set.of());
    }

    boolean hasAll(Writer writer) {
      return newest.getOrDefault(writer.topic, -1) >= writer.acknowledged - 1;
    }

    @Override
    public void run() {
      while (reading.get()) {
        try (WirePeer peer = peer()) {
          if (!peer.connack().sessionPresent()) {
            sessionsLost.incrementAndGet();
          }
          int stay = 200 + random.nextInt(2000);
          for (int i = 0; i < stay && reading.get(); i++) {
            take(peer, peer.next());
          }
          peer.cut();
        } catch (AssertionError | RuntimeException gone) {
          // killed, or nothing came for a while
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20 + random.nextInt(200)));
      }
    }

    private void take(WirePeer peer, Packet packet) {
      if (packet instanceof Publish publish) {
        if (publish.qos() < 2) {
          note(publish);
          peer.puback(publish.id());
        } else {
          if (unreleased.add(publish.id())) {
            note(publish);
          }
          peer.pubrec(publish.id());
        }
      } else if (packet instanceof Packet.Ack ack && ack.type() == PacketType.PUBREL) {
        unreleased.remove(ack.id());
        peer.pubcomp(ack.id());
      }
    }

    private void note(Publish publish) {
      int number = Integer.parseInt(publish.text());
      got.computeIfAbsent(publish.topic(), topic -> new LinkedHashMap<>())
          .merge(number, 1, Integer::sum);
      newest.merge(publish.topic(), number, Math::max);
      seen.computeIfAbsent(publish.topic(), topic -> ConcurrentHashMap.newKeySet()).add(number);
    }
  }
}
