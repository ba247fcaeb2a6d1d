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

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.queue.spec.QueueSpec;
import io.mqueduct.queue.spec.SpecReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which queues there are, and who consumes or waits for which. It decides; its owner, one loop,
 * attaches and detaches. A consumer is attached the moment a fitting queue exists, and waits again
 * when that is deleted.
 *
 * @param <C> a consumer; the same object each time
 */
public final class QueueDirectory<C> {
  private final NavigableMap<String, QueueSpec> queues = new TreeMap<>();
  private final Map<String, Map<C, List<QueueAddress.Queue>>> interested = new HashMap<>();
  private SpecReader reader;
  private @Nullable Template template;
  private int maxCount;

  /**
   * What a queue is made of that is created by subscribing.
   *
   * @param fields of the queue object, {@code is_lastvalue} included, without name and filter
   */
  public record Template(Map<String, ?> fields) {}

  /** What becomes of a consumer. */
  public enum Standing {
    /** It takes part. */
    ATTACHED,
    /** It waits for a queue that fits. */
    WAITING,
    /** It took part, or waited, before. */
    UNCHANGED
  }

  /** A directory without queues. */
  public QueueDirectory(SpecReader reader, int maxCount, @Nullable Template template) {
    this.reader = reader;
    this.maxCount = maxCount;
    this.template = template;
  }

  /** New rules for queues that are created from now on. */
  public void rules(SpecReader chosenReader, int count, @Nullable Template chosen) {
    reader = chosenReader;
    maxCount = count;
    template = chosen;
  }

  /** Puts a queue in that is there since before a restart; limits do not apply. */
  public void restore(QueueSpec spec) {
    queues.put(spec.name(), spec);
  }

  /**
   * Whether a queue may be created; throws {@link BrokerException} if not: it exists, or there are
   * too many.
   */
  public void requireRoomFor(String name) {
    if (queues.containsKey(name)) {
      throw new BrokerException(Problem.ALREADY_EXISTS, "queue " + name + " exists");
    }
    if (queues.size() >= maxCount) {
      throw new BrokerException(
          Problem.QUOTA_EXCEEDED, "there are " + maxCount + " queues, mq.max_queue_count");
    }
  }

  /** A queue is there; returns the consumers that waited for it. */
  public List<C> created(QueueSpec spec) {
    queues.put(spec.name(), spec);
    return fitting(spec);
  }

  /** A queue has changed. */
  public void changed(QueueSpec spec) {
    queues.replace(spec.name(), spec);
  }

  /** A queue is gone; returns the consumers that wait from now on. */
  public List<C> deleted(String name) {
    QueueSpec spec = queues.remove(name);
    return spec == null ? List.of() : fitting(spec);
  }

  private List<C> fitting(QueueSpec spec) {
    List<C> fitting = new ArrayList<>();
    interested
        .getOrDefault(spec.name(), Map.of())
        .forEach(
            (consumer, addresses) -> {
              if (fits(addresses, spec)) {
                fitting.add(consumer);
              }
            });
    return fitting;
  }

  private static boolean fits(List<QueueAddress.Queue> addresses, QueueSpec spec) {
    for (QueueAddress.Queue address : addresses) {
      if (address.fits(spec.topicFilter())) {
        return true;
      }
    }
    return false;
  }

  /**
   * The queue that a subscription creates, or null if it creates none: it names no filter, there is
   * a queue, or nothing is created by subscribing. Throws if there are too many.
   */
  public @Nullable QueueSpec toCreate(QueueAddress.Queue address) {
    Template fields = template;
    if (fields == null || address.filter() == null || queues.containsKey(address.name())) {
      return null;
    }
    requireRoomFor(address.name());
    Map<String, Object> body = new LinkedHashMap<>(fields.fields());
    body.put("name", address.name());
    body.put("topic_filter", address.filter());
    return reader.create(body);
  }

  /** A consumer wants a queue; more addresses of one queue are still one consumer. */
  public Standing subscribe(C consumer, QueueAddress.Queue address) {
    QueueSpec spec = queues.get(address.name());
    List<QueueAddress.Queue> mine =
        interested
            .computeIfAbsent(address.name(), name -> new LinkedHashMap<>())
            .computeIfAbsent(consumer, c -> new ArrayList<>(1));
    boolean tookPart = spec != null && fits(mine, spec);
    boolean isNew = mine.isEmpty();
    if (!mine.contains(address)) {
      mine.add(address);
    }
    if (spec != null && fits(mine, spec)) {
      return tookPart ? Standing.UNCHANGED : Standing.ATTACHED;
    }
    return isNew ? Standing.WAITING : Standing.UNCHANGED;
  }

  /** A consumer does not want it any more; whether it took part until now. */
  public boolean unsubscribe(C consumer, QueueAddress.Queue address) {
    Map<C, List<QueueAddress.Queue>> all = interested.get(address.name());
    List<QueueAddress.Queue> mine = all == null ? null : all.get(consumer);
    if (all == null || mine == null) {
      return false;
    }
    QueueSpec spec = queues.get(address.name());
    boolean tookPart = spec != null && fits(mine, spec);
    mine.remove(address);
    boolean takesPart = spec != null && fits(mine, spec);
    if (mine.isEmpty()) {
      all.remove(consumer);
      if (all.isEmpty()) {
        interested.remove(address.name());
      }
    }
    return tookPart && !takesPart;
  }

  /** Consumers that wait for a queue of a name: it is missing, or has another filter. */
  public List<C> waiting(String name) {
    QueueSpec spec = queues.get(name);
    List<C> waiting = new ArrayList<>();
    interested
        .getOrDefault(name, Map.of())
        .forEach(
            (consumer, addresses) -> {
              if (spec == null || !fits(addresses, spec)) {
                waiting.add(consumer);
              }
            });
    return waiting;
  }

  /** Consumers that take part in a queue, connected or not. */
  public List<C> attached(String name) {
    QueueSpec spec = queues.get(name);
    return spec == null ? List.of() : fitting(spec);
  }

  /** A queue, or null. */
  public @Nullable QueueSpec find(String name) {
    return queues.get(name);
  }

  /** A queue; throws {@link BrokerException} if there is none. */
  public QueueSpec require(String name) {
    QueueSpec spec = queues.get(name);
    if (spec == null) {
      throw new BrokerException(Problem.NOT_FOUND, "there is no queue " + name);
    }
    return spec;
  }

  /**
   * Queues in the order of their names.
   *
   * @param after name of the last one of the page before, or null for the first page
   */
  public List<QueueSpec> list(@Nullable String after, int limit) {
    return (after == null ? queues : queues.tailMap(after, false))
        .values().stream().limit(limit).toList();
  }

  /** How many there are. */
  public int count() {
    return queues.size();
  }
}
