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

import io.mqueduct.config.ConfigException;
import io.mqueduct.config.MqSettings;
import io.mqueduct.config.Settings;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls about what holds for all queues: the section {@code mq} of the configuration. Owned by
 * the admin's loop.
 */
final class QueueConfigCalls implements Operations.Calls {
  private final Supplier<Settings> settings;
  private final SettingsOverride override;
  private final Context here;

  QueueConfigCalls(Supplier<Settings> settings, SettingsOverride override, Context here) {
    this.settings = settings;
    this.override = override;
    this.here = here;
  }

  @Override
  public void tie(Operations operations) {
    operations.at("getQueueConfig", call -> Reply.ok(json()));
    operations.on("putQueueConfig", this::change);
    operations.at("getMessageQueueConfig", call -> Reply.ok(json()));
    operations.on("putMessageQueueConfig", this::change);
  }

  private JsonObject json() {
    MqSettings mq = settings.get().mq();
    JsonObject json = SettingsJson.section(mq);
    JsonObject autoCreate = json.getJsonObject("auto_create");
    for (String kind : autoCreate.fieldNames().toArray(String[]::new)) {
      if (!autoCreate.getJsonObject(kind).getBoolean("enable")) {
        autoCreate.put(kind, false);
      }
    }
    return json;
  }

  private Future<Reply> change(Call call) {
    Map<String, String> values = new LinkedHashMap<>();
    flatten("mq", call.body(), values);
    Promise<Void> done = Promise.promise();
    override
        .set(values)
        .onComplete(result -> here.runOnContext(v -> done.handle(result.mapEmpty())));
    return done.future()
        .map(changed -> Reply.ok(json()))
        .recover(
            why ->
                Future.failedFuture(
                    why instanceof ConfigException
                        ? ApiError.badRequest(oneLine(why.getMessage()))
                        : why));
  }

  private static String oneLine(@Nullable String text) {
    return String.valueOf(text).replaceAll("\\s+", " ").strip();
  }

  private static void flatten(String key, JsonObject object, Map<String, String> into) {
    for (Map.Entry<String, Object> each : object) {
      String name = key + "." + each.getKey();
      if (each.getKey().isEmpty() || !each.getKey().matches("[a-z_]+")) {
        throw ApiError.badRequest(name + ": unknown key");
      }
      Object value = each.getValue();
      if (value instanceof JsonObject inner) {
        if (key.equals("mq.auto_create") && !inner.containsKey("enable")) {
          into.put(name + ".enable", "true"); // a template is there to be used
        }
        flatten(name, inner, into);
      } else if (value == null || value instanceof JsonArray) {
        throw ApiError.badRequest(name + ": is not a value");
      } else if (key.equals("mq.auto_create")) {
        into.put(name + ".enable", String.valueOf(value));
      } else {
        into.put(name, String.valueOf(value));
      }
    }
  }
}
