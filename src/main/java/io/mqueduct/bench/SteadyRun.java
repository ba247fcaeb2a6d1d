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

/** Load for a time: warms up, measures, and waits for what is under way. */
final class SteadyRun {
  private static final double SETTLE_SECONDS = 0.2;
  private static final double QUIET_SECONDS = 5;

  private final Stage stage;
  private final Plan plan;

  /** Counters at one moment. */
  private record Moment(double at, long sent, long received, Usage usage, double ownCpuSeconds) {}

  SteadyRun(Stage stage) {
    this.stage = stage;
    this.plan = stage.plan();
  }

  Report run() {
    Cast cast = Cast.of(stage);
    stage.open("subscribing", cast.subscribers());
    stage.open("connecting", cast.publishers());
    stage.sleep("settling", SETTLE_SECONDS);
    stage.onLoops(Worker::publish);
    stage.sleep("warming up", plan.times().warm());
    stage.onLoops(worker -> worker.measure(true));
    Moment begin = moment();
    stage.sleep("measuring", plan.times().measured());
    Moment end = moment();
    stage.onLoops(
        worker -> {
          worker.measure(false);
          worker.rest();
        });
    double drainFrom = stage.seconds();
    int receivers = plan.scenario().receivers(plan.load().subscribers());
    stage.settles(
        "draining",
        QUIET_SECONDS,
        plan.times().drain(),
        () -> stage.received() + stage.acknowledged(),
        () -> isDone(cast, receivers));
    Report report = report(cast, begin, end, receivers);
    report.put("drain_seconds", stage.seconds() - drainFrom, 2);
    stage.leave(cast.publishers());
    stage.leave(cast.subscribers());
    return report;
  }

  private boolean isDone(Cast cast, int receivers) {
    long sent = stage.sent();
    return stage.received() - stage.duplicated() + cast.superseded() >= sent * receivers
        && (plan.load().qos() == 0 || stage.acknowledged() >= sent);
  }

  private Moment moment() {
    return new Moment(
        stage.seconds(), stage.sent(), stage.received(), stage.usage(), Stage.ownCpuSeconds());
  }

  private Report report(Cast cast, Moment begin, Moment end, int receivers) {
    double seconds = end.at - begin.at;
    long sent = end.sent - begin.sent;
    long received = end.received - begin.received;
    Report report = Reports.head(stage);
    report.put("seconds", seconds, 3);
    report.put("published_per_second", sent / seconds, 0);
    report.put("delivered_per_second", received / seconds, 0);
    report.put("megabytes_per_second", received / seconds * plan.load().payloadBytes() / 1e6, 1);
    report.latency(stage.latencies());
    long superseded = cast.superseded();
    Reports.counts(report, stage, stage.sent() * receivers - superseded);
    if (plan.spread().keys() > 0) {
      report.put("superseded", superseded);
    }
    report.put(
        "generator_cpu_percent", (end.ownCpuSeconds - begin.ownCpuSeconds) * 100 / seconds, 0);
    if (stage.readsProcesses()) {
      double cpu = end.usage.cpuSeconds() - begin.usage.cpuSeconds();
      report.put("broker_cpu_us_per_delivery", end.usage.microsPer(begin.usage, received), 3);
      report.put("broker_cpu_us_per_publish", end.usage.microsPer(begin.usage, sent), 3);
      report.put("broker_cpu_percent", cpu * 100 / seconds, 0);
      report.put("broker_rss_kb", end.usage.residentKb());
      report.put("broker_rss_peak_kb", end.usage.peakKb());
    }
    return report;
  }
}
