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

/** The parts that reports of several scenarios have. */
final class Reports {
  private Reports() {}

  /** What was asked for. */
  static Report head(Stage stage) {
    Plan plan = stage.plan();
    Load load = plan.load();
    Report report = new Report();
    report.put("scenario", plan.scenario().toString());
    report.put("mqtt", stage.target().version5() ? "5" : "3.1.1");
    String tls = stage.target().tls() == null ? "" : "tls";
    String plain = stage.target().webSocketPath() == null ? "tcp" : "ws";
    report.put("transport", tls.isEmpty() ? plain : "ws".equals(plain) ? "wss" : tls);
    if (plan.scenario() != Scenario.CONNECT) {
      report.put("qos", load.qos());
      report.put("payload_bytes", load.payloadBytes());
      report.put("publishers", load.publishers());
      report.put("subscribers", load.subscribers());
      report.put("rate_per_publisher", load.ratePerSecond());
      report.put("credit", load.credit());
      report.put("window", load.window());
      report.put("batch", load.batch());
      if (plan.spread().keys() > 0) {
        report.put("keys_per_publisher", plan.spread().keys());
      }
      if (plan.spread().queues() > 0) {
        report.put("queues", plan.spread().queues());
      }
    }
    report.put("threads", plan.threads());
    return report;
  }

  /** What was sent and received in all, and what went wrong. */
  static void counts(Report report, Stage stage, long expected) {
    long sent = stage.sent();
    long received = stage.received();
    long duplicated = stage.duplicated();
    Iterable<Worker> workers = stage.workers();
    report.put("sent", sent).put("received", received).put("expected", expected);
    report.fault("lost", Math.max(0, expected - (received - duplicated)));
    report.fault("duplicated", duplicated);
    report.fault("out_of_order", Tally.sum(workers, t -> t.outOfOrder));
    long unacknowledged = stage.plan().load().qos() == 0 ? 0 : sent - stage.acknowledged();
    report.fault("unacknowledged", unacknowledged);
    report.fault("refused", Tally.sum(workers, t -> t.refused));
    report.fault("ended_connections", Tally.sum(workers, t -> t.ended));
    report.put("foreign", Tally.sum(workers, t -> t.foreign));
    report.put("throttled", Tally.sum(workers, t -> t.throttled));
    report.put("stalls", Tally.sum(workers, t -> t.stalls));
    String ending = stage.ending();
    if (ending != null) {
      report.put("first_ending", ending);
    }
  }
}
