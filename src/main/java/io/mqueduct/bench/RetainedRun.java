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

/** Sets retained messages, and has new subscribers read them. */
final class RetainedRun {
  private static final double SETTLE_SECONDS = 0.5;
  private static final double QUIET_SECONDS = 10;

  private final Stage stage;
  private final Plan plan;

  RetainedRun(Stage stage) {
    this.stage = stage;
    this.plan = stage.plan();
  }

  Report run() {
    Cast cast = Cast.of(stage);
    Load load = plan.load();
    long total = (long) load.countOfEach() * load.publishers();
    stage.open("connecting", cast.publishers());
    Usage empty = stage.usage();
    double start = stage.seconds();
    stage.onLoops(Worker::publish);
    awaitAll(cast, "setting", total);
    double setSeconds = stage.seconds() - start;
    Usage set = stage.usage();
    stage.sleep("settling", SETTLE_SECONDS);

    long expected = total * load.subscribers();
    Usage full = stage.usage();
    double readFrom = stage.seconds();
    stage.receive("reading", cast.subscribers(), QUIET_SECONDS, expected);
    double readSeconds = stage.seconds() - readFrom;
    Usage read = stage.usage();

    Report report = Reports.head(stage);
    report.put("count", total);
    report.put("set_seconds", setSeconds, 3).put("set_per_second", total / setSeconds, 0);
    report.put("read_seconds", readSeconds, 3);
    report.put("read_per_second", stage.received() / readSeconds, 0);
    Reports.counts(report, stage, expected);
    if (stage.readsProcesses()) {
      report.put("broker_cpu_us_per_set", set.microsPer(empty, total), 3);
      report.put("broker_cpu_us_per_read", read.microsPer(full, stage.received()), 3);
      report.put("broker_rss_before_kb", empty.residentKb());
      report.put("broker_rss_full_kb", full.residentKb());
      double grown = (full.residentKb() - empty.residentKb()) * 1024.0;
      report.put("broker_rss_bytes_per_message", grown / total, 0);
    }
    stage.leave(cast.subscribers());
    if (!plan.keep()) {
      erase(cast, total);
    }
    stage.leave(cast.publishers());
    return report;
  }

  private void erase(Cast cast, long total) {
    stage.onLoops(
        worker -> {
          for (int i = 0; i < cast.publishers().size(); i++) {
            if (cast.publishers().get(i).worker() == worker) {
              Template empty = Cast.template(stage, i, 0, plan.load().qos());
              cast.publishings().get(i).again(empty);
            }
          }
        });
    awaitAll(cast, "removing", 2 * total);
  }

  /** Until all are sent and, in so far as the QoS tells, with the broker. */
  private void awaitAll(Cast cast, String phase, long total) {
    boolean acknowledged = plan.load().qos() > 0;
    boolean done =
        stage.settles(
            phase,
            QUIET_SECONDS,
            plan.times().max(),
            () -> stage.sent() + stage.acknowledged(),
            () -> (acknowledged ? stage.acknowledged() : stage.sent()) >= total);
    if (!done) {
      throw new BenchFailure("the broker took no more retained messages while " + phase);
    }
    // The answer to a ping comes behind what was sent before it.
    long pongs = Tally.sum(stage.workers(), t -> t.pongs);
    stage.onLoops(
        worker -> {
          for (Client client : cast.publishers()) {
            Link link = client.worker() == worker ? client.link() : null;
            if (link != null && link.isReady()) {
              link.ping();
            }
          }
        });
    stage.await(
        phase,
        QUIET_SECONDS * 6,
        () -> Tally.sum(stage.workers(), t -> t.pongs) >= pongs + cast.publishers().size());
  }
}
