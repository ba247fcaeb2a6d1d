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

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many HTTP connections there may be. A few beyond that are kept for a moment, in which a probe
 * is answered and everything else gets 503, so that callers who wait, or do nothing, cannot make a
 * healthy broker look dead. Owned by the admin's loop.
 */
final class Connections {
  /** Connections that may do everything. */
  static final int MAX = 512;

  private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
  private static final int SPARE = 64;
  private static final long SPARE_MILLIS = 5_000;
  private static final long COMPLAINT_MILLIS = 10_000;

  private final Vertx vertx;
  private final Set<HttpConnection> spare = new HashSet<>();
  private int open;
  private long complainedMillis;

  Connections(Vertx vertx) {
    this.vertx = vertx;
  }

  void opened(HttpConnection connection) {
    open++;
    connection.closeHandler(
        closed -> {
          open--;
          spare.remove(connection);
        });
    if (open <= MAX) {
      return;
    }
    complain();
    if (open > MAX + SPARE) {
      connection.close();
    } else {
      spare.add(connection);
      vertx.setTimer(SPARE_MILLIS, id -> connection.close());
    }
  }

  private void complain() {
    long now = System.currentTimeMillis();
    if (now - complainedMillis > COMPLAINT_MILLIS) {
      complainedMillis = now;
      LOG.warn("{} HTTP connections are open, the most there may be; others get 503", MAX);
    }
  }

  /** Before everything else that answers. */
  void mount(Router router) {
    router.route().handler(this::judge);
  }

  private void judge(RoutingContext call) {
    HttpConnection connection = call.request().connection();
    if (!spare.contains(connection)) {
      call.next();
      return;
    }
    if (call.request().version() == HttpVersion.HTTP_2) {
      call.addEndHandler(done -> connection.shutdown(SPARE_MILLIS, TimeUnit.MILLISECONDS));
    } else { // what closes it earlier can cut off the answer
      call.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    if (Probes.isProbe(call.request().path())) {
      call.next();
    } else {
      call.fail(new ApiError(503, "SERVICE_UNAVAILABLE", "too many HTTP connections: " + MAX));
    }
  }
}
