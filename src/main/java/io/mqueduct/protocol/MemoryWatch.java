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
package io.mqueduct.protocol;

import com.sun.management.GarbageCollectionNotificationInfo;
import io.mqueduct.config.LimitsSettings.MemoryGuard;
import io.mqueduct.config.Settings;
import io.netty.util.internal.PlatformDependent;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches heap and direct memory for {@code limits.memory_guard}: hears of collections, and looks
 * once a second. Owned by one Vert.x context; {@link #level} is for any thread.
 */
final class MemoryWatch {
  private static final Logger LOG = LoggerFactory.getLogger(MemoryWatch.class);
  private static final long PERIOD_MILLIS = 1000;

  /** Notifications count the pools of classes and compiled code too. */
  private static final Set<String> HEAP_POOLS =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toUnmodifiableSet());

  private final Vertx vertx;
  private final Context context;
  private final Supplier<Settings> settings;
  private final MemoryRules rules = new MemoryRules();
  private final NotificationListener listener = (notification, handback) -> heard(notification);
  private final long timer;
  // written by the context, read by any
  private volatile MemoryRules.Level level = MemoryRules.Level.NORMAL;
  private volatile MemoryRules.Level ofHeap = MemoryRules.Level.NORMAL;
  private volatile MemoryRules.Level ofDirect = MemoryRules.Level.NORMAL;

  /** Begins to watch. */
  MemoryWatch(Vertx vertx, Supplier<Settings> settings) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.settings = settings;
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (each instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(listener, null, null);
      }
    }
    timer = vertx.setPeriodic(PERIOD_MILLIS, id -> context.runOnContext(ignored -> look()));
  }

  /** How much memory there is left to work with. */
  MemoryRules.Level level() {
    return level;
  }

  /** The same for the heap alone. */
  MemoryRules.Level ofHeap() {
    return ofHeap;
  }

  /** The same for the direct memory alone. */
  MemoryRules.Level ofDirect() {
    return ofDirect;
  }

  private void heard(Notification notification) {
    if (!notification
        .getType()
        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      return;
    }
    GarbageCollectionNotificationInfo info =
        GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
    String action = info.getGcAction();
    if (action.contains("pause")) {
      return; // a part of a concurrent collection, whose end is told as well
    }
    long used = 0;
    for (Map.Entry<String, MemoryUsage> pool :
        info.getGcInfo().getMemoryUsageAfterGc().entrySet()) {
      if (HEAP_POOLS.contains(pool.getKey())) {
        used += pool.getValue().getUsed();
      }
    }
    double left = (double) used / Runtime.getRuntime().maxMemory();
    boolean full = action.contains("major") || action.contains("cycle");
    context.runOnContext(
        ignored -> {
          rules.collected(left, full, System.currentTimeMillis());
          judge();
        });
  }

  private void look() {
    long most = PlatformDependent.maxDirectMemory();
    long used = PlatformDependent.usedDirectMemory();
    rules.direct(used < 0 || most <= 0 ? 0 : (double) used / most);
    judge();
    if (rules.asksForCollection(settings.get().limits().memoryGuard(), now())) {
      vertx.executeBlocking(
          () -> {
            System.gc();
            return null;
          });
    }
  }

  private static long now() {
    return System.currentTimeMillis();
  }

  private void judge() {
    MemoryGuard guard = settings.get().limits().memoryGuard();
    MemoryRules.Level before = level;
    MemoryRules.Level after = rules.judge(guard);
    level = after;
    ofHeap = rules.ofHeap();
    ofDirect = rules.ofDirect();
    if (after.compareTo(before) > 0) {
      LOG.warn(
          "{} {}: {}, {}",
          rules.shortMemory(),
          after == MemoryRules.Level.HIGH ? "is short" : "is nearly used up",
          rules.inUse(),
          after == MemoryRules.Level.HIGH
              ? "new connections are refused and publishers are slowed down"
              : "publishes are refused");
    } else if (after.compareTo(before) < 0) {
      LOG.info(
          "{}: {}",
          after == MemoryRules.Level.NORMAL
              ? "memory is sufficient again"
              : rules.shortMemory() + " is still short",
          rules.inUse());
    }
  }

  /** Ends the watch. */
  void close() {
    vertx.cancelTimer(timer);
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (each instanceof NotificationEmitter emitter) {
        try {
          emitter.removeNotificationListener(listener);
        } catch (ListenerNotFoundException e) {
          LOG.debug("not listened to: {}", each.getName());
        }
      }
    }
  }
}
