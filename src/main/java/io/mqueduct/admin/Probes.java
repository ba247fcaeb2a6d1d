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

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /livez} and {@code GET /readyz}, without authentication, for whoever restarts the
 * broker and sends clients to it. Owned by the admin's loop.
 */
final class Probes {
  private static final String LIVE = "/livez";
  private static final String READY = "/readyz";

  private final Health health;

  Probes(Health health) {
    this.health = health;
  }

  void mount(Router router) {
    router.get(LIVE).handler(this::live);
    router.get(READY).handler(this::ready);
  }

  /** Whether a path is that of a probe. */
  static boolean isProbe(@Nullable String path) {
    return LIVE.equals(path) || READY.equals(path);
  }

  /** That this is answered at all is the news. */
  private void live(RoutingContext call) {
    answer(call, new JsonObject().put("status", "alive"));
  }

  private void ready(RoutingContext call) {
    List<String> why = health.notReady();
    if (why.isEmpty()) {
      answer(call, new JsonObject().put("status", "ready"));
    } else {
      call.response().setStatusCode(503);
      answer(call, new JsonObject().put("status", "not ready").put("why", new JsonArray(why)));
    }
  }

  private static void answer(RoutingContext call, JsonObject status) {
    call.response().putHeader("Content-Type", "application/json");
    Methods.end(call, status.toBuffer());
  }
}
