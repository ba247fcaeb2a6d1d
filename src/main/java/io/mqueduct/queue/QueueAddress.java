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

import io.mqueduct.queue.spec.SpecReader;
import io.mqueduct.routing.TopicFault;
import io.mqueduct.routing.TopicRules;
import org.jspecify.annotations.Nullable;

/** What the filter of a SUBSCRIBE says about a named queue. Immutable, any thread. */
public sealed interface QueueAddress {
  /** Stands for any filter that begins like this. No client can write it: it is no filter. */
  String ANY_WITHIN = "##";

  /** Filters were checked before; what is stored may be from times with other limits. */
  TopicRules ANY_DEPTH = new TopicRules(65_535);

  /** Not about a queue: an ordinary or shared subscription. */
  record None() implements QueueAddress {}

  /**
   * {@code $queue/NAME}, {@code $queue/NAME/FILTER} or {@code $q/FILTER}.
   *
   * @param name of the queue; for {@code $q/FILTER} a slash and the filter
   * @param filter that the queue has to have, and is made with if there is none; null for any
   * @param within what the filter of the queue has to begin with, the mountpoint of who subscribes;
   *     empty if it may be any
   */
  record Queue(String name, @Nullable String filter, String within) implements QueueAddress {
    /** Without a mountpoint. */
    public Queue(String name, @Nullable String filter) {
      this(name, filter, "");
    }

    /** Whether a queue with this filter is the one that is meant. */
    public boolean fits(String queueFilter) {
      return filter == null ? queueFilter.startsWith(within) : filter.equals(queueFilter);
    }

    /** The filter of a subscription to it, for {@link QueueAddress#ofSubscription}. */
    public String text() {
      if (filter == null) {
        return within.isEmpty() ? "$queue/" + name : "$queue/" + name + "/" + within + ANY_WITHIN;
      }
      return name.equals("/" + filter) ? "$q/" + filter : "$queue/" + name + "/" + filter;
    }
  }

  /**
   * Begins like a queue and is none; SUBACK 0x8F.
   *
   * @param why completes "the filter …"
   */
  record Invalid(String why) implements QueueAddress {}

  /** What a subscription is to, by its filter: {@link Queue#text}, maybe of an earlier start. */
  static QueueAddress ofSubscription(String filter) {
    int slash = filter.indexOf('/', "$queue/".length());
    if (filter.startsWith("$queue/") && filter.endsWith(ANY_WITHIN) && slash > 0) {
      return new Queue(
          filter.substring("$queue/".length(), slash),
          null,
          filter.substring(slash + 1, filter.length() - ANY_WITHIN.length()));
    }
    return parse(filter, ANY_DEPTH);
  }

  /** Tells queues from other subscriptions, as clients write them. */
  static QueueAddress parse(String filter, TopicRules topics) {
    if (filter.startsWith("$queue/")) {
      return named(filter.substring("$queue/".length()), topics);
    }
    if (filter.startsWith("$q/")) {
      String derived = filter.substring("$q/".length());
      String fault =
          SpecReader.canBeName(derived) ? fault(derived, topics) : "is too long for a name";
      return fault == null ? new Queue("/" + derived, derived) : new Invalid(fault);
    }
    return isShared(filter) ? new Invalid("is a shared subscription to a queue") : new None();
  }

  private static QueueAddress named(String rest, TopicRules topics) {
    int slash = rest.indexOf('/');
    String name = slash < 0 ? rest : rest.substring(0, slash);
    if (!SpecReader.isName(name)) {
      return new Invalid("has no valid name of a queue");
    }
    if (slash < 0) {
      return new Queue(name, null);
    }
    String filter = rest.substring(slash + 1);
    String fault = fault(filter, topics);
    return fault == null ? new Queue(name, filter) : new Invalid(fault);
  }

  private static @Nullable String fault(String filter, TopicRules topics) {
    TopicFault fault = topics.checkFilter(filter);
    if (fault != TopicFault.NONE) {
      return fault.text();
    }
    return SpecReader.isReserved(filter) ? "names a queue or group within a queue" : null;
  }

  private static boolean isShared(String filter) {
    if (!filter.startsWith("$share/")) {
      return false;
    }
    int slash = filter.indexOf('/', "$share/".length());
    return slash > 0
        && (filter.startsWith("$queue/", slash + 1) || filter.startsWith("$q/", slash + 1));
  }
}
