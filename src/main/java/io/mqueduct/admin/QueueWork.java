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

import io.mqueduct.message.ReasonCode;
import io.mqueduct.queue.Leases;
import io.mqueduct.queue.spec.QueueSpec;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Consuming over HTTP: pull with a lease, and acknowledge. Owned by the admin's loop. */
final class QueueWork implements Operations.Calls {
  private static final long DEFAULT_LEASE_MILLIS = 30_000;
  private static final long MOST_LEASE_MILLIS = 86_400_000;

  /** Less than the time after which a silent connection is cut off. */
  private static final long MOST_WAIT_MILLIS = 50_000;

  private static final String DEFAULT_CONSUMER = "http";

  private final Queues queues;
  private int turn;

  QueueWork(Queues queues) {
    this.queues = queues;
  }

  @Override
  public void tie(Operations operations) {
    operations.on("pullFromQueue", this::pull);
    operations.on("ackToQueue", this::ack);
  }

  private Future<Reply> pull(Call call) {
    JsonObject body = call.body();
    long lease =
        Durations.of(
            "lease", body.getValue("lease"), DEFAULT_LEASE_MILLIS, 1000, MOST_LEASE_MILLIS);
    long wait = Durations.of("wait", body.getValue("wait"), 0, 0, MOST_WAIT_MILLIS);
    Payloads payloads =
        new Payloads(
            body.getString("payload", "base64"), body.getInteger("max_payload_bytes", 16 << 20));
    Caller caller = Caller.of(call.context().response());
    return queues
        .find(call.path("name"))
        .compose(
            spec -> {
              PullCall pull =
                  new PullCall(
                      queues,
                      spec,
                      body.getString("consumer", DEFAULT_CONSUMER),
                      body.getInteger("max", 1),
                      lease);
              caller.whenGone(pull::cancel);
              return pull.run(wait, turn++);
            })
        .map(
            got -> {
              JsonArray messages = new JsonArray();
              for (PullCall.Got each : got) {
                messages.add(QueueMessageJson.of(each.shard(), each.handout(), lease, payloads));
              }
              return Reply.ok(new JsonObject().put("messages", messages));
            });
  }

  /** One acknowledgement. */
  private record Ack(
      QueueMessageJson.Name name, ReasonCode code, @Nullable String reason, String said) {}

  private Future<Reply> ack(Call call) {
    JsonObject body = call.body();
    String consumer = body.getString("consumer", DEFAULT_CONSUMER);
    JsonArray acks = body.getJsonArray("acks");
    return queues
        .find(call.path("name"))
        .compose(
            spec -> {
              JsonArray unknown = new JsonArray();
              Map<Integer, List<Ack>> byShard = new HashMap<>();
              for (int i = 0; i < acks.size(); i++) {
                Ack ack = read(acks.getJsonObject(i));
                if (ack == null || ack.name.shard() >= spec.shards()) {
                  unknown.add(acks.getJsonObject(i).getString("id"));
                } else {
                  byShard.computeIfAbsent(ack.name.shard(), s -> new ArrayList<>()).add(ack);
                }
              }
              List<Future<List<String>>> settled = new ArrayList<>();
              return queues
                  .<Void>in(spec.name(), 0, (there, now) -> there.writable())
                  .compose(
                      can -> {
                        byShard.forEach(
                            (shard, those) -> settled.add(settle(spec, shard, consumer, those)));
                        return Future.join(settled);
                      })
                  .map(
                      done -> {
                        settled.forEach(each -> each.result().forEach(unknown::add));
                        return Reply.ok(
                            new JsonObject()
                                .put("settled", acks.size() - unknown.size())
                                .put("unknown", unknown));
                      });
            });
  }

  private static @Nullable Ack read(JsonObject json) {
    String id = json.getString("id");
    QueueMessageJson.Name name = QueueMessageJson.Name.ofLease(id);
    return name == null
        ? null
        : new Ack(name, codeOf(json.getString("outcome", "done")), json.getString("reason"), id);
  }

  /** What an MQTT client would say. */
  private static ReasonCode codeOf(String outcome) {
    return switch (outcome) {
      case "reject" -> ReasonCode.UNSPECIFIED_ERROR;
      case "retry_other" -> ReasonCode.QUOTA_EXCEEDED;
      case "dead_letter" -> ReasonCode.PAYLOAD_FORMAT_INVALID;
      default -> ReasonCode.SUCCESS;
    };
  }

  /**
   * Settles what one shard handed out; the future has those it does not know of. What is done does
   * not come back from then on, not after a crash either.
   */
  private Future<List<String>> settle(QueueSpec spec, int shard, String consumer, List<Ack> acks) {
    return queues.in(
        spec.name(),
        shard,
        (there, now) -> {
          Leases leases = there.knownLeases(consumer);
          List<String> unknown = new ArrayList<>();
          for (Ack each : acks) {
            if (leases == null
                || !leases.settle(
                    each.name.sequence(), each.name.delivery(), each.code, each.reason, now)) {
              unknown.add(each.said);
            }
          }
          return unknown.size() == acks.size()
              ? Future.succeededFuture(unknown)
              : there.stored().map(stored -> unknown);
        });
  }
}
