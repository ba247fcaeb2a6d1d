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

/** Fills persistent sessions while their clients are away, and drains them. */
final class OfflineRun {
  private static final double SETTLE_SECONDS = 0.5;
  private static final double QUIET_SECONDS = 10;

  private final Stage stage;
  private final Plan plan;

  OfflineRun(Stage stage) {
    this.stage = stage;
    this.plan = stage.plan();
  }

  Report run() {
    Cast cast = Cast.of(stage);
    Load load = plan.load();
    stage.open("subscribing", cast.subscribers());
    stage.leave(cast.subscribers());
    stage.sleep("settling", SETTLE_SECONDS);
    stage.open("connecting", cast.publishers());
    long total = (long) load.countOfEach() * load.publishers();

    Usage empty = stage.usage();
    double start = stage.seconds();
    stage.onLoops(Worker::publish);
    stage.settles(
        "filling",
        QUIET_SECONDS,
        plan.times().max(),
        stage::acknowledged,
        () -> stage.acknowledged() >= total);
    double fillSeconds = stage.seconds() - start;
    Usage filled = stage.usage();
    long stored = stage.acknowledged();
    stage.onLoops(Worker::rest);
    stage.leave(cast.publishers());
    stage.sleep("settling", 2 * SETTLE_SECONDS);

    Report report = Reports.head(stage);
    report.put("count", total);
    report.put("fill_seconds", fillSeconds, 3).put("filled_per_second", stored / fillSeconds, 0);
    if (stage.readsProcesses()) {
      report.put("broker_cpu_us_per_fill", filled.microsPer(empty, stored), 3);
    }
    if (plan.keep()) {
      Reports.counts(report, stage, 0);
      return report;
    }
    drain(report, cast, empty, stored);
    stage.sleep("settling", SETTLE_SECONDS);
    removeSessions(cast);
    return report;
  }

  private void drain(Report report, Cast cast, Usage empty, long stored) {
    long expected = stored * plan.load().subscribers();
    Usage full = stage.usage();
    double drainFrom = stage.seconds();
    stage.receive("draining", cast.subscribers(), QUIET_SECONDS, expected);
    double drainSeconds = stage.seconds() - drainFrom;
    Usage drained = stage.usage();

    report.put("drain_seconds", drainSeconds, 3);
    report.put("drained_per_second", stage.received() / drainSeconds, 0);
    Reports.counts(report, stage, expected);
    if (stage.readsProcesses()) {
      report.put("broker_cpu_us_per_drain", drained.microsPer(full, stage.received()), 3);
      report.put("broker_rss_before_kb", empty.residentKb());
      report.put("broker_rss_full_kb", full.residentKb());
      double grown = (full.residentKb() - empty.residentKb()) * 1024.0;
      report.put("broker_rss_bytes_per_message", expected == 0 ? 0 : grown / expected, 0);
    }
  }

  private void removeSessions(Cast cast) {
    stage.leave(cast.subscribers());
    stage.onLoops(
        worker -> {
          cast.subscribings().forEach(Subscribing::forget);
          cast.subscribers().forEach(Client::forgetSession);
        });
    stage.open("removing sessions", cast.subscribers());
    stage.leave(cast.subscribers());
  }
}
