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
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import io.vertx.openapi.validation.RequestParameter;
import io.vertx.openapi.validation.ValidatedRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One call of the API, already checked against the document. Owned by the admin's loop. */
final class Call {
  /** Where {@link Gate} leaves the role of the caller. */
  static final String ROLE = "io.mqueduct.role";

  private final RoutingContext context;
  private final ValidatedRequest checked;

  Call(RoutingContext context) {
    this.context = context;
    this.checked = context.get(RouterBuilder.KEY_META_DATA_VALIDATED_REQUEST);
  }

  /**
   * Refuses everybody else.
   *
   * @throws ApiError 403
   */
  void requireAdministrator() {
    if (context.get(ROLE) != Role.ADMINISTRATOR) {
      throw ApiError.ofStatus(403);
    }
  }

  RoutingContext context() {
    return context;
  }

  /** A parameter of the path, decoded (a + stays a +, unlike in the checked ones). */
  String path(String name) {
    return String.valueOf(context.pathParam(name));
  }

  /** What the call is about: in its path, or in the query of a call that has it there. */
  String named(String name) {
    String inPath = context.pathParam(name);
    return inPath == null ? String.valueOf(context.queryParams().get(name)) : inPath;
  }

  /** A text of the query, or null. */
  @Nullable String query(String name) {
    Object value = value(checked.getQuery(), name);
    return value == null ? null : value.toString();
  }

  /** A text of the query, or the default. */
  String query(String name, String otherwise) {
    String value = query(name);
    return value == null ? otherwise : value;
  }

  /** A number of the query, or the default. */
  int number(String name, int otherwise) {
    return value(checked.getQuery(), name) instanceof Number number ? number.intValue() : otherwise;
  }

  /** A truth value of the query, or null. */
  @Nullable Boolean truth(String name) {
    return value(checked.getQuery(), name) instanceof Boolean truth ? truth : null;
  }

  /** The body of a call that has an object; an empty one if it need not have one. */
  JsonObject body() {
    RequestParameter body = checked.getBody();
    return body == null || body.isNull() || body.isEmpty()
        ? new JsonObject()
        : body.getJsonObject();
  }

  /** The body of a call that has a list. */
  JsonArray list() {
    return checked.getBody().getJsonArray();
  }

  private static @Nullable Object value(Map<String, RequestParameter> from, String name) {
    RequestParameter parameter = from.get(name);
    return parameter == null ? null : parameter.get();
  }
}
