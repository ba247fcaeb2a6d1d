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

  /** A page ends with the message that exceeds this, without its payload. */
  private static final long MOST_BYTES = 4L << 20;

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
    operations.at("getRetainedByQuery", this::one);
    operations.on("deleteRetained", this::delete);
    operations.on("deleteRetainedByQuery", this::delete);
  }

  /**
   * Where a list goes on.
   *
   * @param skip messages that are to be left out first
   * @param topic behind it; empty for the beginning
   */
  private record Place(long skip, String topic) {
    static Place of(Call call) {
      String cursor = call.query("cursor");
      if (cursor == null || cursor.isEmpty()) {
        return new Place((call.number("page", 1) - 1L) * call.number("limit", 100), "");
      }
      String text = Cursor.decode(cursor);
      int colon = text.indexOf(':');
      if (colon < 1 || !text.substring(0, colon).matches("[0-9]{1,18}")) {
        throw Cursor.wrong();
      }
      return new Place(Long.parseLong(text.substring(0, colon)), text.substring(colon + 1));
    }

    String text() {
      return Cursor.encode(skip + ":" + topic);
    }
  }

  private Reply list(Call call) {
    int limit = call.number("limit", 100);
    Place from = Place.of(call);
    RetainedCursor at = begin(call.query("topic"), from.topic);
    long now = System.currentTimeMillis();
    long skip = from.skip;
    long bytes = 0;
    JsonArray data = new JsonArray();
    Place next = null;
    byte[] before = Message.NO_BYTES;
    for (int steps = 0; next == null; steps++) {
      Message message = at.next(now, 1);
      if (message == null && at.isExhausted()) {
        break;
      }
      if (message != null && skip == 0 && (data.size() == limit || bytes > MOST_BYTES)) {
        next = new Place(0, text(before)); // this one begins the next page
      } else if (message != null && skip == 0) {
        data.add(row(message));
        bytes += message.toldBytes() - message.payload().length;
      } else if (message != null) {
        skip--;
      }
      if (next == null && steps == MOST_STEPS) {
        next = new Place(skip, text(at.position())); // rather short than late
      }
      before = at.position();
    }
    JsonObject meta =
        new JsonObject()
            .put("page", call.number("page", 1))
            .put("limit", limit)
            .put("count", retained.count())
            .put("hasnext", next != null);
    if (next != null) {
      meta.put("cursor", next.text());
    }
    return Reply.ok(new JsonObject().put("data", data).put("meta", meta));
  }

  private static String text(byte[] topic) {
    return new String(topic, StandardCharsets.UTF_8);
  }

  private RetainedCursor begin(@Nullable String filter, String after) {
    RetainedCursor begin;
    if (filter == null || filter.isEmpty()) {
      begin = retained.all();
    } else if (RULES.parse(filter) instanceof ParsedFilter.Plain plain) {
      begin = retained.matching(plain.filter());
    } else {
      throw ApiError.badRequest("topic: not a topic filter");
    }
    return after.isEmpty() ? begin : begin.after(after.getBytes(StandardCharsets.UTF_8));
  }

  private static JsonObject row(Message message) {
    JsonObject json = new JsonObject();
    MessageJson.describe(json, message);
    return json.put("qos", message.qos()).put("payload_size", message.payload().length);
  }

  private Reply one(Call call) {
    Message message = retained.get(call.named("topic"), System.currentTimeMillis());
    if (message == null) {
      throw ApiError.notFound("no retained message for this topic");
    }
    JsonObject json = row(message);
    Payloads.of(call).put(json, message.payload());
    return Reply.ok(json);
  }

  private Future<Reply> delete(Call call) {
    Message message = retained.get(call.named("topic"), System.currentTimeMillis());
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
