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
package io.mqueduct.queue;

import java.util.BitSet;
import org.roaringbitmap.longlong.PeekableLongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * A set of messages of one queue that takes a bit to a few bytes for each: a message is named by
 * one number, its <em>place</em>, of its lane and its sequence. Owned by the queue's loop.
 */
final class Places {
  private static final int LANE_SHIFT = 56;
  private static final long NONE = -1;

  private final Roaring64Bitmap set = new Roaring64Bitmap();
  private final BitSet lanes = new BitSet(); // a lane that is not in it has nothing in the set
  private long size; // the set would have to count

  /** The one with the least sequence, if that is known. */
  private long first = NONE;

  static long place(int lane, long sequence) {
    return (long) lane << LANE_SHIFT | sequence;
  }

  static int lane(long place) {
    return (int) (place >>> LANE_SHIFT);
  }

  static long sequence(long place) {
    return place & ((1L << LANE_SHIFT) - 1);
  }

  boolean isEmpty() {
    return size == 0;
  }

  long size() {
    return size;
  }

  boolean contains(long place) {
    return set.contains(place);
  }

  void add(long place) {
    boolean isFirst = size == 0 || (first != NONE && sequence(place) < sequence(first));
    if (!set.contains(place)) {
      set.addLong(place);
      size++;
    }
    lanes.set(lane(place));
    if (isFirst) {
      first = place;
    }
  }

  void addAll(Places others) {
    set.or(others.set);
    size = set.getLongCardinality();
    lanes.or(others.lanes);
    first = NONE;
  }

  /** Whether it was in. */
  boolean remove(long place) {
    if (!set.contains(place)) {
      return false;
    }
    set.removeLong(place);
    size--;
    if (place == first) {
      first = NONE;
    }
    return true;
  }

  /** Removes those of its lane that are not beyond it. */
  void removeUpTo(long place) {
    PeekableLongIterator all = set.getLongIteratorFrom(place(lane(place), 0));
    while (all.hasNext() && all.peekNext() <= place) {
      remove(all.next());
      all = set.getLongIteratorFrom(place(lane(place), 0));
    }
  }

  /** Removes all that are not in the other set too. */
  void retainAll(Places others) {
    set.and(others.set);
    size = set.getLongCardinality();
    first = NONE;
  }

  void clear() {
    set.clear();
    size = 0;
    lanes.clear();
    first = NONE;
  }

  /** The one with the least sequence; not of an empty set. */
  long first() {
    if (first == NONE) {
      for (int lane = lanes.nextSetBit(0); lane >= 0; lane = lanes.nextSetBit(lane + 1)) {
        long place = firstOf(lane);
        if (place == NONE) {
          lanes.clear(lane);
        } else if (first == NONE || sequence(place) < sequence(first)) {
          first = place;
        }
      }
    }
    return first;
  }

  private long firstOf(int lane) {
    PeekableLongIterator all = set.getLongIteratorFrom(place(lane, 0));
    return all.hasNext() && lane(all.peekNext()) == lane ? all.peekNext() : NONE;
  }

  /** The least sequence in other lanes; if there is none, one that no message has. */
  long leastBeside(int lane) {
    long least = sequence(NONE);
    for (int each = lanes.nextSetBit(0); each >= 0; each = lanes.nextSetBit(each + 1)) {
      long other = each == lane ? NONE : firstOf(each);
      if (other != NONE) {
        least = Math.min(least, sequence(other));
      }
    }
    return least;
  }

  /**
   * How many messages of a lane there can be from the {@link #first} of the set to the last of at
   * most {@code most} of the set that are less than {@code range} sequences away, with none of
   * another lane between them.
   */
  int span(long from, int most, int range) {
    long end = Math.min(from + range, place(lane(from), leastBeside(lane(from))));
    PeekableLongIterator all = set.getLongIteratorFrom(from);
    long last = from;
    for (int i = 0; i < most && all.hasNext() && all.peekNext() < end; i++) {
      last = all.next();
    }
    return (int) (last - from + 1);
  }
}
