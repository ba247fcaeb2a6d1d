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

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.mqueduct.config.Settings;
import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import io.mqueduct.routing.RouteCache;
import io.mqueduct.routing.Router;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Publishes figures of the broker under {@code $SYS/broker}, retained, every {@code
 * sys_topics.interval}. Owned by one event loop. Who subscribes to {@code #} does not get them
 * (MQTT-4.7.2-1), and no client can publish to them.
 */
public final class SysTopics extends VerticleBase {
  private static final long SAMPLE_MILLIS = 1000;

  private final Router router;
  private final RouteCache routes;
  private final Supplier<Settings> settings;
  private final Supplier<Figures> figures;
  private final SysTree tree;
  private Set<String> published = Set.of();
  private long dueAt;

  /**
   * Figures that are published once the verticle is deployed.
   *
   * @param version of the program
   * @param figures the latest; quick
   */
  public SysTopics(
      Router router, Supplier<Settings> settings, String version, Supplier<Figures> figures) {
    this.router = router;
    this.routes = router.newCache();
    this.settings = settings;
    this.figures = figures;
    this.tree = new SysTree(version, settings.get().node().name(), System.currentTimeMillis());
  }

  @Override
  public Future<?> start() {
    tick();
    vertx.setPeriodic(SAMPLE_MILLIS, id -> tick());
    return Future.succeededFuture();
  }

  private void tick() {
    long now = System.currentTimeMillis();
    tree.sample(figures.get(), now);
    long interval = settings.get().sysTopics().intervalMillis();
    if (interval == 0) {
      clear();
      dueAt = 0;
    } else if (now >= dueAt || dueAt > now + interval) { // or the interval was made shorter
      dueAt = now + interval;
      publish(now);
    }
  }

  private void publish(long now) {
    boolean retained = settings.get().retainsMessages();
    var topics = tree.topics(now);
    topics.forEach((topic, text) -> publish(topic, text.getBytes(UTF_8), retained, now));
    published = Set.copyOf(topics.keySet());
  }

  private void publish(String topic, byte[] text, boolean retained, long now) {
    router.publish(
        new Message(
            TopicName.of(topic), text, Message.NO_BYTES, 0, retained, now, Message.NEVER, "", null),
        routes);
  }

  private void clear() {
    for (String topic : published) {
      router.retained().clear(topic.getBytes(US_ASCII));
    }
    published = Set.of();
  }
}
