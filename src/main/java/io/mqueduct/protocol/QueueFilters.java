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
package io.mqueduct.protocol;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.protocol.codec.Subscribe;
import io.mqueduct.queue.NamedQueues;
import io.mqueduct.queue.QueueAddress;
import io.mqueduct.routing.Subscription;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The filters of a SUBSCRIBE that name a queue: {@code $queue/NAME}, {@code $queue/NAME/FILTER},
 * {@code $q/FILTER}. Without named queues, {@code $queue/TOPIC} is a shared subscription without a
 * group name. No state of its own.
 */
final class QueueFilters {
  private static final String PREFIX = "$queue/";
  private static final String DEPRECATED = "$q/";

  private QueueFilters() {}

  /**
   * Why a queue is not made.
   *
   * @param why in words, if the code's own do not tell; null for those
   */
  record Refusal(ReasonCode code, @Nullable String why) {}

  /** What a filter says about a queue, the listener's mountpoint taken into account. */
  static QueueAddress parse(Connection from, String filter) {
    if (from.services.queues == null) {
      return filter.startsWith(DEPRECATED)
          ? new QueueAddress.Invalid("names a queue, and mq.enable is false")
          : new QueueAddress.None();
    }
    QueueAddress address = QueueAddress.parse(filter, from.services.topics());
    String mountpoint = from.negotiated.mountpoint().text();
    if (mountpoint.isEmpty() || !(address instanceof QueueAddress.Queue queue)) {
      return address;
    }
    String inner = queue.filter();
    QueueAddress mounted;
    if (inner == null) {
      mounted = new QueueAddress.Queue(queue.name(), null, mountpoint);
    } else { // again: with the prefix it may be too long, or have too many levels
      String start = queue.name().equals("/" + inner) ? DEPRECATED : PREFIX + queue.name() + "/";
      mounted = QueueAddress.parse(start + mountpoint + inner, from.services.topics());
    }
    return mounted instanceof QueueAddress.Queue found
            && found.text().getBytes(StandardCharsets.UTF_8).length > PublishFlow.LONGEST_TOPIC
        ? new QueueAddress.Invalid("is too long with the mountpoint of the listener")
        : mounted;
  }

  /** The filter that stands for {@code $queue/TOPIC} where there are no named queues. */
  static String alias(Connection from, String filter) {
    return from.services.queues == null && filter.startsWith(PREFIX)
        ? "$share/$queue/" + filter.substring(PREFIX.length())
        : filter;
  }

  /** Whether a client may consume the queue, for which it asks with this QoS. */
  static boolean mayConsume(Connection from, QueueAddress.Queue address, int qos) {
    return from.access().mayConsume(address.name(), qos);
  }

  /** Always QoS 1; No Local does not apply, and nothing is replayed. */
  static Subscription subscription(
      Connection from, QueueAddress.Queue address, boolean retainAsPublished, int[] identifiers) {
    return new Subscription(
        from.session(), address.text(), null, 1, false, retainAsPublished, 2, identifiers);
  }

  /**
   * Makes the queues that a client may make by subscribing; then goes on, at once if there is
   * nothing to make, not at all if the client has gone. What could not be made is refused then.
   */
  static void ensure(
      Connection from, List<Subscribe.Filter> all, Consumer<Map<String, Refusal>> goOn) {
    NamedQueues queues = from.services.queues;
    List<String> filters = new ArrayList<>(0);
    List<Future<Void>> ensured = new ArrayList<>(0);
    for (Subscribe.Filter asked : all) {
      QueueAddress.Queue address = queues == null ? null : toMake(from, queues, asked);
      if (queues != null && address != null) {
        filters.add(asked.filter());
        ensured.add(queues.ensure(address));
      }
    }
    if (ensured.isEmpty()) {
      goOn.accept(Map.of());
      return;
    }
    Future.join(ensured)
        .onComplete(
            done ->
                from.services.run(
                    from,
                    () -> {
                      if (from.state == Connection.State.CONNECTED) {
                        goOn.accept(refusals(filters, ensured));
                      }
                    }));
  }

  /** The queue that a filter makes, if there is none and the client may consume and create it. */
  private static QueueAddress.@Nullable Queue toMake(
      Connection from, NamedQueues queues, Subscribe.Filter asked) {
    return parse(from, asked.filter()) instanceof QueueAddress.Queue address
            && address.filter() != null
            && queues.find(address.name()) == null
            && mayConsume(from, address, asked.qos())
            && from.access().mayDeclare(innerOf(asked.filter()), asked.qos())
        ? address
        : null;
  }

  /** The topic filter as the client wrote it, without the mountpoint. */
  private static String innerOf(String filter) {
    return filter.startsWith(DEPRECATED)
        ? filter.substring(DEPRECATED.length())
        : filter.substring(filter.indexOf('/', PREFIX.length()) + 1);
  }

  private static Map<String, Refusal> refusals(List<String> filters, List<Future<Void>> ensured) {
    Map<String, Refusal> refusals = new HashMap<>();
    for (int i = 0; i < filters.size(); i++) {
      if (ensured.get(i).failed()) {
        refusals.put(filters.get(i), refusal(ensured.get(i).cause()));
      }
    }
    return refusals;
  }

  private static Refusal refusal(Throwable why) {
    Problem problem = why instanceof BrokerException known ? known.problem() : Problem.INTERNAL;
    return switch (problem) {
      case QUOTA_EXCEEDED -> new Refusal(ReasonCode.QUOTA_EXCEEDED, why.getMessage());
      case BAD_REQUEST, ALREADY_EXISTS ->
          new Refusal(
              ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR,
              "the queue cannot be made: " + why.getMessage());
      default -> new Refusal(ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR, null);
    };
  }
}
