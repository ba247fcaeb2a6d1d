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
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.mediatype.ContentAnalyserFactory;
import io.vertx.openapi.mediatype.MediaTypePredicate;
import io.vertx.openapi.mediatype.MediaTypeRegistry;
import io.vertx.openapi.mediatype.impl.DefaultMediaTypeRegistration;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The document {@code openapi.yaml} of the jar. Immutable; reading blocks. */
final class Contract {
  static final String BASE_PATH = "/api/v5";

  /** The document has a relative address, so that it is right everywhere; Vert.x takes no such. */
  private static final JsonArray ABSOLUTE =
      new JsonArray().add(new JsonObject().put("url", "http://localhost" + BASE_PATH));

  private final String text;

  private Contract(String text) {
    this.text = text;
  }

  static Contract read() {
    try (InputStream in = Contract.class.getResourceAsStream("/openapi.yaml")) {
      if (in == null) {
        throw new IllegalStateException("openapi.yaml is not on the class path");
      }
      return new Contract(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As it is written. */
  String text() {
    return text;
  }

  /** As JSON. */
  JsonObject json() {
    Map<String, Object> map = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    return new JsonObject(map).copy();
  }

  /** Ready to build a router and to check with. */
  Future<OpenAPIContract> open(Vertx vertx) {
    return vertx
        .executeBlocking(this::json)
        .compose(
            json ->
                OpenAPIContract.builder(vertx)
                    .setContract(json.put("servers", ABSOLUTE))
                    .mediaTypeRegistry(mediaTypes())
                    .build());
  }

  /** What the document uses beside JSON and plain text. */
  private static MediaTypeRegistry mediaTypes() {
    return MediaTypeRegistry.createDefault()
        .register(
            new DefaultMediaTypeRegistration(
                MediaTypePredicate.ofExactTypes("application/merge-patch+json"),
                ContentAnalyserFactory.json()))
        .register(
            new DefaultMediaTypeRegistration(
                MediaTypePredicate.ofExactTypes("application/yaml", "text/event-stream"),
                ContentAnalyserFactory.noop()));
  }
}
