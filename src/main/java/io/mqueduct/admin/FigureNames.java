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
package io.mqueduct.admin;

import io.mqueduct.observe.Figures;
import io.vertx.core.json.JsonObject;

/** The figures of the broker under the names of EMQX's API and of Prometheus. Stateless. */
final class FigureNames {
  private FigureNames() {}

  /** What there is now. */
  static JsonObject stats(Figures now) {
    return new JsonObject()
        .put("connections.count", now.sessions())
        .put("live_connections.count", now.connected())
        .put("sessions.count", now.sessions())
        .put("sockets.count", now.sockets())
        .put("subscriptions.count", now.subscriptions())
        .put("subscribers.count", now.subscriptions())
        .put("retained.count", now.retained())
        .put("queues.count", now.queues());
  }

  /** What has happened since the start. */
  static JsonObject metrics(Figures now) {
    return new JsonObject()
        .put("client.connected", now.connections())
        .put("packets.received", now.packetsReceived())
        .put("packets.sent", now.packetsSent())
        .put("bytes.received", now.bytesReceived())
        .put("bytes.sent", now.bytesSent())
        .put("messages.received", now.publishReceived())
        .put("messages.sent", now.publishSent())
        .put("messages.dropped", now.publishDropped())
        .put("messages.bytes.received", now.publishBytesReceived())
        .put("messages.bytes.sent", now.publishBytesSent());
  }

  /** The text format of Prometheus. */
  static String exposition(Figures now, long uptimeMillis) {
    StringBuilder text = new StringBuilder();
    gauge(text, "mqueduct_uptime_seconds", "Time since the start.", uptimeMillis / 1000);
    gauge(text, "mqueduct_connections", "Clients that are connected.", now.connected());
    gauge(text, "mqueduct_sessions", "Sessions, connected or away.", now.sessions());
    gauge(text, "mqueduct_sockets", "Open sockets.", now.sockets());
    gauge(text, "mqueduct_subscriptions", "Subscriptions of all sessions.", now.subscriptions());
    gauge(text, "mqueduct_retained_messages", "Retained messages.", now.retained());
    gauge(text, "mqueduct_queues", "Named queues.", now.queues());
    gauge(text, "mqueduct_heap_bytes", "Heap in use.", now.heapBytes());
    gauge(text, "mqueduct_direct_memory_bytes", "Direct memory in use.", now.directBytes());
    String level = "What the memory guard says: 0 enough, 1 high, 2 critical.";
    gauge(text, "mqueduct_heap_guard_level", level, now.heapGuardLevel());
    gauge(text, "mqueduct_direct_memory_guard_level", level, now.directGuardLevel());
    counter(text, "mqueduct_connects_total", "Connections let in.", now.connections());
    counter(text, "mqueduct_packets_received_total", "MQTT packets.", now.packetsReceived());
    counter(text, "mqueduct_packets_sent_total", "MQTT packets.", now.packetsSent());
    counter(text, "mqueduct_bytes_received_total", "Bytes of MQTT.", now.bytesReceived());
    counter(text, "mqueduct_bytes_sent_total", "Bytes of MQTT.", now.bytesSent());
    counter(text, "mqueduct_messages_received_total", "PUBLISH packets.", now.publishReceived());
    counter(text, "mqueduct_messages_sent_total", "PUBLISH packets.", now.publishSent());
    counter(text, "mqueduct_messages_dropped_total", "Messages dropped.", now.publishDropped());
    counter(text, "mqueduct_store_commands_total", "Commands committed.", now.storeCommands());
    counter(text, "mqueduct_store_commits_total", "Commits of the store.", now.storeCommits());
    counter(text, "mqueduct_store_syncs_total", "Times it was synced.", now.storeSyncs());
    return text.toString();
  }

  private static void gauge(StringBuilder text, String name, String help, long value) {
    append(text, name, "gauge", help, value);
  }

  private static void counter(StringBuilder text, String name, String help, long value) {
    append(text, name, "counter", help, value);
  }

  private static void append(
      StringBuilder text, String name, String type, String help, long value) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    text.append(name).append(' ').append(value).append('\n');
  }
}
