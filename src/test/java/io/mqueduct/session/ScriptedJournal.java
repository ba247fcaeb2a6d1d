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

import io.mqueduct.message.Message;
import io.mqueduct.routing.Subscription;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A store that takes and stores what it is told when the test says so, and writes it down in a
 * short form: {@code sent 7:1} is message 7 with identifier 1, {@code done 7}, {@code acknowledged
 * 7:1}, {@code received 7:1}, {@code completed :1}.
 */
final class ScriptedJournal implements SessionJournal {
  private static final List<String> WHAT = List.of("done", "acknowledged", "received", "completed");

  final List<String> lines = new ArrayList<>();
  private final Queue<Outcome> outcomes = new ArrayDeque<>();
  private final Queue<LongConsumer> appending = new ArrayDeque<>();

  /** It takes nothing at the moment. */
  boolean busy;

  /** What was taken becomes durable. */
  void commit() {
    for (Outcome next = outcomes.poll(); next != null; next = outcomes.poll()) {
      next.done(true);
    }
  }

  List<String> take() {
    List<String> taken = new ArrayList<>(lines);
    lines.clear();
    return taken;
  }

  @Override
  public long number() {
    return 1;
  }

  @Override
  public boolean settle(long[] sequences, int[] marks, Outcome outcome) {
    IntStream.range(0, busy ? 0 : marks.length)
        .mapToObj(i -> WHAT.get(marks[i] >>> 24) + " " + name(sequences[i], marks[i]))
        .forEach(lines::add);
    return taken(outcome);
  }

  @Override
  public boolean sent(long[] sequences, int[] marks, Outcome outcome) {
    IntStream.range(0, busy ? 0 : marks.length)
        .mapToObj(i -> "sent " + name(sequences[i], marks[i]))
        .forEach(lines::add);
    return taken(outcome);
  }

  private static String name(long sequence, int mark) {
    int id = mark & 0xFFFF;
    return (sequence == 0 ? "" : Long.toString(sequence)) + (id == 0 ? "" : ":" + id);
  }

  private boolean taken(Outcome outcome) {
    return !busy && outcomes.add(outcome);
  }

  @Override
  public boolean append(
      Message message, int[] identifiers, int qos, boolean retain, int lane, LongConsumer stored) {
    lines.add("append " + message.topic() + " lane " + lane);
    return appending.add(stored);
  }

  /** The oldest message that was to be appended is stored, or with 0 it is not. */
  void appended(long sequence) {
    appending.remove().accept(sequence);
  }

  @Override
  public void trim(int lane, long maxCount, boolean onlyQos0) {
    lines.add("trim to " + maxCount);
  }

  @Override
  public void purge(long untilSequence, long[] keep) {
    lines.add("purge until " + untilSequence + " but " + Arrays.toString(keep));
  }

  @Override
  public void read(int lane, long from, long until, int max, PageReader reader) {
    lines.add("read from " + from + " until " + until);
  }

  @Override
  public void released(int packetId, Outcome outcome) {
    lines.add("released " + packetId);
    taken(outcome);
  }

  @Override
  public void subscribed(List<Subscription> subscriptions, Outcome outcome) {
    taken(outcome);
  }

  @Override
  public void unsubscribed(List<Subscription> subscriptions, Outcome outcome) {
    taken(outcome);
  }

  @Override
  public void will(@Nullable Will will) {
    lines.add(will == null ? "no will" : "will");
  }

  @Override
  public void detached(long nowMillis, long expirySeconds) {
    lines.add("detached");
  }

  @Override
  public void ended() {
    lines.add("ended");
  }
}
