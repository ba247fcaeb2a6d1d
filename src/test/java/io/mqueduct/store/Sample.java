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
package io.mqueduct.store;

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** Commands and messages for tests, and what a set of columns holds. */
public final class Sample {
  private Sample() {}

  public static Message message(String topic, String payload) {
    return message(topic, payload, Message.NEVER);
  }

  public static Message message(String topic, String payload, long expiresAt) {
    return new Message(
        TopicName.of(topic),
        payload.getBytes(StandardCharsets.UTF_8),
        Message.NO_BYTES,
        1,
        false,
        1_000,
        expiresAt,
        "publisher",
        null);
  }

  public static SessionCommand.OpenSession open(String clientId) {
    return new SessionCommand.OpenSession(clientId, false, 1_000, 3_600, 5, null);
  }

  public static MessageCommand.Append append(Message message, long... numbers) {
    List<Target> targets = new ArrayList<>();
    for (long number : numbers) {
      targets.add(new Target(number, 0, 1, false));
    }
    return new MessageCommand.Append(message, targets);
  }

  public static Settle settle(long number, long... sequences) {
    return new Settle(number, 0, sequences, new int[sequences.length]);
  }

  /** Everything that the columns hold, readable and comparable. */
  public static TreeMap<String, String> dump(Columns columns) {
    var all = new TreeMap<String, String>();
    for (var column : Column.values()) {
      try (var cursor = columns.scan(column, new byte[0], null)) {
        while (cursor.next()) {
          all.put(
              column.title() + ":" + HexFormat.of().formatHex(cursor.key()),
              HexFormat.of().formatHex(cursor.value()));
        }
      }
    }
    return all;
  }

  /** The first places where two dumps differ. */
  public static List<String> difference(
      TreeMap<String, String> one, TreeMap<String, String> other) {
    var keys = new TreeSet<>(one.keySet());
    keys.addAll(other.keySet());
    return keys.stream()
        .filter(key -> !Objects.equals(one.get(key), other.get(key)))
        .map(key -> key + ": " + one.get(key) + " / " + other.get(key))
        .limit(5)
        .toList();
  }

  /** A plausible life of sessions and queues; the same for the same seed and results. */
  public static final class Life {
    /** What nothing has: a session does not take the keys of a queue. */
    private static final long NOBODY = 1_000_000;

    private final Random random;
    private final List<Long> sessions = new ArrayList<>();
    private final List<Long> queues = new ArrayList<>();
    private final List<Long> appended = new ArrayList<>();
    private Command latest = new MessageCommand.Sweep(1);

    public Life(long seed) {
      random = new Random(seed);
    }

    private long any(List<Long> numbers) {
      return numbers.isEmpty() ? NOBODY : numbers.get(random.nextInt(numbers.size()));
    }

    private long anyList() {
      return random.nextInt(3) == 0 ? any(queues) : any(sessions);
    }

    private long[] someAppended() {
      return random
          .longs(1 + random.nextInt(4), 0, 40)
          .map(
              i ->
                  appended.isEmpty() ? 3 : appended.get(Math.max(0, appended.size() - 1 - (int) i)))
          .toArray();
    }

    /** Learns what became of the latest command. */
    public void result(long sequence, long result) {
      if (latest instanceof SessionCommand.OpenSession && result == sequence) {
        sessions.add(result);
      } else if (latest instanceof QueueCommand.DeclareQueue && result == sequence) {
        queues.add(result);
      } else if (latest instanceof MessageCommand.Append
          || latest instanceof MessageCommand.Move
          || latest instanceof Command.Group) {
        appended.add(sequence);
      }
    }

    public Command next() {
      latest = choose();
      return latest;
    }

    private Command choose() {
      int now = 1_000 + random.nextInt(1_000);
      switch (random.nextInt(40)) {
        case 0, 1, 2:
          return new SessionCommand.OpenSession(
              "client" + random.nextInt(12),
              random.nextInt(4) == 0,
              now,
              60,
              5,
              "user",
              random.nextInt(3) == 0 ? new StoredWill(7, message("will", "left")) : null);
        case 3:
          return new SessionCommand.DetachSession(any(sessions), 0, now, 90);
        case 4:
          return random.nextInt(3) == 0
              ? new SessionCommand.DropSession(any(sessions), 0)
              : new MessageCommand.Sweep(1 + random.nextInt(5));
        case 5:
          return new SessionCommand.PutSubscription(
              any(sessions),
              0,
              new StoredSubscription("a/" + random.nextInt(5), 1, true, false, 2, 9));
        case 6:
          return new SessionCommand.RemoveSubscription(any(sessions), 0, "a/" + random.nextInt(5));
        case 7:
          return new SessionCommand.PutWill(any(sessions), 0, 5, message("will", "gone"));
        case 8:
          return new SessionCommand.RemoveInboundId(any(sessions), 0, random.nextInt(9));
        case 9:
          return new QueueCommand.DeclareQueue("q" + random.nextInt(6), now, "{}");
        case 10:
          return random.nextInt(6) == 0
              ? new QueueCommand.DeleteQueue(any(queues))
              : new QueueCommand.UpdateQueue(any(queues), "{\"n\":" + random.nextInt(9) + "}");
        case 11:
          return new RetainedCommand.SetRetained(message("r/" + random.nextInt(5), "kept"));
        case 12:
          return new RetainedCommand.ClearRetained("r/" + random.nextInt(5));
        case 13, 14:
          return new MessageCommand.Trim(
              anyList(),
              random.nextInt(2),
              random.nextInt(8),
              20 + random.nextInt(400),
              random.nextInt(3) == 0);
        case 15:
          return new MessageCommand.Expire(now, 1 + random.nextInt(5));
        case 16:
          return new Purge(anyList(), appended.size(), 1 + random.nextInt(5), someAppended());
        case 17, 18, 19, 20:
          return mark();
        case 21, 22, 23, 24, 25, 26, 27, 28:
          return settleSome();
        case 29:
          return new Command.Group(
              List.of(
                  append(message("g", "grouped"), any(sessions), any(sessions)),
                  new SessionCommand.PutInboundId(any(sessions), 0, random.nextInt(9), now)));
        case 30:
          return new MessageCommand.Move(
              anyList(),
              random.nextInt(2),
              someAppended()[0],
              new Target(anyList(), random.nextInt(2), 2, false),
              message("m", "moved"));
        default:
          return appendSome(now);
      }
    }

    private Command mark() {
      long[] sequences = someAppended();
      int what = random.nextInt(3);
      int[] marks = new int[sequences.length];
      Arrays.setAll(marks, i -> Mark.mark(random.nextInt(2), 1 + random.nextInt(20), what));
      return new Mark(anyList(), 0, sequences, marks);
    }

    private Command settleSome() {
      long[] sequences = someAppended();
      int[] marks = new int[sequences.length];
      Arrays.setAll(
          marks, i -> Settle.mark(random.nextInt(2), 1 + random.nextInt(20), random.nextInt(5)));
      return new Settle(anyList(), 0, sequences, marks);
    }

    private Command appendSome(int now) {
      List<Target> targets = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        boolean queue = random.nextInt(3) == 0;
        byte[] key = queue ? new byte[] {(byte) random.nextInt(4)} : null;
        long number = queue ? any(queues) : any(sessions);
        if (targets.stream().noneMatch(t -> t.number() == number)) {
          targets.add(
              new Target(
                  number,
                  random.nextInt(2),
                  random.nextInt(3),
                  random.nextBoolean(),
                  random.nextBoolean() ? new int[] {1, 300} : new int[0],
                  key,
                  random.nextInt(4) == 0 ? now : 0));
        }
      }
      String payload = "x".repeat(random.nextInt(120));
      long expires = random.nextInt(3) == 0 ? now + random.nextInt(500) : Message.NEVER;
      return new MessageCommand.Append(
          message("t/" + random.nextInt(9), payload, expires), targets);
    }
  }
}
