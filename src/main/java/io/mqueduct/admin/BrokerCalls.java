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

import io.mqueduct.config.ListenerSettings;
import io.mqueduct.config.Settings;
import io.mqueduct.observe.Figures;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;

/** The calls about the broker as a whole. Owned by the admin's loop. */
final class BrokerCalls implements Operations.Calls {
  private final AdminParts parts;
  private final QueueFigures queues;

  BrokerCalls(AdminParts parts, QueueFigures queues) {
    this.parts = parts;
    this.queues = queues;
  }

  @Override
  public void tie(Operations operations) {
    operations.at("getStatus", this::status);
    operations.at("listNodes", call -> Reply.ok(new JsonArray().add(node())));
    operations.at("getNode", this::oneNode);
    operations.at("getStats", call -> perNode(call, FigureNames.stats(parts.figures().get())));
    operations.at("getMetrics", call -> perNode(call, FigureNames.metrics(parts.figures().get())));
    operations.on("getPrometheusStats", call -> prometheus());
    operations.at("listListeners", call -> listeners());
    operations.at("getConfigs", call -> Reply.ok(SettingsJson.of(parts.settings().get())));
  }

  private Future<Reply> prometheus() {
    if (!parts.settings().get().metrics().enable()) {
      throw ApiError.ofStatus(404);
    }
    String broker = FigureNames.exposition(parts.figures().get(), uptimeMillis());
    return queues
        .exposition(parts.settings().get().metrics().maxQueues())
        .map(each -> Reply.text("text/plain; version=0.0.4; charset=utf-8", broker + each));
  }

  private static long uptimeMillis() {
    return ManagementFactory.getRuntimeMXBean().getUptime();
  }

  private String nodeName() {
    return parts.settings().get().node().name();
  }

  private Reply status(Call call) {
    boolean ready = parts.health().notReady().isEmpty();
    if (call.query("format", "text").equals("json")) {
      return Reply.ok(
          new JsonObject()
              .put("node_name", nodeName())
              .put("rel_vsn", parts.version())
              .put("broker_status", "started")
              .put("app_status", ready ? "running" : "not_running"));
    }
    return Reply.text(
        "text/plain; charset=utf-8",
        "Node "
            + nodeName()
            + " is started\nmqueduct is "
            + (ready ? "running" : "not running")
            + "\n");
  }

  private Reply oneNode(Call call) {
    if (!call.path("node").equals(nodeName())) {
      throw ApiError.notFound("no such node");
    }
    return Reply.ok(node());
  }

  private JsonObject node() {
    Figures figures = parts.figures().get();
    Runtime runtime = Runtime.getRuntime();
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    return new JsonObject()
        .put("node", nodeName())
        .put("node_status", "running")
        .put("role", "core")
        .put("version", parts.version())
        .put("uptime", uptimeMillis())
        .put("connections", figures.sessions())
        .put("live_connections", figures.connected())
        .put("memory_used", figures.heapBytes())
        .put("memory_total", runtime.maxMemory())
        .put("load1", Math.max(0, system.getSystemLoadAverage()))
        .put("process_available", runtime.availableProcessors())
        .put("java", Runtime.version().toString());
  }

  /** As EMQX: a list with one object for each node, or the sum with aggregate=true. */
  private Reply perNode(Call call, JsonObject figures) {
    return Boolean.TRUE.equals(call.truth("aggregate"))
        ? Reply.ok(figures)
        : Reply.ok(new JsonArray().add(figures.put("node", nodeName())));
  }

  private Reply listeners() {
    Settings settings = parts.settings().get();
    JsonArray all = new JsonArray();
    for (ListenerSettings each : settings.listeners()) {
      JsonObject json =
          new JsonObject()
              .put("id", each.id())
              .put("type", each.id().substring(0, each.id().indexOf(':')))
              .put("name", each.name())
              .put("bind", each.bind().toString())
              .put("enable", each.isEnabled())
              .put("running", each.isEnabled())
              .put("proxy_protocol", each.proxyProtocol())
              .put("node", nodeName());
      if (each.isEnabled()) {
        json.put("port", parts.ports().applyAsInt(each.id()))
            .put("current_connections", parts.sockets().applyAsInt(each.id()));
      }
      if (each.maxConnections() != Integer.MAX_VALUE) {
        json.put("max_connections", each.maxConnections());
      }
      all.add(json);
    }
    return Reply.ok(all);
  }
}
