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

import io.mqueduct.routing.Subscription;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions that a session holds, by filter and shared group. Only a list: the subscription
 * tree is changed by whoever changes this.
 *
 * <p>Owned by the loop that owns the session; not thread-safe. A few subscriptions, the usual case,
 * are kept in an array of their own size; more in a map.
 */
public final class Subscriptions {
  private static final Subscription[] NONE = {};
  private static final int FEW = 8;

  private Subscription[] few = NONE;
  private @Nullable Map<String, Subscription> many;

  /** How many there are. */
  public int size() {
    return many != null ? many.size() : few.length;
  }

  /**
   * Whether this filter may be (re)subscribed under a limit; 0 is no limit (SUBACK 0x97 if not).
   */
  public boolean hasRoomFor(String filter, @Nullable String group, int limit) {
    return limit == 0 || size() < limit || get(filter, group) != null;
  }

  /** The subscription to a filter, or null. */
  public @Nullable Subscription get(String filter, @Nullable String group) {
    Map<String, Subscription> all = many;
    if (all != null) {
      return all.get(key(filter, group));
    }
    int at = indexOf(filter, group);
    return at < 0 ? null : few[at];
  }

  /** Adds or replaces; returns the one that was replaced, or null (MQTT-3.8.4-3). */
  public @Nullable Subscription put(Subscription subscription) {
    String filter = subscription.filter();
    String group = subscription.group();
    Map<String, Subscription> all = many;
    if (all != null) {
      return all.put(key(filter, group), subscription);
    }
    int at = indexOf(filter, group);
    if (at >= 0) {
      Subscription replaced = few[at];
      few[at] = subscription;
      return replaced;
    }
    if (few.length == FEW) {
      all = new HashMap<>();
      for (Subscription each : few) {
        all.put(key(each.filter(), each.group()), each);
      }
      all.put(key(filter, group), subscription);
      many = all;
      few = NONE;
      return null;
    }
    Subscription[] more = new Subscription[few.length + 1];
    System.arraycopy(few, 0, more, 0, few.length);
    more[few.length] = subscription;
    few = more;
    return null;
  }

  /** Takes one out; returns it, or null if there was none. */
  public @Nullable Subscription remove(String filter, @Nullable String group) {
    Map<String, Subscription> all = many;
    if (all != null) {
      return all.remove(key(filter, group));
    }
    int at = indexOf(filter, group);
    if (at < 0) {
      return null;
    }
    Subscription removed = few[at];
    Subscription[] less = new Subscription[few.length - 1];
    System.arraycopy(few, 0, less, 0, at);
    System.arraycopy(few, at + 1, less, at, less.length - at);
    few = less.length == 0 ? NONE : less;
    return removed;
  }

  /** All of them, as a copy. */
  public List<Subscription> all() {
    return many != null ? new ArrayList<>(many.values()) : List.of(few);
  }

  private int indexOf(String filter, @Nullable String group) {
    for (int i = 0; i < few.length; i++) {
      String other = few[i].group();
      boolean sameGroup = group == null ? other == null : group.equals(other);
      if (sameGroup && few[i].filter().equals(filter)) {
        return i;
      }
    }
    return -1;
  }

  private static String key(String filter, @Nullable String group) {
    return group == null ? filter : "$share/" + group + "/" + filter;
  }
}
