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
package io.mqueduct.observe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The topics under {@code $SYS/broker} and what they say, with the names that Mosquitto made
 * common, so that tools for it work. Owned by one thread; the time is told.
 */
final class SysTree {
  private static final String ROOT = "$SYS/broker/";
  private static final int[] MINUTES = {1, 5, 15};

  private final String version;
  private final String node;
  private final long startedAt;
  private final Map<String, Load> loads = new LinkedHashMap<>();
  private @Nullable Figures last;
  private long sampledAt;
  private long mostConnected;
  private long mostHeap;

  /** One figure whose changes are averaged over several times. */
  private record Load(ToLongFunction<Figures> figure, List<LoadAverage> averages) {
    void add(Figures before, Figures now, long elapsedMillis) {
      long count = figure.applyAsLong(now) - figure.applyAsLong(before);
      for (LoadAverage each : averages) {
        each.add(count, elapsedMillis);
      }
    }
  }

  /** A tree without figures. */
  SysTree(String version, String node, long nowMillis) {
    this.version = version;
    this.node = node;
    this.startedAt = nowMillis;
    load("load/messages/received", Figures::packetsReceived);
    load("load/messages/sent", Figures::packetsSent);
    load("load/bytes/received", Figures::bytesReceived);
    load("load/bytes/sent", Figures::bytesSent);
    load("load/publish/received", Figures::publishReceived);
    load("load/publish/sent", Figures::publishSent);
    load("load/publish/dropped", Figures::publishDropped);
    load("load/connections", Figures::connections);
  }

  private void load(String topic, ToLongFunction<Figures> figure) {
    List<LoadAverage> averages = new ArrayList<>();
    for (int minutes : MINUTES) {
      averages.add(new LoadAverage(minutes));
    }
    loads.put(topic, new Load(figure, averages));
  }

  /** Takes new figures in; the more often, the better greatest values are seen. */
  void sample(Figures now, long nowMillis) {
    Figures before = last;
    if (before != null) {
      loads.values().forEach(load -> load.add(before, now, nowMillis - sampledAt));
    }
    last = now;
    sampledAt = nowMillis;
    mostConnected = Math.max(mostConnected, now.connected());
    mostHeap = Math.max(mostHeap, now.heapBytes());
  }

  /** Topic to text, as of the last sample; empty before the first. */
  Map<String, String> topics(long nowMillis) {
    Map<String, String> topics = new LinkedHashMap<>();
    Figures now = last;
    if (now == null) {
      return topics;
    }
    topics.put(ROOT + "version", "mqueduct " + version);
    topics.put(ROOT + "name", node);
    topics.put(ROOT + "uptime", (nowMillis - startedAt) / 1000 + " seconds");
    put(topics, "clients/connected", now.connected());
    put(topics, "clients/disconnected", Math.max(0, now.sessions() - now.connected()));
    put(topics, "clients/total", Math.max(now.sessions(), now.connected()));
    put(topics, "clients/maximum", mostConnected);
    put(topics, "connections/socket/count", now.sockets());
    put(topics, "subscriptions/count", now.subscriptions());
    put(topics, "retained messages/count", now.retained());
    put(topics, "queues/count", now.queues());
    put(topics, "messages/received", now.packetsReceived());
    put(topics, "messages/sent", now.packetsSent());
    put(topics, "bytes/received", now.bytesReceived());
    put(topics, "bytes/sent", now.bytesSent());
    put(topics, "publish/messages/received", now.publishReceived());
    put(topics, "publish/messages/sent", now.publishSent());
    put(topics, "publish/messages/dropped", now.publishDropped());
    put(topics, "publish/bytes/received", now.publishBytesReceived());
    put(topics, "publish/bytes/sent", now.publishBytesSent());
    put(topics, "heap/current", now.heapBytes());
    put(topics, "heap/maximum", mostHeap);
    put(topics, "heap/guard", now.heapGuardLevel());
    put(topics, "direct memory/current", now.directBytes());
    put(topics, "direct memory/guard", now.directGuardLevel());
    loads.forEach(
        (topic, load) -> {
          for (int i = 0; i < MINUTES.length; i++) {
            topics.put(
                ROOT + topic + "/" + MINUTES[i] + "min",
                String.format(Locale.ROOT, "%.2f", load.averages.get(i).perMinute()));
          }
        });
    return topics;
  }

  private static void put(Map<String, String> topics, String topic, long value) {
    topics.put(ROOT + topic, Long.toString(value));
  }
}
