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

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares what the store counts with what it holds: lists, references, shared messages, expiry,
 * names. Reads everything; for a store that nobody changes meanwhile. One thread.
 */
public final class StoreCheck {
  private static final int MAX_FINDINGS = 1000;
  private static final long STEP = 100_000;
  private static final int BODIES_PER_PASS = 4_000_000;

  private final Columns columns;
  private final Progress progress;
  private final List<String> findings = new ArrayList<>();
  private final byte[] prefix = Reference.newPrefix();
  private long found;
  private long messages;
  private long shared;

  private StoreCheck(Columns columns, Progress progress) {
    this.columns = columns;
    this.progress = progress;
  }

  /**
   * What was found. Immutable.
   *
   * @param sessions how many there are
   * @param queues lists of named queues and shared groups
   * @param messages references in all lists
   * @param shared messages that several lists share
   * @param findings what is wrong, in words, at most 1000
   * @param wrong how much is wrong in all
   */
  public record Report(
      long sessions, long queues, long messages, long shared, List<String> findings, long wrong) {
    /** Whether nothing is wrong. */
    public boolean isSound() {
      return wrong == 0;
    }
  }

  /** Checks everything. */
  public static Report run(Columns columns, Progress progress) {
    var check = new StoreCheck(columns, progress);
    check.lists();
    check.expiry();
    check.keys();
    check.bodies();
    long sessions = check.names(Column.CLIENTS, Column.SESSIONS);
    long queues = check.names(Column.QUEUE_NAMES, Column.QUEUES);
    return new Report(
        sessions, queues, check.messages, check.shared, List.copyOf(check.findings), check.found);
  }

  private void wrong(String what) {
    found++;
    if (findings.size() < MAX_FINDINGS) {
      findings.add(what);
    }
  }

  /** Every message belongs to a list that counts it, or to one that is being freed. */
  private void lists() {
    long current = 0;
    @Nullable ListState actual = null;
    boolean trash = false;
    try (var cursor = columns.scan(Column.MESSAGES, Keys.number(0), null)) {
      while (cursor.next()) {
        long number = Keys.longAt(cursor.key(), 0);
        if (number != current) {
          compare(actual);
          trash = isTrash(number);
          actual = trash ? null : new ListState(number, false, 0);
          current = number;
        }
        var reference = Reference.decode(cursor, prefix);
        if (actual != null) {
          var lane = actual.laneForAppend(reference.lane());
          lane.head = lane.count == 0 ? reference.sequence() : lane.head;
          lane.count++;
          lane.bytes += reference.size();
          lane.qos0 += reference.isQos0() ? 1 : 0;
        }
        if (++messages % STEP == 0) {
          progress.step("messages", messages, 0);
        }
      }
    }
    compare(actual);
    try (var cursor = columns.scan(Column.LISTS, Keys.number(0), null)) {
      while (cursor.next()) {
        var stored = ListState.decode(Keys.longAt(cursor.key(), 0), cursor.value());
        if (!stored.isEmpty()) {
          byte[] from = Keys.number(stored.number);
          try (var any = columns.scan(Column.MESSAGES, from, Keys.after(stored.number))) {
            if (!any.next()) {
              wrong("list " + stored.number + " counts messages and has none");
            }
          }
        }
      }
    }
  }

  private void compare(@Nullable ListState actual) {
    if (actual == null) {
      return;
    }
    byte[] value = columns.get(Column.LISTS, Keys.number(actual.number));
    if (value == null) {
      wrong("messages of list " + actual.number + ", which does not exist");
      return;
    }
    var stored = ListState.decode(actual.number, value);
    for (var lane : actual.lanes()) {
      var counted = stored.lane(lane.id);
      if (counted == null
          || counted.count != lane.count
          || counted.bytes != lane.bytes
          || counted.qos0 != lane.qos0
          || counted.head > lane.head) {
        wrong(
            "list "
                + actual.number
                + " lane "
                + lane.id
                + " holds "
                + lane.count
                + " messages and counts "
                + (counted == null ? 0 : counted.count));
      }
    }
    if (stored.counts().count() != actual.counts().count()) {
      wrong("list " + actual.number + " counts lanes that are empty");
    }
  }

  private void expiry() {
    try (var cursor = columns.scan(Column.EXPIRY, Keys.number(0), null)) {
      while (cursor.next()) {
        byte[] key = cursor.key();
        long number = Keys.longAt(key, 8);
        long sequence = Keys.longAt(key, 17);
        if (Reference.read(columns, number, key[16] & 0xFF, sequence, prefix) == null) {
          wrong("message " + sequence + " of list " + number + " expires and is gone");
        }
      }
    }
  }

  /** Each key names its message, and each older message with a key is named. */
  private void keys() {
    long recentFrom = AppliedMark.read(columns).keysFrom();
    try (var cursor = columns.scan(Column.MESSAGES, Keys.number(0), null)) {
      while (cursor.next()) {
        var reference = Reference.decode(cursor, prefix);
        var key = reference.key();
        if (key != null && reference.sequence() < recentFrom && !isTrash(key.number())) {
          byte[] named =
              columns.get(Column.QUEUE_KEYS, Keys.numberAndBytes(key.number(), key.bytes()));
          if (named == null || Keys.longAt(named, 1) != reference.sequence()) {
            wrong("message " + reference.sequence() + " of queue " + key.number() + " has no key");
          }
        }
      }
    }
    try (var cursor = columns.scan(Column.QUEUE_KEYS, Keys.number(0), null)) {
      while (cursor.next()) {
        long number = Keys.longAt(cursor.key(), 0);
        int lane = cursor.value()[0] & 0xFF;
        long sequence = Keys.longAt(cursor.value(), 1);
        var reference = Reference.read(columns, number, lane, sequence, prefix);
        var key = Reference.Key.of(number, Keys.bytesAt(cursor.key(), 8));
        boolean isItsOwn = reference != null && key.equals(reference.key());
        if ((!isItsOwn || sequence >= recentFrom) && !isTrash(number)) {
          wrong("a key of queue " + number + " names message " + sequence + ", which is not its");
        }
      }
    }
  }

  private boolean isTrash(long number) {
    return columns.get(Column.TRASH, Keys.number(number)) != null;
  }

  /** Counts the references of shared messages, some millions of them at a time. */
  private void bodies() {
    byte[] from = Keys.number(0);
    while (true) {
      var counts = new LongTable();
      long last = 0;
      try (var cursor = columns.scan(Column.BODIES, from, null)) {
        while (counts.size() < BODIES_PER_PASS && cursor.next()) {
          last = Keys.longAt(cursor.key(), 0);
          counts.put(last, 0);
          shared++;
        }
      }
      boolean end = counts.size() < BODIES_PER_PASS;
      count(counts, Keys.longAt(from, 0), end ? Long.MAX_VALUE : last);
      counts.forEach(this::compareReferences);
      progress.step("shared messages", shared, 0);
      if (end) {
        break;
      }
      from = Keys.number(last + 1);
    }
    try (var cursor = columns.scan(Column.REFERENCES, Keys.number(0), null)) {
      while (cursor.next()) {
        if (columns.get(Column.BODIES, cursor.key()) == null) {
          wrong("message " + Keys.longAt(cursor.key(), 0) + " is counted and gone");
        }
      }
    }
  }

  private void count(LongTable counts, long from, long until) {
    try (var cursor = columns.scan(Column.MESSAGES, Keys.number(0), null)) {
      while (cursor.next()) {
        var reference = Reference.decode(cursor, prefix);
        long sequence = reference.sequence();
        if (reference.isShared() && sequence >= from && sequence <= until) {
          long count = counts.get(sequence);
          if (count == LongTable.ABSENT) {
            wrong("list " + Keys.longAt(cursor.key(), 0) + " lacks its message " + sequence);
          } else {
            counts.put(sequence, count + 1);
          }
        }
      }
    }
  }

  private void compareReferences(long sequence, long actual) {
    byte[] value = columns.get(Column.REFERENCES, Keys.number(sequence));
    long counted = value == null ? 0 : new ByteSource(value).varint();
    if (counted != actual) {
      wrong("message " + sequence + " is in " + actual + " lists and counts " + counted);
    }
  }

  private long names(Column names, Column things) {
    long count = 0;
    try (var cursor = columns.scan(names, Keys.number(0), null)) {
      while (cursor.next()) {
        count++;
        byte[] number = cursor.value();
        if (columns.get(things, number) == null || columns.get(Column.LISTS, number) == null) {
          wrong("'" + Keys.textAt(cursor.key(), 0) + "' of " + names.title() + " names nothing");
        }
      }
    }
    long all = 0;
    try (var cursor = columns.scan(things, Keys.number(0), null)) {
      while (cursor.next()) {
        all++;
      }
    }
    if (all != count) {
      wrong(all + " " + things.title() + " with " + count + " names");
    }
    return all;
  }
}
