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
package io.mqueduct.routing;

import io.mqueduct.message.TopicName;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The topics that one event loop met lately: their names, so that a repeated topic is not decoded
 * and checked again, and their routes for as long as they are right. Owned by one loop, not
 * thread-safe; a hit allocates nothing.
 *
 * <p>Use: {@link #find} with the bytes from the wire; if it knows them not, check and decode them,
 * and {@link #add} the name; then {@link #route}.
 *
 * <p>Bounded by entries and bytes. A topic that was used again is spared while there is one that
 * was not, so that topics that occur once (as an attacker may send) replace each other and not the
 * busy ones. Each lookup looks at eight places at most, whatever was put in.
 */
public final class RouteCache {
  private static final int WAYS = 8;
  private static final int LONGEST_NAME = 2048;
  private static final int NAME_OVERHEAD = 104;

  private final SubscriptionTree tree;
  private final @Nullable Bundling bundling;
  private final long maxBytes;
  private final int[] hashes;
  private final @Nullable TopicName[] names;
  private final @Nullable Route[] routes;
  private final boolean[] used;
  private int last; // place of the last hit: route() follows find() of the same name
  private int hand; // where replacement looks next
  private int sweep; // where dropStale() looks next
  private int size;
  private long bytes;
  private long hits;
  private long misses;

  /**
   * An empty cache.
   *
   * @param maxEntries greatest number of topics, rounded up to a power of two, at least 8
   * @param maxBytes about how much memory names and routes may take
   */
  public RouteCache(SubscriptionTree tree, int maxEntries, long maxBytes) {
    this(tree, maxEntries, maxBytes, null);
  }

  RouteCache(SubscriptionTree tree, int maxEntries, long maxBytes, @Nullable Bundling bundling) {
    int capacity = Integer.highestOneBit(Math.max(maxEntries, WAYS) * 2 - 1);
    this.tree = tree;
    this.bundling = bundling;
    this.maxBytes = maxBytes;
    this.hashes = new int[capacity];
    this.names = new TopicName[capacity];
    this.routes = new Route[capacity];
    this.used = new boolean[capacity];
  }

  /** What collects messages of a pass, if the loop has passes. */
  @Nullable Bundling bundling() {
    return bundling;
  }

  /** Hands over at once what was published in this pass, since its publisher is about to leave. */
  public void handOver() {
    if (bundling != null) {
      bundling.handOver();
    }
  }

  /** The name with these bytes of UTF-8, if it is known. */
  public @Nullable TopicName find(byte[] utf8, int offset, int length) {
    int at = locate(TopicHash.of(utf8, offset, length), utf8, offset, length);
    if (at < 0) {
      return null;
    }
    used[at] = true;
    last = at;
    return names[at];
  }

  /** Keeps a valid name for {@link #find}, unless it is very long. */
  public void add(TopicName name) {
    byte[] utf8 = name.utf8();
    int hash = TopicHash.of(utf8, 0, utf8.length);
    int at = locate(hash, utf8, 0, utf8.length);
    if (at >= 0) {
      last = at;
      used[at] = true;
    } else if (utf8.length <= LONGEST_NAME) {
      insert(hash, name);
    }
  }

  /** Who gets the messages of a topic now. */
  public Route route(TopicName name) {
    if (!name.equals(names[last])) {
      add(name);
      if (!name.equals(names[last])) {
        misses++;
        return tree.route(name);
      }
    }
    int at = last;
    Route known = routes[at];
    if (known != null && known.stamp() == tree.stamp(known.topicHash())) {
      hits++;
      return known;
    }
    misses++;
    Route fresh = tree.route(name);
    setRoute(at, fresh);
    dropStale(2);
    trim(at);
    return fresh;
  }

  /**
   * Drops routes that are no longer right, so that they do not keep ended sessions in memory. To be
   * called now and then; goes on where it left off.
   *
   * @param entries how many entries to look at
   */
  public void dropStale(int entries) {
    for (int i = 0; i < Math.min(entries, names.length); i++) {
      Route route = routes[sweep];
      if (route != null && route.stamp() != tree.stamp(route.topicHash())) {
        setRoute(sweep, null);
      }
      sweep = (sweep + 1) & (names.length - 1);
    }
  }

  /** Number of topics. */
  public int size() {
    return size;
  }

  /** About how much memory names and routes take. */
  public long bytes() {
    return bytes;
  }

  /** How often a route was known and right. */
  public long hits() {
    return hits;
  }

  /** How often a route had to be made. */
  public long misses() {
    return misses;
  }

  private int locate(int hash, byte[] utf8, int offset, int length) {
    int first = setOf(hash);
    for (int at = first; at < first + WAYS; at++) {
      TopicName name = names[at];
      if (hashes[at] == hash
          && name != null
          && Arrays.equals(name.utf8(), 0, name.utf8().length, utf8, offset, offset + length)) {
        return at;
      }
    }
    return -1;
  }

  private int setOf(int hash) {
    return (hash * WAYS) & (names.length - 1);
  }

  private void insert(int hash, TopicName name) {
    int at = victimOf(setOf(hash));
    remove(at);
    hashes[at] = hash;
    names[at] = name;
    used[at] = false;
    bytes += sizeOf(name);
    size++;
    last = at;
    trim(at);
  }

  private int victimOf(int first) {
    for (int at = first; at < first + WAYS; at++) {
      if (names[at] == null) {
        return at;
      }
    }
    hand++;
    for (int i = 0; i < WAYS; i++) {
      int at = first + ((hand + i) & (WAYS - 1));
      if (!used[at]) {
        return at;
      }
    }
    Arrays.fill(used, first, first + WAYS, false);
    return first + (hand & (WAYS - 1));
  }

  private void setRoute(int at, @Nullable Route route) {
    Route old = routes[at];
    bytes += (route == null ? 0 : route.sizeBytes()) - (old == null ? 0 : old.sizeBytes());
    routes[at] = route;
  }

  /** Removes entries until the bytes are within the limit, but for the one in use. */
  private void trim(int except) {
    for (int i = 0; bytes > maxBytes && i < 2 * names.length; i++) {
      hand = (hand + 1) & (names.length - 1);
      if (hand == except) {
        continue;
      }
      if (used[hand]) {
        used[hand] = false;
      } else {
        remove(hand);
      }
    }
  }

  private void remove(int at) {
    TopicName name = names[at];
    if (name != null) {
      setRoute(at, null);
      bytes -= sizeOf(name);
      names[at] = null;
      size--;
    }
  }

  private static long sizeOf(TopicName name) {
    return NAME_OVERHEAD + 2L * name.utf8().length;
  }
}
