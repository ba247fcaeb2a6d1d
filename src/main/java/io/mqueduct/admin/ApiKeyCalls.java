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

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls about API keys. A secret is told once, when its key is made. Owned by the admin's loop;
 * changes are written by a worker, one after the other.
 */
final class ApiKeyCalls implements Operations.Calls {
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9_.-]{0,254}";
  private static final String INFINITY = "infinity";

  private final Future<ApiKeys> keys;
  private final Gate gate;
  private final Context here;

  ApiKeyCalls(Future<ApiKeys> keys, Gate gate, Context here) {
    this.keys = keys;
    this.gate = gate;
    this.here = here;
  }

  @Override
  public void tie(Operations operations) {
    on(operations, "listApiKeys", call -> keys.map(ApiKeyCalls::list));
    on(operations, "createApiKey", this::create);
    on(operations, "getApiKey", this::show);
    on(operations, "changeApiKey", this::change);
    on(operations, "deleteApiKey", this::delete);
  }

  private static void on(Operations operations, String id, Function<Call, Future<Reply>> call) {
    operations.on(
        id,
        each -> {
          each.requireAdministrator();
          return call.apply(each);
        });
  }

  private Future<Reply> show(Call call) {
    return keys.map(all -> Reply.ok(json(all.named(call.path("name")))));
  }

  private static Reply list(ApiKeys all) {
    JsonArray list = new JsonArray();
    all.all().forEach(each -> list.add(json(each)));
    return Reply.ok(list);
  }

  private static JsonObject json(ApiKey key) {
    ApiKey.Terms terms = key.terms();
    boolean expires = terms.expiresAtMillis() != ApiKey.NEVER;
    JsonObject json =
        new JsonObject()
            .put("name", key.name())
            .put("api_key", key.key())
            .put("role", terms.role().label())
            .put("desc", terms.description())
            .put("enable", terms.enabled())
            .put("expired_at", expires ? ClientJson.time(terms.expiresAtMillis()) : INFINITY)
            .put("expired", System.currentTimeMillis() >= terms.expiresAtMillis());
    return key.isConfigured()
        ? json
        : json.put("created_at", ClientJson.time(key.createdAtMillis()));
  }

  private Future<Reply> create(Call call) {
    JsonObject body = call.body();
    String name = body.getString("name");
    if (!name.matches(NAME)) {
      throw ApiError.badRequest(
          "name: expected 1 to 255 letters, digits, _, - and ., beginning with a letter or digit");
    }
    long now = System.currentTimeMillis();
    ApiKey.Terms terms = terms(body, ApiKey.Terms.of(Role.ADMINISTRATOR, ""), now);
    return keys.compose(all -> here.executeBlocking(() -> all.create(name, terms, now)))
        .map(made -> Reply.ok(json(made.key()).put("api_secret", made.secret())));
  }

  private Future<Reply> change(Call call) {
    JsonObject body = call.body();
    String name = call.path("name");
    long now = System.currentTimeMillis();
    return keys.compose(
            all ->
                here.executeBlocking(() -> all.change(name, terms -> terms(body, terms, now), now)))
        .map(
            key -> {
              gate.forget(key.key());
              return Reply.ok(json(key));
            });
  }

  private Future<Reply> delete(Call call) {
    String name = call.path("name");
    return keys.compose(
            all ->
                here.executeBlocking(
                    () -> {
                      String key = all.named(name).key();
                      all.delete(name, System.currentTimeMillis());
                      return key;
                    }))
        .map(
            key -> {
              gate.forget(key);
              return Reply.none();
            });
  }

  /** What a body says, and where it says nothing what was before. */
  private static ApiKey.Terms terms(JsonObject body, ApiKey.Terms before, long nowMillis) {
    String role = body.getString("role");
    return new ApiKey.Terms(
        role == null ? before.role() : Role.of(role),
        body.getString("desc", before.description()),
        body.getBoolean("enable", before.enabled()),
        expiry(body.getString("expired_at"), before.expiresAtMillis(), nowMillis));
  }

  private static long expiry(@Nullable String text, long before, long nowMillis) {
    if (text == null) {
      return before;
    }
    if (text.equals(INFINITY)) {
      return ApiKey.NEVER;
    }
    try {
      long millis = OffsetDateTime.parse(text).toInstant().toEpochMilli();
      if (millis > nowMillis) {
        return millis;
      }
    } catch (DateTimeException | ArithmeticException e) {
      // said below
    }
    throw ApiError.badRequest(
        "expired_at: expected a time to come such as 2031-01-31T12:00:00Z, or infinity");
  }
}
