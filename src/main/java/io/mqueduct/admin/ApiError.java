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
import io.mqueduct.message.Problem;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.handler.HttpException;
import io.vertx.openapi.validation.ValidatorErrorType;
import io.vertx.openapi.validation.ValidatorException;
import org.jspecify.annotations.Nullable;

/** An answer that says no: a status, a code for programs and a line for people. Immutable. */
final class ApiError extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final String UNAVAILABLE = "SERVICE_UNAVAILABLE";

  private static final int MOST_SAID = 500;

  private final int status;
  private final String code;
  private final boolean passes;

  ApiError(int status, String code, String message) {
    this(status, code, message, status == 429 || status == 503);
  }

  private ApiError(int status, String code, String message, boolean passes) {
    super(oneLine(message), null, false, false);
    this.status = status;
    this.code = code;
    this.passes = passes;
  }

  /** 503 for what is not there in this configuration. */
  static ApiError off(String message) {
    return new ApiError(503, UNAVAILABLE, message, false);
  }

  /** 503 for what can be tried again soon. */
  static ApiError busy(String message) {
    return new ApiError(503, UNAVAILABLE, message);
  }

  static ApiError badRequest(String message) {
    return new ApiError(400, "BAD_REQUEST", message);
  }

  static ApiError notFound(String message) {
    return new ApiError(404, "NOT_FOUND", message);
  }

  static ApiError noSuchClient() {
    return new ApiError(404, "CLIENTID_NOT_FOUND", "Client ID not found");
  }

  int status() {
    return status;
  }

  /** Whether the same call may succeed in a moment. */
  boolean passes() {
    return passes;
  }

  JsonObject body() {
    return new JsonObject().put("code", code).put("message", getMessage());
  }

  /**
   * What to answer for a call that failed; INTERNAL_ERROR, without detail, for what is not
   * foreseen.
   *
   * @param status as the router has it, -1 if it has none
   */
  static ApiError of(@Nullable Throwable why, int status) {
    if (why instanceof ApiError error) {
      return error;
    }
    if (why instanceof BrokerException broker) {
      return of(broker);
    }
    if (why instanceof ValidatorException invalid) {
      return invalid.type() == ValidatorErrorType.UNSUPPORTED_VALUE_FORMAT
          ? ofStatus(415)
          : badRequest(oneLine(invalid.getMessage()));
    }
    if (why instanceof DecodeException) {
      return badRequest("the body is not valid JSON");
    }
    if (why instanceof HttpException http) {
      return http.getCause() == null
          ? ofStatus(http.getStatusCode())
          : of(http.getCause(), http.getStatusCode());
    }
    return ofStatus(status);
  }

  private static ApiError of(BrokerException why) {
    Problem problem = why.problem();
    String line = String.valueOf(why.getMessage());
    return switch (problem) {
      case STORE_BUSY, SHUTTING_DOWN -> busy(line);
      case INTERNAL -> ofStatus(500);
      default -> new ApiError(problem.httpStatus(), problem.name(), line);
    };
  }

  static ApiError ofStatus(int status) {
    return switch (status) {
      case 400 -> badRequest("the request is malformed");
      case 401 -> new ApiError(401, "UNAUTHORIZED", "an API key or a token is needed");
      case 403 -> new ApiError(403, "FORBIDDEN", "the role of this API key does not allow it");
      case 404 -> notFound("no such path");
      case 405 -> new ApiError(405, "METHOD_NOT_ALLOWED", "the path does not have this method");
      case 406 -> new ApiError(406, "NOT_ACCEPTABLE", "answers are application/json");
      case 413 -> new ApiError(413, "PAYLOAD_TOO_LARGE", "the body is larger than api.max_body");
      case 415 ->
          new ApiError(415, "UNSUPPORTED_MEDIA_TYPE", "send Content-Type: application/json");
      case 429 -> new ApiError(429, "TOO_MANY_REQUESTS", "more calls than api.rate_limit");
      case 503 -> busy("busy, try again");
      default -> new ApiError(500, "INTERNAL_ERROR", "internal error, see the log");
    };
  }

  private static String oneLine(@Nullable String text) {
    String line = text == null ? "invalid" : text.replaceAll("\\s+", " ");
    return line.length() <= MOST_SAID ? line : line.substring(0, MOST_SAID);
  }
}
