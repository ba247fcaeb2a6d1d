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

import io.netty.util.internal.PlatformDependent;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayDeque;

/**
 * How many bytes of answers lie in memory because callers have not read them yet: of all calls
 * together, so that callers who read nothing take no memory that MQTT needs. Owned by the admin's
 * loop.
 */
final class Unread {
  /** What a page of a list may take while it is made and read. */
  static final int PAGE = 4 << 20;

  /** Each connection may have one answer of this size without asking. */
  static final int SMALL = 64 << 10;

  private static final long LEAST = 8L << 20;
  private static final long MOST = 64L << 20;
  private static final int MOST_WAITING = 256;

  private final long most;
  private final ArrayDeque<Promise<Void>> waiting = new ArrayDeque<>();
  private long taken;

  /** At most so many bytes. */
  Unread(long most) {
    this.most = most;
  }

  /** A small part of the memory that network buffers come from. */
  static Unread ofDirectMemory() {
    return new Unread(Math.min(MOST, Math.max(LEAST, PlatformDependent.maxDirectMemory() / 16)));
  }

  /** Room for a {@link #PAGE}, in turn; 503 if too many wait for it. */
  Future<Void> page() {
    if (waiting.isEmpty() && take(PAGE)) {
      return Future.succeededFuture();
    }
    if (waiting.size() >= MOST_WAITING) {
      return Future.failedFuture(full());
    }
    Promise<Void> turn = Promise.promise();
    waiting.add(turn);
    return turn.future();
  }

  /** Ends a call with a body that is ready, if there is room for it; else with 503. */
  void end(RoutingContext call, Buffer body) {
    int bytes = body.length();
    if (bytes <= SMALL) {
      Methods.end(call, body);
    } else if (take(bytes)) {
      Methods.end(call, body).onComplete(read -> give(bytes));
    } else {
      call.fail(full());
    }
  }

  private static ApiError full() {
    return ApiError.busy("too many answers wait for their callers to read them");
  }

  /** Takes so many bytes if there is room. */
  boolean take(long bytes) {
    if (taken + bytes > most) {
      return false;
    }
    taken += bytes;
    return true;
  }

  /** Takes them in any case: room is being made. */
  void takeAnyway(long bytes) {
    taken += bytes;
  }

  /** They were read, or whoever was to read them is gone. */
  void give(long bytes) {
    taken -= bytes;
    while (!waiting.isEmpty() && take(PAGE)) {
      waiting.poll().complete();
    }
  }

  long taken() {
    return taken;
  }
}
