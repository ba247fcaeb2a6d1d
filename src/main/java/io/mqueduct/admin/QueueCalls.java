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

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.queue.QueueRequest;
import io.mqueduct.queue.spec.QueueSpec;
import io.mqueduct.queue.spec.SpecWriter;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls about queue objects, below the paths of now and those that EMQX had first. Owned by the
 * admin's loop.
 */
final class QueueCalls implements Operations.Calls {
  private static final String CURSOR = "queues:";

  /** A page ends with the queue that exceeds this: filters and expressions can be long. */
  private static final long MOST_CHARS = 4L << 20;

  private final Queues queues;

  QueueCalls(Queues queues) {
    this.queues = queues;
  }

  @Override
  public void tie(Operations operations) {
    operations.on("listQueues", this::list);
    operations.on("createQueue", call -> create(call.body()));
    operations.on("getQueue", call -> one(call.path("name")));
    operations.on("replaceQueue", call -> change(call, call.path("name"), false));
    operations.on("changeQueue", call -> change(call, call.path("name"), true));
    operations.on("deleteQueue", call -> delete(call.path("name")));
    operations.on("listMessageQueues", this::list);
    operations.on("createMessageQueue", call -> create(named(call.body())));
    operations.on("getMessageQueue", call -> named(call).compose(this::one));
    operations.on(
        "replaceMessageQueue", call -> named(call).compose(name -> change(call, name, false)));
    operations.on(
        "changeMessageQueue", call -> named(call).compose(name -> change(call, name, true)));
    operations.on("deleteMessageQueue", call -> named(call).compose(this::delete));
  }

  private Future<Reply> list(Call call) {
    int limit = call.number("limit", 100);
    return queues
        .<QueueRequest.Page>registry(
            new QueueRequest.ListQueues(after(call.query("cursor")), limit))
        .map(page -> Reply.ok(list(page, limit)));
  }

  private static @Nullable String after(@Nullable String cursor) {
    if (cursor == null || cursor.isEmpty()) {
      return null;
    }
    String text = Cursor.decode(cursor);
    if (!text.startsWith(CURSOR)) {
      throw Cursor.wrong();
    }
    return text.substring(CURSOR.length());
  }

  private static JsonObject list(QueueRequest.Page page, int limit) {
    JsonArray data = new JsonArray();
    List<QueueSpec> found = page.queues();
    long chars = 0;
    while (data.size() < found.size() && chars <= MOST_CHARS) {
      JsonObject row = json(found.get(data.size()));
      chars += row.encode().length();
      data.add(row);
    }
    boolean hasNext = page.more() || data.size() < found.size();
    JsonObject meta = new JsonObject().put("limit", limit).put("hasnext", hasNext);
    if (hasNext) {
      meta.put("cursor", Cursor.encode(CURSOR + found.get(data.size() - 1).name()));
    }
    return new JsonObject().put("data", data).put("meta", meta);
  }

  private Future<Reply> create(JsonObject fields) {
    return queues
        .<QueueSpec>registry(new QueueRequest.Create(PlainJson.of(fields)))
        .map(made -> Reply.ok(json(made)))
        .recover(why -> Future.failedFuture(tooMany(why)));
  }

  private static Throwable tooMany(Throwable why) {
    return why instanceof BrokerException broker && broker.problem() == Problem.QUOTA_EXCEEDED
        ? new ApiError(400, "MAX_QUEUE_COUNT_REACHED", String.valueOf(why.getMessage()))
        : why;
  }

  private Future<Reply> one(String name) {
    return queues.find(name).map(found -> Reply.ok(json(found)));
  }

  private Future<Reply> change(Call call, String name, boolean merges) {
    return queues
        .<QueueSpec>registry(new QueueRequest.Change(name, PlainJson.of(call.body()), merges))
        .map(changed -> Reply.ok(json(changed)));
  }

  private Future<Reply> delete(String name) {
    return queues.registry(new QueueRequest.Delete(name)).map(gone -> Reply.none());
  }

  /** Queues had no names at first, but were known by their filters. */
  private static JsonObject named(JsonObject fields) {
    if (!fields.containsKey("name") && fields.getValue("topic_filter") instanceof String filter) {
      fields.put("name", "/" + filter);
    }
    return fields;
  }

  /** The queue of a name or, if there is none, of a filter. */
  private Future<String> named(Call call) {
    String said = call.path("name");
    return queues
        .find(said)
        .map(found -> said)
        .recover(
            why ->
                why instanceof BrokerException broker && broker.problem() == Problem.NOT_FOUND
                    ? queues
                        .find("/" + said)
                        .map(QueueSpec::name)
                        .recover(again -> Future.failedFuture(why))
                    : Future.failedFuture(why));
  }

  private static JsonObject json(QueueSpec spec) {
    return new JsonObject(SpecWriter.toMap(spec));
  }
}
