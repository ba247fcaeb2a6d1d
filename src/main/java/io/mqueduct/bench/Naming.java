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
package io.mqueduct.bench;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Topics and names of a run.
 *
 * @param prefix begin of all topics; unique to the run unless the user gave one
 * @param group of {@link Scenario#SHARED}
 * @param queue of {@link Scenario#QUEUE}
 * @param topic what is published to instead of the scenario's topics, or null
 * @param filter what is subscribed instead of the scenario's filter, or null
 */
public record Naming(
    String prefix, String group, String queue, @Nullable String topic, @Nullable String filter) {

  String topicOf(Scenario scenario, int publisher) {
    if (topic != null) {
      return topic;
    }
    return switch (scenario) {
      case FANOUT -> prefix + "/all";
      default -> prefix + "/" + publisher;
    };
  }

  /** What a publisher's topics begin with, if each of its messages has a level with a number. */
  String numberedTopicOf(int publisher) {
    return (topic == null ? prefix : topic) + "/" + publisher;
  }

  /** What consumes so many queues, one for each number of {@link Template}'s topics. */
  List<String> filtersOf(int queues) {
    return IntStream.range(0, queues)
        .mapToObj(i -> "$queue/" + queue + "-" + i + "/" + prefix + "/+/" + Template.level(i))
        .toList();
  }

  String filterOf(Scenario scenario, int subscriber) {
    if (filter != null) {
      return filter;
    }
    return switch (scenario) {
      case PAIR -> prefix + "/" + subscriber;
      case CONNECT -> prefix + "/" + subscriber + "/commands";
      case FANOUT -> prefix + "/all";
      case SHARED -> "$share/" + group + "/" + prefix + "/#";
      // With a topic of the user's the queue is there, and has a filter that takes it.
      case QUEUE -> "$queue/" + queue + (topic == null ? "/" + prefix + "/#" : "");
      default -> prefix + "/#";
    };
  }
}
