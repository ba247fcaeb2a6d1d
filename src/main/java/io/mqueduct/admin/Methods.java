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

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Which methods paths have (RFC 9110 sections 9.3.2 and 15.5.6). Immutable. */
final class Methods {
  private final List<Template> known = new ArrayList<>();

  private record Template(Pattern path, Set<String> methods) {}

  /** Those of the document. */
  Methods(OpenAPIContract contract) {
    Map<String, Set<String>> byPath = new LinkedHashMap<>();
    for (Operation each : contract.operations()) {
      Set<String> methods =
          byPath.computeIfAbsent(each.getAbsoluteOpenAPIPath(), path -> new TreeSet<>());
      methods.add(each.getHttpMethod().name());
      if (each.getHttpMethod().equals(HttpMethod.GET)) {
        methods.add(HttpMethod.HEAD.name());
      }
    }
    byPath.forEach((path, methods) -> known.add(new Template(pattern(path), methods)));
  }

  private static Pattern pattern(String path) {
    return Pattern.compile("\\Q" + path.replaceAll("\\{[^}]+}", "\\\\E[^/]+\\\\Q") + "\\E/?");
  }

  /** Fails a call that no operation is for: with 405 and what the path has, or with 404. */
  void refuse(RoutingContext call) {
    Set<String> methods = new TreeSet<>();
    for (Template each : known) {
      if (each.path.matcher(call.request().path()).matches()) {
        methods.addAll(each.methods);
      }
    }
    if (methods.isEmpty()) {
      call.fail(404);
    } else {
      call.response().putHeader("Allow", String.join(", ", methods));
      call.fail(405);
    }
  }

  /** Ends an answer with a body; of that HEAD is told the length alone, on HTTP/2 as well. */
  static Future<Void> end(RoutingContext call, Buffer body) {
    HttpServerResponse response = call.response();
    return call.request().method().equals(HttpMethod.HEAD)
        ? response.putHeader("Content-Length", Integer.toString(body.length())).end()
        : response.end(body);
  }

  /** From now on whatever answers GET answers HEAD, without the body. */
  static void serveHead(Router router) {
    for (Route each : router.getRoutes()) {
      Set<HttpMethod> methods = each.methods();
      if (methods != null && methods.contains(HttpMethod.GET)) {
        each.method(HttpMethod.HEAD);
      }
    }
  }
}
