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

import io.mqueduct.config.Settings;
import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Message;
import io.mqueduct.message.Problem;
import io.mqueduct.queue.Inspection;
import io.mqueduct.queue.Publication;
import io.mqueduct.queue.ShardedQueue;
import io.mqueduct.queue.spec.QueueSpec;
import io.mqueduct.routing.TopicFault;
import io.mqueduct.routing.TopicFilter;
import io.mqueduct.routing.TopicRules;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The calls about the messages in a queue. Owned by the admin's loop. */
final class QueueMessageCalls implements Operations.Calls {
  private static final TopicRules ANY_DEPTH = new TopicRules(65_535);

  private final Queues queues;
  private final MessageReader reader;
  private long count;

  QueueMessageCalls(Queues queues, Supplier<Settings> settings) {
    this.queues = queues;
    this.reader = new MessageReader(settings);
  }

  @Override
  public void tie(Operations operations) {
    operations.on("listQueueMessages", this::browse);
    operations.on("purgeQueue", this::purge);
    operations.on("publishToQueue", this::publish);
    operations.on("deleteQueueMessage", this::delete);
  }

  private Future<Reply> browse(Call call) {
    Payloads payloads = Payloads.of(call);
    int limit = call.number("limit", 100);
    QueueBrowser.Place from = QueueBrowser.Place.of(call.query("cursor"));
    Predicate<Message> ofTopic = topicFilter(call.query("topic"));
    String key = call.query("key");
    Predicate<Inspection.Seen> wanted =
        seen ->
            ofTopic.test(seen.stored().message())
                && (key == null || key.equals(QueueMessageJson.key(seen.stored().key())));
    return queues
        .find(call.path("name"))
        .compose(spec -> new QueueBrowser(queues, spec, wanted).page(from, limit))
        .map(
            page -> {
              JsonArray data = new JsonArray();
              for (QueueBrowser.Found each : page.found()) {
                data.add(QueueMessageJson.of(each.shard(), each.seen(), payloads));
              }
              QueueBrowser.Place next = page.next();
              JsonObject meta = new JsonObject().put("limit", limit).put("hasnext", next != null);
              if (next != null) {
                meta.put("cursor", next.text());
              }
              return Reply.ok(new JsonObject().put("data", data).put("meta", meta));
            });
  }

  /** Tells the messages of a filter, which is checked. */
  static Predicate<Message> topicFilter(@Nullable String filter) {
    if (filter == null) {
      return message -> true;
    }
    TopicFault fault = ANY_DEPTH.checkFilter(filter);
    if (fault != TopicFault.NONE) {
      throw ApiError.badRequest("topic: " + fault.text());
    }
    return message -> TopicFilter.matches(filter, message.topic().text());
  }

  private Future<Reply> purge(Call call) {
    return queues
        .find(call.path("name"))
        .compose(
            spec ->
                queues
                    .writable(spec)
                    .compose(
                        can -> queues.<Long>inAll(spec, shard -> (there, now) -> there.purge(now))))
        .map(
            purged ->
                Reply.ok(
                    new JsonObject()
                        .put("purged", purged.stream().mapToLong(Long::longValue).sum())));
  }

  private Future<Reply> delete(Call call) {
    QueueMessageJson.Name name = QueueMessageJson.Name.of("id", call.path("id"));
    return queues
        .find(call.path("name"))
        .compose(
            spec ->
                queues
                    .writable(spec)
                    .compose(can -> remove(queues, spec, name, false))
                    .compose(
                        removed ->
                            removed
                                ? queues.stored(spec, name.shard()).map(stored -> true)
                                : Future.succeededFuture(false)))
        .map(
            removed -> {
              if (!removed) {
                throw ApiError.notFound("there is no message " + name.id());
              }
              return Reply.none();
            });
  }

  /** Takes a message out of a queue; whether it was there. */
  static Future<Boolean> remove(
      Queues queues, QueueSpec spec, QueueMessageJson.Name name, boolean redriven) {
    return name.shard() >= spec.shards()
        ? Future.succeededFuture(false)
        : queues.in(
            spec.name(),
            name.shard(),
            (there, now) -> there.inspection().remove(name.sequence(), redriven));
  }

  private Future<Reply> publish(Call call) {
    JsonObject body = call.body();
    String name = call.path("name");
    Message message =
        reader.read(body, body.getString("topic", "queue/" + name), System.currentTimeMillis());
    SocketAddress address = call.context().request().remoteAddress();
    return store(queues, name, message, address == null ? null : address.hostAddress())
        .map(outcome -> stored(message, outcome));
  }

  private Reply stored(Message message, Publication.Outcome outcome) {
    if (outcome == Publication.Outcome.IGNORED) {
      throw ApiError.badRequest(
          "the queue has no use for the message: its key_expression gives no key, or it is larger"
              + " than limits.max_shard_message_bytes");
    }
    JsonObject json =
        new JsonObject().put("id", Long.toHexString(message.publishedAtMillis()) + "-" + ++count);
    return Reply.ok(outcome == Publication.Outcome.DUPLICATE ? json.put("duplicate", true) : json);
  }

  /** Stores a message in one queue; fails if that is full, or its store fails. */
  static Future<Publication.Outcome> store(
      Queues queues, String name, Message message, @Nullable String peerHost) {
    ShardedQueue queue = queues.named().find(name);
    if (queue == null) {
      return Future.failedFuture(ApiError.notFound("there is no queue " + name));
    }
    Promise<Publication.Outcome> done = Promise.promise();
    queue.publish(
        message,
        peerHost,
        (outcome, fill, why) ->
            WayBack.run(
                queues.here(),
                () -> {
                  if (why == null) {
                    done.complete(outcome);
                  } else {
                    done.fail(refused(outcome, why));
                  }
                }));
    return done.future();
  }

  private static Throwable refused(Publication.Outcome outcome, BrokerException why) {
    Problem problem =
        why.problem() == Problem.STORE_BUSY ? Problem.STORE_BUSY : Problem.STORE_FAILED;
    return new BrokerException(
        outcome == Publication.Outcome.REJECTED ? Problem.QUOTA_EXCEEDED : problem,
        String.valueOf(why.getMessage()));
  }
}
