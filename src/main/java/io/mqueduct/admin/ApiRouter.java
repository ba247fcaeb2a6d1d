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

import io.mqueduct.config.ApiSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.HttpException;
import io.vertx.ext.web.openapi.router.RequestExtractor;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.validation.ValidatorException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds the routes below {@code /api/v5} from the document, and answers every failure as {@code
 * {code, message}}. Owned by the admin's loop.
 */
final class ApiRouter {
  private static final Logger LOG = LoggerFactory.getLogger(ApiRouter.class);
  private static final String REQUEST_ID = "X-Request-Id";
  private static final int LONGEST_ID = 128;
  private static final String EXPLAINER = "explainer";

  private ApiRouter() {}

  /** What answers the operations of the document. */
  static Router operations(
      Vertx vertx, OpenAPIContract contract, List<Operations.Calls> calls, Unread unread) {
    RouterBuilder builder =
        RouterBuilder.create(vertx, contract, RequestExtractor.withBodyHandler());
    Explainer explainer = new Explainer(contract);
    builder.rootHandler(
        call -> {
          call.put(EXPLAINER, explainer);
          call.next();
        });
    Operations operations = new Operations(builder, unread);
    calls.forEach(each -> each.tie(operations));
    Router router = builder.createRouter();
    Methods.serveHead(router);
    router.route().handler(new Methods(contract)::refuse);
    return router;
  }

  /**
   * Hangs the operations below the base path of the root. Calls that come before these are ready
   * wait, with the body read.
   */
  static void mount(Router root, ApiSettings api, Gate gate, Future<Router> operations) {
    String below = Contract.BASE_PATH + "/*";
    root.route(below).handler(call -> gate.check(call, Contract.BASE_PATH));
    root.route(below).handler(ApiRouter::mediaType);
    BodyHandler body = BodyHandler.create(false).setBodyLimit(api.maxBodyBytes());
    root.route(below).handler(call -> read(call, body));
    root.route(below).handler(ApiRouter::json);
    root.route(below)
        .handler(call -> operations.onComplete(ready -> ready.handleContext(call), call::fail));
    Methods.serveHead(root);
  }

  /** Every answer carries the caller's request id, or a new one; every failure is JSON. */
  static void frame(Router root) {
    root.route().handler(ApiRouter::identify);
    root.route().failureHandler(ApiRouter::failed);
    for (int status : new int[] {400, 404, 405, 406, 413, 414, 415, 500, 501}) {
      root.errorHandler(status, ApiRouter::failed);
    }
  }

  private static void identify(RoutingContext call) {
    String given = call.request().getHeader(REQUEST_ID);
    boolean usable =
        given != null
            && !given.isEmpty()
            && given.length() <= LONGEST_ID
            && given.chars().allMatch(c -> c > 0x20 && c < 0x7F);
    call.response().putHeader(REQUEST_ID, usable ? given : UUID.randomUUID().toString());
    if (isDecodable(call.request().uri())) {
      call.next();
    } else {
      call.fail(ApiError.ofStatus(400));
    }
  }

  /** Whether each percent sign has its two digits; what comes behind would fail with 500. */
  private static boolean isDecodable(String uri) {
    for (int at = uri.indexOf('%'); at >= 0; at = uri.indexOf('%', at + 1)) {
      if (at + 2 >= uri.length()
          || Character.digit(uri.charAt(at + 1), 16) < 0
          || Character.digit(uri.charAt(at + 2), 16) < 0) {
        return false;
      }
    }
    return true;
  }

  private static void mediaType(RoutingContext call) {
    HttpServerRequest request = call.request();
    String length = request.getHeader("Content-Length");
    boolean hasBody =
        (length != null && !length.equals("0")) || request.getHeader("Transfer-Encoding") != null;
    if (!mayHaveBody(request.method()) || !hasBody) {
      call.next();
      return;
    }
    String type = request.getHeader("Content-Type");
    String bare = bare(type);
    if (type == null || !isJson(bare)) {
      call.fail(ApiError.ofStatus(415));
      return;
    }
    if (!type.startsWith(bare)) { // RFC 9110, 8.3.1: in any case, but the contract has it in lower
      int end = type.indexOf(';');
      request.headers().set("Content-Type", end < 0 ? bare : bare + type.substring(end));
    }
    call.next();
  }

  /**
   * Reads the body. Whatever breaks it off is of the caller's making: it hung up, or what it sent
   * is not HTTP; the body handler alone would call that an internal error.
   */
  private static void read(RoutingContext call, BodyHandler body) {
    body.handle(call);
    HttpServerRequest request = call.request();
    request.exceptionHandler(
        why -> {
          if (!request.isEnded()) { // or it is the answer that nobody waits for
            LOG.debug("the body of {} broke off: {}", request.method(), why.toString());
            call.fail(ApiError.ofStatus(400));
          }
        });
  }

  private static void json(RoutingContext call) {
    Buffer body = call.body().buffer();
    if (body != null && body.length() > 0 && mayHaveBody(call.request().method())) {
      StrictJson.check(body);
    }
    call.next();
  }

  private static boolean mayHaveBody(HttpMethod method) {
    return method.equals(HttpMethod.POST)
        || method.equals(HttpMethod.PUT)
        || method.equals(HttpMethod.PATCH);
  }

  private static String bare(@org.jspecify.annotations.Nullable String type) {
    return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  private static boolean isJson(String bare) {
    return bare.equals("application/json") || bare.equals("application/merge-patch+json");
  }

  private static ApiError error(RoutingContext call) {
    ApiError error = ApiError.of(call.failure(), call.statusCode());
    Throwable why = call.failure() instanceof HttpException http ? http.getCause() : call.failure();
    Explainer explainer = call.get(EXPLAINER);
    if (error.status() != 400 || explainer == null || !(why instanceof ValidatorException)) {
      return error;
    }
    String told = explainer.explain(call);
    return told == null ? error : ApiError.badRequest(told);
  }

  private static void failed(RoutingContext call) {
    ApiError error = error(call);
    if (error.status() == 500) {
      LOG.error("{} {} failed", call.request().method(), call.request().path(), call.failure());
    }
    HttpServerResponse response = call.response();
    if (response.closed() || response.ended()) {
      return;
    }
    if (response.headWritten()) {
      call.request().connection().close();
      return;
    }
    if (error.status() == 405 && !response.headers().contains("Allow")) {
      response.putHeader("Allow", "GET, HEAD"); // what is outside of the document is to be read
    }
    if (error.passes()) {
      response.putHeader("Retry-After", "1");
    }
    response.setStatusCode(error.status()).putHeader("Content-Type", "application/json");
    Methods.end(call, error.body().toBuffer());
  }
}
