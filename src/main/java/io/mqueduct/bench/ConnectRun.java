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

/** Opens connections, and watches them while they are idle. */
final class ConnectRun {
  private final Stage stage;
  private final Plan plan;

  ConnectRun(Stage stage) {
    this.stage = stage;
    this.plan = stage.plan();
  }

  Report run() {
    int connections = plan.connections();
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      clients.add(Cast.client(stage, "c", i, role(i), false));
    }
    Usage before = stage.usage();
    double start = stage.seconds();
    stage.open("connecting", clients);
    double seconds = stage.seconds() - start;
    Usage after = stage.usage();
    stage.sleep("settling", plan.times().idle());
    Usage settled = stage.usage();
    double idleFrom = stage.seconds();
    stage.sleep("idle", plan.times().idle());
    Usage idle = stage.usage();
    double idleSeconds = stage.seconds() - idleFrom;
    Report report = Reports.head(stage);
    report.put("connections", connections).put("subscribed", plan.subscribing());
    report.put("seconds", seconds, 3).put("connects_per_second", connections / seconds, 0);
    report.fault("ended_connections", Tally.sum(stage.workers(), t -> t.ended));
    if (stage.readsProcesses()) {
      report.put("broker_cpu_us_per_connect", after.microsPer(before, connections), 1);
      report.put("broker_rss_before_kb", before.residentKb());
      report.put("broker_rss_settled_kb", settled.residentKb());
      double grown = settled.residentKb() - before.residentKb();
      report.put("broker_rss_kb_per_connection", grown / connections, 2);
      double used = idle.cpuSeconds() - settled.cpuSeconds();
      report.put("broker_idle_cpu_percent", used * 100 / idleSeconds, 2);
    }
    stage.leave(clients);
    return report;
  }

  private Role role(int number) {
    if (!plan.subscribing()) {
      return new Role.Idle();
    }
    return new Subscribing(
        stage.worker(number),
        stage.target().version5(),
        stage.run(),
        List.of(plan.naming().filterOf(Scenario.CONNECT, number)),
        plan.load().qos(),
        new Arrivals.Unordered(0),
        List.of(),
        List.of(),
        false);
  }
}
