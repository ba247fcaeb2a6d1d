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

import io.mqueduct.message.Message;
import io.mqueduct.routing.ParsedFilter;
import io.mqueduct.routing.RetainedCursor;
import io.mqueduct.routing.RetainedStore;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.TopicRules;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The calls about retained messages, which any thread may read. Owned by the admin's loop. */
final class RetainedCalls implements Operations.Calls {
  /** Topics that one call looks at; the list goes on with the cursor. */
  private static final int MOST_STEPS = 100_000;

  private static final TopicRules RULES = new TopicRules(65_535);

  private final RetainedStore retained;
  private final HttpPublisher publisher;

  RetainedCalls(Router router, Context here) {
    this.retained = router.retained();
    this.publisher = new HttpPublisher(router, router.newCache(), here, null);
  }

  @Override
  public void tie(Operations operations) {
    operations.at("listRetained", this::list);
    operations.at("getRetained", this::one);
    operations.on("deleteRetained", this::delete);
  }

  private Reply list(Call call) {
    int limit = call.number("limit", 100);
    int page = call.number("page", 1);
    RetainedCursor at = begin(call.query("topic"), call.query("cursor"));
    long now = System.currentTimeMillis();
    long skip = call.query("cursor") == null ? (long) (page - 1) * limit : 0;
    JsonArray data = new JsonArray();
    String last = null;
    boolean hasNext = false;
    for (long steps = 0; steps < MOST_STEPS && !hasNext; steps++) {
      Message message = at.next(now, 1);
      if (message == null) {
        if (at.isExhausted()) {
          break;
        }
      } else if (skip > 0) {
        skip--;
      } else if (data.size() == limit) {
        hasNext = true;
      } else {
        data.add(row(message));
        last = message.topic().text();
      }
    }
    JsonObject meta =
        new JsonObject()
            .put("page", page)
            .put("limit", limit)
            .put("count", retained.count())
            .put("hasnext", hasNext);
    if (hasNext && last != null) {
      meta.put("cursor", Cursor.encode(last));
    }
    return Reply.ok(new JsonObject().put("data", data).put("meta", meta));
  }

  private RetainedCursor begin(@Nullable String filter, @Nullable String cursor) {
    RetainedCursor begin;
    if (filter == null || filter.isEmpty()) {
      begin = retained.all();
    } else if (RULES.parse(filter) instanceof ParsedFilter.Plain plain) {
      begin = retained.matching(plain.filter());
    } else {
      throw ApiError.badRequest("topic: not a topic filter");
    }
    return cursor == null || cursor.isEmpty()
        ? begin
        : begin.after(Cursor.decode(cursor).getBytes(StandardCharsets.UTF_8));
  }

  private static JsonObject row(Message message) {
    JsonObject json = new JsonObject();
    MessageJson.describe(json, message);
    return json.put("qos", message.qos()).put("payload_size", message.payload().length);
  }

  private Reply one(Call call) {
    Message message = retained.get(call.path("topic"), System.currentTimeMillis());
    if (message == null) {
      throw ApiError.notFound("no retained message for this topic");
    }
    JsonObject json = row(message);
    Payloads.of(call).put(json, message.payload());
    return Reply.ok(json);
  }

  private Future<Reply> delete(Call call) {
    Message message = retained.get(call.path("topic"), System.currentTimeMillis());
    if (message == null) {
      throw ApiError.notFound("no retained message for this topic");
    }
    return publisher
        .clearRetained(message.topic())
        .map(
            code -> {
              if (code.isError()) {
                throw MessageCalls.refused(code, "not removed: " + MessageCalls.said(code));
              }
              return Reply.none();
            });
  }
}
