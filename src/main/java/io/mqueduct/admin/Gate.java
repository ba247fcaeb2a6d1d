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
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who may call what: API keys as HTTP basic authentication, tokens of a login as bearer, and how
 * often. Owned by the admin's loop; secrets are hashed on a worker.
 */
final class Gate {
  /** Paths below the base path that need no key. */
  private static final Set<String> OPEN = Set.of("/status", "/login", "/openapi.yaml");

  /** Needs none either, unless {@code metrics.require_auth}. */
  private static final String PROMETHEUS = "/prometheus/stats";

  private static final long REMEMBERED_MILLIS = 60_000;
  private static final int MOST_REMEMBERED = 1000;
  private static final int MOST_WAITING = 32;

  private final Vertx vertx;
  private final Supplier<Settings> settings;
  private final Future<ApiKeys> keys;
  private final RateLimits rates = new RateLimits();
  private final Map<String, Remembered> proven = new LinkedHashMap<>();
  private final Map<String, Remembered> tokens = new LinkedHashMap<>();
  private int waiting;

  private record Remembered(String key, Role role, long untilMillis) {}

  /** What a login gave. */
  record Login(String token, Role role) {}

  Gate(Vertx vertx, Supplier<Settings> settings, Future<ApiKeys> keys) {
    this.vertx = vertx;
    this.settings = settings;
    this.keys = keys;
  }

  /** Lets a call through, or fails it with 401, 403, 429 or 503. */
  void check(RoutingContext call, String basePath) {
    HttpServerRequest request = call.request();
    String path = request.path().substring(basePath.length());
    cors(request, call.response());
    if (HttpMethod.OPTIONS.equals(request.method()) && request.getHeader("Origin") != null) {
      call.response().setStatusCode(204).end();
      return;
    }
    String header = request.getHeader("Authorization");
    String caller = request.remoteAddress() == null ? "?" : request.remoteAddress().hostAddress();
    long now = System.currentTimeMillis();
    if (!rates.allows(caller, settings.get().api().rateLimit(), now)) {
      call.fail(ApiError.ofStatus(429));
      return;
    }
    if (isOpen(path)) {
      call.next();
      return;
    }
    request.pause();
    role(header, now)
        .onSuccess(
            role -> {
              request.resume();
              if (role == null) {
                call.response().putHeader("WWW-Authenticate", "Basic realm=\"mqueduct\"");
                call.fail(ApiError.ofStatus(401));
              } else if (role.may(request.method(), path)) {
                call.put(Call.ROLE, role);
                call.next();
              } else {
                call.fail(ApiError.ofStatus(403));
              }
            })
        .onFailure(
            why -> {
              request.resume();
              call.fail(why);
            });
  }

  private boolean isOpen(String path) {
    return OPEN.contains(path)
        || (path.equals(PROMETHEUS) && !settings.get().metrics().requireAuth());
  }

  private Future<@Nullable Role> role(@Nullable String header, long now) {
    if (header != null && header.regionMatches(true, 0, "Bearer ", 0, 7)) {
      return Future.succeededFuture(
          role(remembered(tokens, digest(header.substring(7).strip()), now)));
    }
    if (header == null || !header.regionMatches(true, 0, "Basic ", 0, 6)) {
      return Future.succeededFuture(null);
    }
    String pair;
    try {
      byte[] decoded = Base64.getDecoder().decode(header.substring(6).strip());
      pair = new String(decoded, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return Future.succeededFuture(null);
    }
    int colon = pair.indexOf(':');
    return colon < 0
        ? Future.succeededFuture(null)
        : prove(pair.substring(0, colon), pair.substring(colon + 1), now).map(Gate::role);
  }

  private static @Nullable Role role(@Nullable Remembered known) {
    return known == null ? null : known.role();
  }

  /** What is known of a caller, if the secret is right; not hashed again if it was right lately. */
  private Future<@Nullable Remembered> prove(String key, String secret, long now) {
    String token = digest(key + "\n" + secret);
    Remembered known = remembered(proven, token, now);
    if (known != null) {
      return Future.succeededFuture(known);
    }
    if (waiting >= MOST_WAITING) {
      return Future.failedFuture(ApiError.ofStatus(503));
    }
    waiting++;
    return keys.compose(
            all -> {
              byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
              return vertx.executeBlocking(() -> all.prove(key, bytes, now), false);
            })
        .onComplete(done -> waiting--)
        .map(
            found -> {
              // It may have been changed or deleted, and is forgotten already, by now.
              if (found == null || !keys.result().has(found)) {
                return null;
              }
              long until = Math.min(now + REMEMBERED_MILLIS, found.terms().expiresAtMillis());
              Remembered proof = new Remembered(key, found.terms().role(), until);
              remember(proven, token, proof);
              return proof;
            });
  }

  /** A key was changed or deleted: who has it is asked for the secret again, tokens end. */
  void forget(String key) {
    proven.values().removeIf(each -> each.key().equals(key));
    tokens.values().removeIf(each -> each.key().equals(key));
  }

  /** A token for whoever knows a key and its secret; null for the others. */
  Future<@Nullable Login> login(String key, String secret) {
    long now = System.currentTimeMillis();
    return prove(key, secret, now)
        .map(
            proof -> {
              if (proof == null) {
                return null;
              }
              String token = ApiKeys.random(32);
              long until = now + settings.get().api().tokenTtlMillis();
              ApiKey found = keys.result().find(key);
              if (found != null) {
                until = Math.min(until, found.terms().expiresAtMillis());
              }
              remember(tokens, digest(token), new Remembered(key, proof.role(), until));
              return new Login(token, proof.role());
            });
  }

  private static @Nullable Remembered remembered(
      Map<String, Remembered> where, String token, long nowMillis) {
    Remembered found = where.get(token);
    return found != null && found.untilMillis > nowMillis ? found : null;
  }

  private static void remember(Map<String, Remembered> where, String token, Remembered what) {
    where.put(token, what);
    if (where.size() > MOST_REMEMBERED) {
      where.remove(where.keySet().iterator().next());
    }
  }

  /** So that no secret and no token stays in memory longer than its call. */
  private static String digest(String secret) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(secret.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void cors(HttpServerRequest request, HttpServerResponse response) {
    String origin = request.getHeader("Origin");
    var allowed = settings.get().api().cors();
    if (origin != null && (allowed.contains("*") || allowed.contains(origin))) {
      response.putHeader("Access-Control-Allow-Origin", origin);
      response.putHeader("Vary", "Origin");
      response.putHeader("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE");
      response.putHeader(
          "Access-Control-Allow-Headers", "Authorization, Content-Type, X-Request-Id");
      response.putHeader("Access-Control-Expose-Headers", "X-Request-Id, Retry-After");
    }
  }
}
