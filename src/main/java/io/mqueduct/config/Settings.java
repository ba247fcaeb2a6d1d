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
package io.mqueduct.config;

import java.util.List;
import java.util.Map;

/**
 * Everything that can be configured, checked and typed. Immutable: a change while running is a new
 * {@code Settings} (see {@code LiveSettings}).
 *
 * <p>Durations are milliseconds and sizes bytes. {@code infinity} is {@link Integer#MAX_VALUE} or
 * {@link Long#MAX_VALUE}, so that {@code size >= limit} needs no special case; a word such as
 * "none" is {@link #UNSET}.
 */
public record Settings(
    @Section(key = "node", doc = "This broker process.") NodeSettings node,
    @Section(key = "listeners", doc = "Where MQTT clients connect, as listeners.KIND.NAME.")
        List<ListenerSettings> listeners,
    @Section(key = "mqtt", doc = "The protocol, and what every session may use.") MqttSettings mqtt,
    @Section(key = "session", doc = "How sessions are kept.") SessionSettings session,
    @Section(key = "mq", doc = "Named queues ($queue/NAME).") MqSettings mq,
    @Section(key = "durability", doc = "How what must survive is written to the disk.")
        DurabilitySettings durability,
    @Section(key = "retainer", doc = "Retained messages.") RetainerSettings retainer,
    @Section(key = "authentication", doc = "Who may connect.")
        AuthenticationSettings authentication,
    @Section(key = "authorization", doc = "Who may publish and subscribe to what.")
        AuthorizationSettings authorization,
    @Section(key = "limits", doc = "What the broker takes upon itself at most.")
        LimitsSettings limits,
    @Section(key = "api", doc = "The HTTP API and the dashboard.") ApiSettings api,
    @Section(key = "sys_topics", doc = "What the broker publishes under $SYS.")
        SysTopicsSettings sysTopics,
    @Section(key = "log", doc = "The log, written to standard error.") LogSettings log,
    @Section(key = "metrics", doc = "Metrics for Prometheus.") MetricsSettings metrics) {

  /** What a number is when its word for "nothing" (such as {@code none}) is configured. */
  public static final int UNSET = -1;

  /** Whether retained messages are accepted. */
  public boolean retainsMessages() {
    return mqtt.retainAvailable() && retainer.enable();
  }

  /** Whether sessions and retained messages survive a restart. */
  public boolean keepsSessions() {
    return session.persistence() == SessionSettings.Persistence.DISK;
  }

  /** Whether there is anything to keep on the disk. */
  public boolean needsStore() {
    return keepsSessions() || mq.enable();
  }

  /** The built-in defaults. */
  public static Settings defaults() {
    return SettingsLoader.of(Map.of());
  }
}
