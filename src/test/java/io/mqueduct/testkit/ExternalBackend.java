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
package io.mqueduct.testkit;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/**
 * A broker that somebody else started: {@code -Dmqueduct.target=tcp=1883,ws=8083}. Shows that the
 * tests are about the standard, and where other brokers differ. Tests that need a setting of ours
 * are skipped.
 */
final class ExternalBackend implements Backend {
  /** The system property that names the ports. */
  static final String PROPERTY = "mqueduct.target";

  private final Map<String, Integer> ports = new HashMap<>();

  ExternalBackend(String target) {
    for (String part : target.split(",", -1)) {
      String[] pair = part.split("=", 2);
      ports.put(pair[0], Integer.parseInt(pair[1]));
    }
  }

  @Override
  public void start(Map<String, String> settings) {
    Assumptions.assumeTrue(settings.isEmpty(), "needs settings of ours");
  }

  @Override
  public void stop() {
    Assumptions.abort("another broker cannot be stopped");
  }

  @Override
  public void discard() {
    // it belongs to somebody else
  }

  @Override
  public int port(String type, String name) {
    Integer port = ports.get(type);
    Assumptions.assumeTrue(port != null && "default".equals(name), "no such listener");
    return port;
  }
}
