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
package io.mqueduct.app.bench;

import io.mqueduct.app.Name;
import io.mqueduct.bench.Load;
import io.mqueduct.bench.Naming;
import io.mqueduct.bench.Scenario;
import io.mqueduct.bench.Spread;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say who sends how much, and where to. */
final class LoadOptions {
  private static final int LEAST_PAYLOAD = 16;
  private static final int MOST_PAYLOAD = 16 * 1024 * 1024;
  private static final int MOST_CLIENTS = 65_535;
  private static final double MOST_RATE = 1_000_000;
  private static final int MOST_KEYS = 10_000_000;
  private static final int MOST_QUEUES = 10_000;

  @Option(
      names = {"-P", "--publishers"},
      paramLabel = "N",
      description = "Publishers; of pair: pairs. Default: 1.")
  private int publishers = 1;

  @Option(
      names = {"-S", "--subscribers"},
      paramLabel = "N",
      description = "Subscribers. Default: 1.")
  private int subscribers = 1;

  @Option(
      names = {"-q", "--qos"},
      paramLabel = "QOS",
      description = "QoS of publishing and subscribing: 0, 1 or 2. Default: 0; of offline: 1.")
  private @Nullable Integer qos;

  @Option(
      names = {"-s", "--size"},
      paramLabel = "BYTES",
      description = "Payload, at least 16 bytes. Default: 64.")
  private int payloadBytes = 64;

  @Option(
      names = {"-r", "--rate"},
      paramLabel = "N",
      description = "Messages a second of each publisher. Default: as many as the broker takes.")
  private double ratePerSecond;

  @Option(
      names = {"-c", "--credit"},
      paramLabel = "N",
      description =
          "Messages of a publisher that may be on their way to subscribers, so that no broker has"
              + " to drop any. Default: 128, where all fill the same queue 2000 together.")
  private int credit;

  @Option(
      names = {"-w", "--window"},
      paramLabel = "N",
      description = "Unacknowledged QoS 1 and 2 messages of a publisher. Default: 100.")
  private int window = 100;

  @Option(
      names = {"-b", "--batch"},
      paramLabel = "N",
      description = "Without a rate a publisher waits until it may send so many. Default: 16.")
  private int batch = 16;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      description = "Messages in all, for offline and retained. Default: 100000.")
  private long count = 100_000;

  @Option(names = "--prefix", paramLabel = "TOPIC", description = "Begin of all topics.")
  private @Nullable String prefix;

  @Option(
      names = "--group",
      paramLabel = "NAME",
      converter = Name.class,
      description = "Group of shared. Default: bench.")
  private String group = "bench";

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      converter = Name.class,
      description = "Queue of queue. Default: bench.")
  private String queue = "bench";

  @Option(
      names = "--keys",
      paramLabel = "N",
      description =
          "Topics in all that the publishers of queue use in turn, for a last-value queue whose key"
              + " is the topic; with -t they are below it. What a newer message has replaced is"
              + " superseded, not lost.")
  private int keys;

  @Option(
      names = "--queues",
      paramLabel = "N",
      description =
          "Queues of queue, made by subscribing: each message of a publisher goes to the next one,"
              + " each subscriber consumes all.")
  private int queues;

  @Option(
      names = {"-t", "--topic"},
      paramLabel = "TOPIC",
      description =
          "Publish to this one. With queue: the queue is there and takes this topic; without, it is"
              + " made by subscribing, for the topics of the run.")
  private @Nullable String topic;

  @Option(
      names = {"-f", "--filter"},
      paramLabel = "FILTER",
      description = "Subscribe to this one.")
  private @Nullable String filter;

  Load load(Scenario scenario, TargetOptions check) {
    int level = qos == null ? (scenario == Scenario.OFFLINE ? 1 : 0) : qos;
    int subscribing = scenario == Scenario.PAIR ? publishers : subscribers;
    check.check(publishers >= 1 && publishers <= MOST_CLIENTS, "-P is from 1 to 65535");
    check.check(subscribing >= 1 && subscribing <= MOST_CLIENTS, "-S is from 1 to 65535");
    check.check(level >= 0 && level <= 2, "-q is 0, 1 or 2");
    check.check(scenario != Scenario.OFFLINE || level > 0, "offline needs -q 1 or 2");
    check.check(
        payloadBytes >= LEAST_PAYLOAD && payloadBytes <= MOST_PAYLOAD, "-s is from 16 to 16777216");
    check.check(ratePerSecond >= 0 && ratePerSecond <= MOST_RATE, "-r is from 0 to 1000000");
    check.check(
        ratePerSecond == 0 || scenario.isSteady(), "-r does not fit a run that ends with a number");
    check.check(credit >= 0 && credit <= 1_000_000, "-c is from 0 to 1000000");
    check.check(window >= 1 && window <= 65_000, "-w is from 1 to 65000");
    check.check(batch >= 1 && batch <= 65_000, "-b is from 1 to 65000");
    check.check(count >= publishers && count <= 99_999_999, "-n is from -P to 99999999");
    return new Load(
        publishers, subscribing, level, payloadBytes, ratePerSecond, credit, window, batch, count);
  }

  Spread spread(Scenario scenario, TargetOptions check) {
    boolean queue = scenario == Scenario.QUEUE;
    check.check(keys == 0 || queue, "--keys is for queue");
    check.check(queues == 0 || queue, "--queues is for queue");
    check.check(
        keys == 0 || (keys >= publishers && keys <= MOST_KEYS), "--keys is from -P to 10000000");
    check.check(queues >= 0 && queues <= MOST_QUEUES, "--queues is from 1 to 10000");
    check.check(keys == 0 || queues == 0, "--keys and --queues do not go together");
    check.check(
        queues == 0 || (topic == null && filter == null),
        "--queues makes queues for topics of its own: neither -t nor -f goes with it");
    return new Spread(keys / publishers, queues);
  }

  Naming naming(TargetOptions check) {
    check.check(topic == null || !topic.matches(".*[+#].*"), "-t has a wildcard");
    String begin = prefix;
    if (begin == null) {
      begin = "mqueduct-bench/" + Long.toHexString(System.nanoTime());
    }
    return new Naming(begin, group, queue, topic, filter);
  }
}
