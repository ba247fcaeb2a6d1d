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
import io.mqueduct.config.SettingsLoader;
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
  private static final String AUTO_CREATE = "auto_create";

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
    JsonObject autoCreate = json.getJsonObject(AUTO_CREATE);
    for (String kind : autoCreate.fieldNames().toArray(String[]::new)) {
      if (!autoCreate.getJsonObject(kind).getBoolean("enable")) {
        autoCreate.put(kind, false);
      }
    }
    return json;
  }

  private Future<Reply> change(Call call) {
    Map<String, String> values = new LinkedHashMap<>();
    flatten("", call.body(), values);
    Promise<Void> done = Promise.promise();
    override
        .set(values)
        .onComplete(result -> WayBack.run(here, () -> done.handle(result.mapEmpty())));
    return done.future()
        .map(changed -> Reply.ok(json()))
        .recover(
            why ->
                Future.failedFuture(
                    why instanceof ConfigException
                        ? ApiError.badRequest(inFields(why.getMessage()))
                        : why));
  }

  /** What the configuration says of its keys, in the words of the caller, who wrote fields. */
  private static String inFields(@Nullable String message) {
    return String.valueOf(message)
        .replaceAll("\\s+", " ")
        .strip()
        .replace(SettingsLoader.OVERRIDE_ORIGIN + ": ", "")
        .replace("unknown key", "unknown field")
        .replaceAll("; did you mean (?!mq\\.)[^?]*\\?", "") // no field of this object
        .replaceAll("\\bmq\\.", "");
  }

  private static void flatten(String field, JsonObject object, Map<String, String> into) {
    for (Map.Entry<String, Object> each : object) {
      String name = field.isEmpty() ? each.getKey() : field + "." + each.getKey();
      String key = "mq." + name;
      if (!each.getKey().matches("[a-z_]+")) {
        throw ApiError.badRequest("unknown field \"" + name + '"');
      }
      Object value = each.getValue();
      if (value instanceof JsonObject inner) {
        if (field.equals(AUTO_CREATE) && !inner.containsKey("enable")) {
          into.put(key + ".enable", "true"); // a template is there to be used
        }
        flatten(name, inner, into);
      } else if (value == null || value instanceof JsonArray) {
        throw ApiError.badRequest(
            name + ": " + (value == null ? "null" : "a list") + " is not a value");
      } else if (field.equals(AUTO_CREATE)) {
        into.put(key + ".enable", String.valueOf(value));
      } else {
        into.put(key, String.valueOf(value));
      }
    }
  }
}
