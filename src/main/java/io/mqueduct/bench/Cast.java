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

import java.util.ArrayList;
import java.util.List;

/**
 * The publishers and subscribers of a run, made from its plan and not connected yet.
 *
 * @param publishings what the publishers do, by their number
 */
record Cast(
    List<Client> publishers,
    List<Client> subscribers,
    List<Publishing> publishings,
    List<Subscribing> subscribings,
    List<Credit> credits) {

  static Cast of(Stage stage) {
    Plan plan = stage.plan();
    Load load = plan.load();
    Scenario scenario = plan.scenario();
    List<Credit> credits = new ArrayList<>();
    List<Publishing> publishings = new ArrayList<>();
    List<Client> publishers = new ArrayList<>();
    int limit = scenario.isCounted() ? load.countOfEach() : Integer.MAX_VALUE;
    for (int i = 0; i < load.publishers(); i++) {
      Worker worker = stage.worker(i);
      Credit credit = null;
      if (scenario.isSteady()) {
        credit =
            new Credit(load.credit(), scenario.receivers(load.subscribers()), plan.spread().keys());
        credits.add(credit);
      }
      Publishing role =
          new Publishing(
              worker, load, template(stage, i, load.payloadBytes(), load.qos()), credit, limit);
      publishings.add(role);
      worker.add(role);
      publishers.add(client(stage, "p", i, role, false));
    }
    List<Subscribing> subscribings = new ArrayList<>();
    List<Client> subscribers = new ArrayList<>();
    for (int i = 0; i < load.subscribers(); i++) {
      Subscribing role =
          new Subscribing(
              stage.worker(i),
              stage.target().version5(),
              stage.run(),
              filters(plan, i),
              load.qos(),
              arrivals(plan),
              publishings,
              credits,
              scenario.sharesMessages());
      subscribings.add(role);
      subscribers.add(client(stage, "s", i, role, scenario == Scenario.OFFLINE));
    }
    return new Cast(publishers, subscribers, publishings, subscribings, credits);
  }

  /** How many messages were not delivered since a newer one took their place. */
  long superseded() {
    return credits.stream().mapToLong(Credit::superseded).sum();
  }

  private static List<String> filters(Plan plan, int subscriber) {
    int queues = plan.spread().queues();
    return queues > 0
        ? plan.naming().filtersOf(queues)
        : List.of(plan.naming().filterOf(plan.scenario(), subscriber));
  }

  /** The message of a publisher; with no payload the one that removes it. */
  static Template template(Stage stage, int publisher, int payloadBytes, int qos) {
    Plan plan = stage.plan();
    boolean retained = plan.scenario() == Scenario.RETAINED;
    int topics = plan.spread().topics();
    return new Template(
        topics > 0
            ? plan.naming().numberedTopicOf(publisher)
            : plan.naming().topicOf(plan.scenario(), publisher),
        retained ? Integer.MAX_VALUE : topics,
        retained,
        qos,
        stage.target().version5(),
        payloadBytes,
        stage.run(),
        publisher);
  }

  static Client client(Stage stage, String kind, int number, Role role, boolean kept) {
    Worker worker = stage.worker(number);
    String id = "mqueduct-bench-" + Integer.toHexString(stage.run()) + "-" + kind + number;
    Client client = new Client(id, worker, role, kept);
    worker.add(client);
    return client;
  }

  private static Arrivals arrivals(Plan plan) {
    int publishers = plan.load().publishers();
    if (plan.spread().topics() > 0) {
      return new Arrivals.OfTopics(publishers, plan.spread().topics());
    }
    return plan.scenario() == Scenario.RETAINED
        ? new Arrivals.Unordered(publishers)
        : new Arrivals.Ordered(publishers);
  }
}
