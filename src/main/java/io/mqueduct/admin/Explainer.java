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

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Operation;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Says what is wrong with a call that is not as the document has it, in the words of its caller.
 * Immutable; owned by the admin's loop.
 */
final class Explainer {
  private final OpenAPIContract contract;
  private final Mismatch mismatch;

  Explainer(OpenAPIContract contract) {
    this.contract = contract;
    this.mismatch = new Mismatch(contract.getRawContract());
  }

  /** One line, or null if nothing wrong is found. */
  @Nullable String explain(RoutingContext call) {
    HttpMethod method = call.request().method();
    HttpMethod documented = method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method;
    Operation called = contract.findOperation(call.request().path(), documented);
    if (called == null) {
      return null;
    }
    JsonObject path =
        contract.getRawContract().getJsonObject("paths").getJsonObject(called.getOpenAPIPath());
    JsonObject operation = path.getJsonObject(documented.name().toLowerCase(Locale.ROOT));
    String wrong = parameters(operation.getJsonArray("parameters"), call);
    if (wrong == null) {
      wrong = parameters(path.getJsonArray("parameters"), call);
    }
    return wrong == null ? body(operation.getJsonObject("requestBody"), call) : wrong;
  }

  private @Nullable String parameters(@Nullable JsonArray all, RoutingContext call) {
    for (int i = 0; all != null && i < all.size(); i++) {
      JsonObject parameter = mismatch.resolve(all.getJsonObject(i));
      String name = parameter.getString("name");
      if (!parameter.getString("in").equals("query")) {
        continue; // what is in a path is any text
      }
      String text = call.queryParams().get(name);
      JsonObject schema = mismatch.resolve(parameter.getJsonObject("schema"));
      if (text == null && parameter.getBoolean("required", false)) {
        return name + ": is missing in the query";
      }
      String wrong = text == null ? null : mismatch.of(schema, name, value(schema, text));
      if (wrong != null) {
        return wrong;
      }
    }
    return null;
  }

  /** What a text of the query stands for; itself if it is not of the type. */
  private static Object value(JsonObject schema, String text) {
    String type = String.valueOf(schema.getValue("type"));
    if (type.equals("boolean") && (text.equals("true") || text.equals("false"))) {
      return Boolean.valueOf(text);
    }
    try {
      if (type.equals("integer")) {
        return Long.valueOf(text);
      }
      if (type.equals("number")) {
        return Double.valueOf(text);
      }
    } catch (NumberFormatException e) {
      return text;
    }
    return text;
  }

  private @Nullable String body(@Nullable JsonObject described, RoutingContext call) {
    if (described == null) {
      return null;
    }
    Buffer body = call.body().buffer();
    if (body == null || body.length() == 0) {
      return described.getBoolean("required", false) ? "the body is missing" : null;
    }
    JsonObject content = mismatch.resolve(described).getJsonObject("content");
    JsonObject type = content.getJsonObject(content.fieldNames().iterator().next());
    return mismatch.of(type.getJsonObject("schema"), "", Json.decodeValue(body));
  }
}
