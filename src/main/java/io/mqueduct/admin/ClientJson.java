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

import io.mqueduct.routing.Subscription;
import io.mqueduct.session.ConnectionFacts;
import io.mqueduct.session.DropReason;
import io.mqueduct.session.SessionStats;
import io.mqueduct.session.SessionView;
import io.vertx.core.json.JsonObject;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Sessions and subscriptions in the words of EMQX's API. Stateless. */
final class ClientJson {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX").withZone(ZoneOffset.UTC);

  private ClientJson() {}

  /** A time as EMQX writes it (RFC 3339). */
  static String time(long millis) {
    return TIME.format(Instant.ofEpochMilli(millis));
  }

  static JsonObject of(SessionView view, String node, long nowMillis) {
    JsonObject json =
        new JsonObject()
            .put("clientid", view.clientId())
            .put("node", node)
            .put("connected", view.online())
            .put("is_bridge", false);
    ConnectionFacts facts = view.facts();
    if (facts != null) {
      connection(json, facts);
    }
    if (!view.online()) {
      json.put("disconnected_at", time(view.sinceMillis()));
      if (view.expiresAtMillis() != Long.MAX_VALUE) {
        json.put("expires_at", time(view.expiresAtMillis()));
      }
    }
    counts(json, view, nowMillis);
    return json;
  }

  private static void connection(JsonObject json, ConnectionFacts facts) {
    InetSocketAddress peer = facts.peer();
    json.put("username", facts.userName())
        .put("proto_name", facts.version() == 3 ? "MQIsdp" : "MQTT")
        .put("proto_ver", facts.version())
        .put("ip_address", peer == null ? null : peer.getAddress().getHostAddress())
        .put("port", peer == null ? null : peer.getPort())
        .put("listener", facts.listener())
        .put("keepalive", facts.keepAliveSeconds())
        .put("clean_start", facts.cleanStart())
        .put(
            "expiry_interval",
            facts.expiryMillis() == Long.MAX_VALUE ? 0xFFFF_FFFFL : facts.expiryMillis() / 1000)
        .put("mountpoint", facts.mountpoint())
        .put("connected_at", time(facts.connectedAtMillis()))
        .put("created_at", time(facts.connectedAtMillis()));
  }

  private static void counts(JsonObject json, SessionView view, long nowMillis) {
    SessionStats stats = view.stats();
    JsonObject dropped = new JsonObject();
    for (DropReason reason : DropReason.values()) {
      dropped.put(reason.key(), stats.dropped(reason));
    }
    json.put("subscriptions_cnt", view.subscriptions())
        .put("subscriptions_max", view.settings().maxSubscriptions())
        .put("inflight_cnt", stats.inflight())
        .put("inflight_max", stats.inflightMax())
        .put("mqueue_len", stats.mqueueLen())
        .put("mqueue_max", view.settings().maxMqueueLen())
        .put("mqueue_dropped", stats.dropped())
        .put("dropped", dropped)
        .put("awaiting_rel_cnt", stats.awaitingRel())
        .put("awaiting_rel_max", view.settings().maxAwaitingRel())
        .put("send_msg", stats.sent())
        .put("resent_msg", stats.resent())
        .put("acked_msg", stats.acknowledged())
        .put("oldest_unacked_ms", stats.oldestUnackedMillis(nowMillis));
  }

  static JsonObject of(String clientId, Subscription subscription, String node) {
    String group = subscription.group();
    return new JsonObject()
        .put("clientid", clientId)
        .put("node", node)
        .put(
            "topic",
            group == null ? subscription.filter() : "$share/" + group + "/" + subscription.filter())
        .put("qos", subscription.qos())
        .put("nl", subscription.noLocal() ? 1 : 0)
        .put("rap", subscription.retainAsPublished() ? 1 : 0)
        .put("rh", subscription.retainHandling());
  }
}
