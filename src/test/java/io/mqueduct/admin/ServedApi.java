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

import static java.util.Objects.requireNonNull;

import io.mqueduct.testkit.StartedBroker;
import java.net.URI;
import java.net.http.HttpRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A broker that runs for all tests of a class, and its API:
 *
 * <pre>{@code
 * @RegisterExtension static final ServedApi api = ServedApi.with("mq.max_queue_count", "20");
 * }</pre>
 *
 * Used by the test's thread. It is there before methods with {@code @BeforeAll}.
 */
final class ServedApi implements BeforeAllCallback, AfterAllCallback {
  private final String[] settings;
  private @Nullable StartedBroker broker;
  private @Nullable ApiClient client;

  private ServedApi(String[] settings) {
    this.settings = settings;
  }

  /**
   * With {@link ApiClient#settings} and others.
   *
   * @param settings keys and values in turn
   */
  static ServedApi with(String... settings) {
    return new ServedApi(settings.clone());
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    StartedBroker started = StartedBroker.with(ApiClient.settings(settings));
    broker = started;
    client = new ApiClient(started);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (client != null) {
      client.close();
    }
    if (broker != null) {
      broker.close();
    }
  }

  StartedBroker broker() {
    return requireNonNull(broker);
  }

  private ApiClient client() {
    return requireNonNull(client);
  }

  /** Calls as the administrator. */
  ApiClient.Answer call(String method, String path, Object... body) {
    return client().call(method, path, body);
  }

  ApiClient.Answer get(String path) {
    return client().get(path);
  }

  /** Calls with a key and secret, or with none. */
  ApiClient.Answer as(String key, String method, String path, Object... body) {
    return client().as(key, method, path, body);
  }

  /** Sends any request. */
  ApiClient.Answer send(HttpRequest request) {
    return client().send(request);
  }

  URI uri(String path) {
    return client().uri(path);
  }
}
