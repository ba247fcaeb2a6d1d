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

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The messages of last-value queues that came so lately that {@link Column#QUEUE_KEYS} does not
 * name them yet. Most are consumed or replaced before it would: writing each of them there, in the
 * random order of keys, and removing it again would be half of the work. What has got old, or is
 * too much, is named there in the order of its sequence; so after a start these are the messages
 * from some sequence on, which {@link AppliedMark} keeps, and are found by looking at them.
 *
 * <p>Owned by the writer thread, but for {@link #find}, which sees what is written.
 */
final class RecentKeys {
  /** The older ones are named, so that a start has little to look through. */
  private static final int MAX_COMMANDS = 1 << 16;

  /** The greatest sum of what messages and keys count: a start has to read past the messages. */
  private static final long MAX_COST = 16 << 20;

  /** The greatest number of them, some 50 MB: a message may go to very many queues. */
  static final int MAX_PLACES = 1 << 18;

  /** Of those that are gone so many may be in line with the others, beside as many as these. */
  private static final int FEW_GONE = 1024;

  private final int maxCommands;
  private final long maxCost;
  private final ArrayDeque<KeyPlace> inOrder = new ArrayDeque<>();
  private final List<KeyPlace> changed = new ArrayList<>();
  private volatile ConcurrentHashMap<Reference.Key, KeyPlace> written = new ConcurrentHashMap<>();
  private long cost;
  private int there;

  RecentKeys() {
    this(MAX_COMMANDS, MAX_COST);
  }

  /** With other limits. */
  RecentKeys(int maxCommands, long maxCost) {
    this.maxCommands = maxCommands;
    this.maxCost = maxCost;
  }

  /** The message of a key as of the last write, unless the column names it or there is none. */
  @Nullable KeyPlace find(Reference.Key key) {
    return written.get(key);
  }

  /** Adds the place of a message with the greatest sequence so far. */
  void add(KeyPlace place) {
    if (inOrder.size() > 2 * there + FEW_GONE) {
      inOrder.removeIf(each -> !each.recent); // else one that stays would keep all behind it
    }
    inOrder.addLast(place);
    cost += place.cost;
    there++;
    changed.add(place);
  }

  /** How many are in line, those included that are gone. */
  int inLine() {
    return inOrder.size();
  }

  /** It is gone, or named in the column from this round on. */
  void remove(KeyPlace place) {
    place.recent = false;
    cost -= place.cost;
    there--;
    if (place.shown) {
      changed.add(place);
    }
  }

  /** The queue is gone. */
  void removeAll(long number) {
    for (var place : inOrder) {
      var key = place.key;
      if (place.recent && key != null && key.number() == number) {
        remove(place);
      }
    }
  }

  /**
   * Takes out the oldest if the column has to name it by now, or else returns null. Those of one
   * sequence go together.
   *
   * @param sequence of the command that is being applied
   * @param previous sequence of what was taken out just before, or 0
   */
  @Nullable KeyPlace pollOld(long sequence, long previous) {
    KeyPlace oldest;
    while ((oldest = inOrder.peekFirst()) != null) {
      boolean isOld =
          cost > maxCost
              || there > MAX_PLACES
              || oldest.sequence <= sequence - maxCommands
              || oldest.sequence == previous;
      if (oldest.recent && !isOld) {
        return null;
      }
      inOrder.pollFirst();
      if (oldest.recent) {
        return oldest;
      }
    }
    return null;
  }

  /** All messages with a key and a lower sequence are named in the column. */
  long firstSequence(long applied) {
    KeyPlace oldest;
    while ((oldest = inOrder.peekFirst()) != null && !oldest.recent) {
      inOrder.pollFirst();
    }
    return oldest == null ? applied + 1 : oldest.sequence;
  }

  /** The engine shows the round now. */
  void endOfRound() {
    var all = written;
    for (int i = 0; i < changed.size(); i++) {
      var place = changed.get(i);
      var key = place.key;
      if (key == null) {
        continue;
      }
      if (place.recent) {
        all.put(key, place);
        place.shown = true;
      } else {
        if (place.shown) {
          all.remove(key, place);
        }
        place.key = null; // it may stay in line for a while, and keys may be long
      }
    }
    changed.clear();
  }

  /** What was changed since the last write is not so. */
  void clear() {
    List<KeyPlace> places = new ArrayList<>();
    written.forEach(
        (key, place) -> places.add(new KeyPlace(key, place.lane, place.sequence, place.cost)));
    replaceAll(places);
  }

  /** Begins anew with what the engine has. */
  void replaceAll(List<KeyPlace> places) {
    places.sort(Comparator.comparingLong(place -> place.sequence));
    inOrder.clear();
    changed.clear();
    cost = 0;
    there = 0;
    var all = new ConcurrentHashMap<Reference.Key, KeyPlace>();
    for (var place : places) {
      var key = place.key;
      if (key != null) {
        inOrder.addLast(place);
        cost += place.cost;
        there++;
        all.put(key, place);
        place.shown = true;
      }
    }
    written = all;
  }
}
