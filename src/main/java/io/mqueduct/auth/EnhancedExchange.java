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
package io.mqueduct.auth;

import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/**
 * One run of an enhanced authentication. Owned by the connection's loop; not thread-safe. After a
 * success or a failure there are no more steps.
 */
public interface EnhancedExchange {
  /**
   * Takes the next Authentication Data of the client, of CONNECT or AUTH.
   *
   * @param data as it came; null when the packet had none. Not changed by anybody
   * @return what to answer, completed on the caller's context; a failed future counts as a failure
   */
  Future<EnhancedStep> step(byte @Nullable [] data);
}
