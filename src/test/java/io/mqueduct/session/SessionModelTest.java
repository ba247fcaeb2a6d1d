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
package io.mqueduct.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import io.mqueduct.routing.Subscription;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Random publishes, acknowledgements, cuts and reconnects with other Receive Maximums, against a
 * client that believes nothing: the window is never exceeded, first occurrences come in order, no
 * identifier that is in use is given out, and nothing is lost but what was counted as dropped.
 */
class SessionModelTest {

  /** A client and its connection; keeps what a real client would keep over reconnects. */
  private static final class Client implements Outlet {
    final ManualLoop loop = new ManualLoop();
    final Set<Integer> dropped = new HashSet<>();
    final Session session;
    final Set<Integer> seen = new HashSet<>();

    /** Identifier → message of exchanges that are not complete; over reconnects. */
    final Map<Integer, Integer> open = new TreeMap<>();

    final Map<Integer, Integer> qosOf = new HashMap<>();
    final Set<Integer> recSent = new HashSet<>();
    final Set<Integer> released = new HashSet<>();

    /** Exchanges that the current connection has seen and that are not complete. */
    final Set<Integer> onThisConnection = new HashSet<>();

    int window;
    int highest = -1;
    boolean congested;
    boolean online;

    Client(SessionSettings rules) {
      session =
          new Session(
              "c", rules, loop, (s, m, reason) -> drop(Integer.parseInt(m.topic().text())), null);
    }

    /** May be a message that was sent before, if it expired before its first acknowledgement. */
    private void drop(int number) {
      assertThat(dropped.add(number)).as("dropped once").isTrue();
      open.entrySet()
          .removeIf(
              entry -> {
                boolean gone = entry.getValue() == number;
                if (gone) {
                  onThisConnection.remove(entry.getKey());
                }
                return gone;
              });
    }

    @Override
    public boolean isCongested() {
      return congested;
    }

    @Override
    public boolean publish(
        Message message, int id, int qos, boolean dup, boolean retain, int[] ids, long now) {
      assertThat(online).isTrue();
      int number = Integer.parseInt(message.topic().text());
      if (message.payload().length > 100) {
        return false;
      }
      if (dup) {
        assertThat(open.get(id)).as("same identifier for the same message").isEqualTo(number);
      } else {
        assertThat(seen.add(number)).as("first and only occurrence of %d", number).isTrue();
        assertThat(number).as("first occurrences in order").isGreaterThan(highest);
        highest = number;
      }
      if (qos == 0) {
        return true;
      }
      if (!dup) {
        assertThat(open.put(id, number)).as("identifier %d is free", id).isNull();
        qosOf.put(id, qos);
      }
      onThisConnection.add(id);
      assertThat(onThisConnection.size()).as("window").isLessThanOrEqualTo(window);
      return true;
    }

    @Override
    public void pubrel(int id, ReasonCode code) {
      assertThat(code).isEqualTo(ReasonCode.SUCCESS);
      assertThat(recSent).as("PUBREL only after PUBREC").contains(id);
      released.add(id);
      onThisConnection.add(id);
    }

    @Override
    public void disconnect(ReasonCode code, String why) {
      throw new AssertionError(why);
    }

    void connect(int receiveMaximum) {
      window = session.settings().effectiveWindow(receiveMaximum);
      online = true;
      congested = false;
      onThisConnection.clear();
      released.clear();
      // PUBRELs are all sent at once, before anybody can complete one: they may alone be too many
      int owed = recSent.size();
      int agreed = window;
      window = Math.max(window, owed);
      session.attach(this, new AttachSettings(receiveMaximum), loop.now);
      window = agreed;
    }

    void cut() {
      online = false;
      session.detach(loop.now);
    }

    /** Acknowledges one exchange that the current connection has seen. */
    void acknowledge(Random random) {
      List<Integer> candidates = new ArrayList<>(onThisConnection);
      if (candidates.isEmpty()) {
        return;
      }
      int id = candidates.get(random.nextInt(candidates.size()));
      if (qosOf.get(id) == 1) {
        complete(id);
        session.puback(id, ReasonCode.SUCCESS, null, loop.now);
      } else if (released.remove(id)) {
        recSent.remove(id);
        complete(id);
        session.pubcomp(id, ReasonCode.SUCCESS, loop.now);
      } else {
        recSent.add(id);
        session.pubrec(id, ReasonCode.SUCCESS, loop.now);
      }
    }

    private void complete(int id) {
      open.remove(id);
      onThisConnection.remove(id);
    }
  }

  @Property(tries = 1000)
  void agreesWithAClientThatBelievesNothing(
      @ForAll @Size(min = 1, max = 300) List<@IntRange(max = 99) Integer> steps,
      @ForAll @IntRange(max = 6) int maxInflight,
      @ForAll @IntRange(max = 5) int maxMqueueLen,
      @ForAll boolean retry,
      @ForAll long seed) {
    Client client =
        new Client(
            SessionSettings.DEFAULTS.toBuilder()
                .maxInflight(maxInflight)
                .maxMqueueLen(maxMqueueLen)
                .retryIntervalMillis(retry ? 50 : 0)
                .build());
    Random random = new Random(seed);
    Subscription all =
        new Subscription(
            client.session, "#", null, 2, false, false, 0, Subscription.NO_IDENTIFIERS);
    // so that identifiers wrap in some runs
    SessionState.restoreLastPacketId(client.session, random.nextBoolean() ? 0 : 65_530);
    int published = 0;
    for (int step : steps) {
      if (step < 45) {
        client.loop.current = step % 3 != 0;
        client.session.deliver(message(published++, step % 3, step == 44, random, client), all);
        if (step % 2 == 0) {
          client.loop.run();
        }
      } else if (step < 75 && client.online) {
        client.loop.current = true;
        client.acknowledge(random);
      } else if (step < 80) {
        client.loop.current = true;
        client.loop.advance(client.session, 20);
      } else if (step < 85 && client.online) {
        client.loop.current = true;
        client.congested = !client.congested;
        client.session.onWritable(client.loop.now);
      } else if (step >= 85) {
        client.loop.current = true;
        if (client.online) {
          client.cut();
        } else {
          client.connect(1 + random.nextInt(6));
        }
      }
      client.loop.current = true;
      assertThat(client.session.stats().inflight()).isEqualTo(inWindow(client.session));
    }
    finish(client, random);
    Set<Integer> accountedFor = new HashSet<>(client.seen);
    assertThat(retry || Collections.disjoint(accountedFor, client.dropped))
        .as("what was sent is no drop, but for what expires while it waits for its first ack")
        .isTrue();
    accountedFor.addAll(client.dropped);
    assertThat(accountedFor).as("nothing lost").hasSize(published);
    assertThat(client.session.stats().inflight()).isZero();
    assertThat(client.session.stats().mqueueLen()).isZero();
    assertThat(client.session.stats().dropped()).isEqualTo(client.dropped.size());
  }

  private static Message message(int number, int qos, boolean large, Random random, Client client) {
    long expiresAt =
        random.nextInt(5) == 0 && !client.session.isOnline() ? client.loop.now + 30 : Message.NEVER;
    return new Message(
        TopicName.of(Integer.toString(number)),
        new byte[large ? 200 : 1],
        Message.NO_BYTES,
        qos,
        false,
        client.loop.now,
        expiresAt,
        "p",
        null);
  }

  private static int inWindow(Session session) {
    int[] count = new int[1];
    SessionState.show(
        session,
        new SessionVisitor() {
          @Override
          public void inflight(
              int id,
              int qos,
              boolean released,
              boolean retain,
              boolean lent,
              long since,
              Message message,
              int[] identifiers) {
            count[0]++;
          }

          @Override
          public void waiting(
              Message message, int qos, boolean retain, boolean lent, int[] identifiers) {}

          @Override
          public void awaitingRel(int id, long since) {}

          @Override
          public void subscription(Subscription subscription) {}
        });
    return count[0];
  }

  private static void finish(Client client, Random random) {
    client.loop.run();
    if (client.online) {
      client.cut();
    }
    client.connect(3);
    int guard = 0;
    while (client.session.stats().inflight() > 0) {
      client.acknowledge(random);
      assertThat(guard++).as("delivery goes on").isLessThan(5000);
    }
  }
}
