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
import io.mqueduct.message.Message;
import io.mqueduct.message.Problem;
import io.mqueduct.routing.Subscription;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionState;
import io.mqueduct.session.SessionVisitor;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The messages that a session holds, page by page. Stateless; the rows are made by its owner. */
final class SessionMessages {
  private static final int ABOVE_ALL = 256;

  /** A page ends with the message that exceeds this. */
  private static final long MOST_BYTES = 4L << 20;

  private SessionMessages() {}

  /** One message with its place in the list; immutable, since it goes from loop to loop. */
  private record Row(
      int level,
      long position,
      @Nullable Message message,
      int qos,
      int packetId,
      long sinceMillis) {}

  /**
   * A part of a list: its messages are of one priority level.
   *
   * @param reached where to go on in it, -1 if that was all
   */
  private record Chunk(int level, List<Row> rows, long reached, int nextLevel) {}

  /** A page that is being made. */
  private static final class Page {
    final List<Row> rows = new ArrayList<>();
    final int limit;
    long bytes;
    boolean hasNext;

    Page(int limit) {
      this.limit = limit;
    }

    /** Takes one more; whether there was room for it. */
    boolean take(Row row) {
      if (rows.size() == limit || bytes > MOST_BYTES) {
        hasNext = true;
        return false;
      }
      rows.add(row);
      bytes += row.message == null ? 0 : row.message.toldBytes();
      return true;
    }
  }

  /** Waiting ones, from high levels to low ones, in the order of their arrival in each. */
  static Future<Reply> mqueue(Sessions sessions, Call call) {
    String[] at = at(call, 2);
    int level = at.length == 0 ? ABOVE_ALL : Integer.parseInt(at[0]);
    long after = at.length == 0 ? -1 : Long.parseLong(at[1]);
    Page page = new Page(call.number("limit", 100));
    return collect(sessions, call, level, after, page).map(done -> reply(page, call));
  }

  private static Future<Void> collect(
      Sessions sessions, Call call, int level, long after, Page page) {
    return sessions
        .<Chunk>later(
            call.named("clientid"),
            session -> read(session, level, after, page.limit + 1 - page.rows.size()))
        .compose(
            chunk -> {
              for (Row row : chunk.rows) {
                if (!page.take(row)) {
                  return Future.succeededFuture();
                }
              }
              if (chunk.reached >= 0) {
                return collect(sessions, call, chunk.level, chunk.reached, page);
              }
              return chunk.nextLevel < 0
                  ? Future.succeededFuture()
                  : collect(sessions, call, chunk.nextLevel, -1, page);
            });
  }

  private static Future<Chunk> read(Session session, int from, long after, int most) {
    int level = from == ABOVE_ALL ? Math.max(0, SessionState.levelBelow(session, from)) : from;
    int next = SessionState.levelBelow(session, level);
    Promise<Chunk> done = Promise.promise();
    List<Row> rows = new ArrayList<>();
    SessionState.readWaiting(
        session,
        level,
        after,
        most,
        new SessionState.WaitingReader() {
          @Override
          public void waiting(long position, Message message, int qos, boolean retain) {
            if (rows.size() < most) {
              rows.add(new Row(level, position, message, qos, 0, 0));
            }
          }

          @Override
          public void end(long reached) {
            done.complete(new Chunk(level, rows, reached, next));
          }

          @Override
          public void failed() {
            done.fail(new BrokerException(Problem.STORE_BUSY, "the store cannot be read now"));
          }
        });
    return done.future();
  }

  /** Those in flight; their position is the number in the window's order. */
  static Future<Reply> inflight(Sessions sessions, Call call) {
    String[] at = at(call, 1);
    long after = at.length == 0 ? -1 : Long.parseLong(at[0]);
    int limit = call.number("limit", 100);
    return sessions
        .<Page>in(call.named("clientid"), (session, now) -> inflight(session, after, limit))
        .map(page -> reply(page, call));
  }

  private static Page inflight(Session session, long after, int limit) {
    Page page = new Page(limit);
    SessionState.show(
        session,
        new SessionVisitor() {
          private long position;

          @Override
          public void inflight(
              int packetId,
              int qos,
              boolean released,
              boolean retain,
              boolean lent,
              long sinceMillis,
              @Nullable Message message,
              int[] identifiers) {
            if (position++ > after && !page.hasNext) {
              page.take(new Row(0, position - 1, message, qos, packetId, sinceMillis));
            }
          }

          @Override
          public void waiting(
              Message message, int qos, boolean retain, boolean lent, int[] identifiers) {}

          @Override
          public void awaitingRel(int packetId, long sinceMillis) {}

          @Override
          public void subscription(Subscription subscription) {}
        });
    return page;
  }

  /** The numbers of the cursor; none at the start. */
  private static String[] at(Call call, int numbers) {
    String cursor = call.query("cursor");
    if (cursor == null || cursor.isEmpty()) {
      return new String[0];
    }
    String[] parts = Cursor.decode(cursor).split(":", -1);
    if (parts.length != numbers
        || !Arrays.stream(parts).allMatch(part -> part.matches("[0-9]{1,18}"))
        || (numbers == 2 && parts[0].length() > 3)) {
      throw Cursor.wrong();
    }
    return parts;
  }

  private static Reply reply(Page page, Call call) {
    Payloads payloads = Payloads.of(call);
    JsonArray data = new JsonArray();
    List<Row> shown = page.rows;
    shown.forEach(row -> data.add(json(row, payloads)));
    JsonObject meta = new JsonObject().put("limit", page.limit).put("hasnext", page.hasNext);
    if (!shown.isEmpty()) {
      meta.put("start", text(shown.get(0))).put("position", text(shown.get(shown.size() - 1)));
    }
    if (page.hasNext) {
      meta.put("cursor", meta.getString("position"));
    }
    return Reply.ok(new JsonObject().put("data", data).put("meta", meta));
  }

  private static String text(Row row) {
    return Cursor.encode(
        row.packetId > 0 ? Long.toString(row.position) : row.level + ":" + row.position);
  }

  private static JsonObject json(Row row, Payloads payloads) {
    JsonObject json = new JsonObject().put("qos", row.qos);
    if (row.packetId > 0) {
      json.put("packet_id", row.packetId).put("sent_at", ClientJson.time(row.sinceMillis));
    } else {
      json.put("position", row.position);
    }
    Message message = row.message;
    if (message == null) {
      return json.put("released", true); // past PUBREC: only the identifier is left
    }
    MessageJson.describe(json, message);
    payloads.put(json, message.payload());
    return json;
  }
}
