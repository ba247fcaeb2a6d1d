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
import io.vertx.core.Future;
import java.util.Map;

/** Changes keys of the configuration while the broker runs. Any thread. */
@FunctionalInterface
public interface SettingsOverride {
  /** Of a broker whose configuration stays as it is. */
  SettingsOverride NONE =
      values -> Future.failedFuture(new ConfigException("the configuration cannot be changed"));

  /**
   * Sets keys until the broker ends; completes, on any thread, when they are in force. Fails with a
   * {@link ConfigException}, and changes nothing, if a key is unknown, needs a restart, or has a
   * value that is not allowed.
   */
  Future<?> set(Map<String, String> values);
}
