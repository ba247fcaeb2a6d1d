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
package io.mqueduct.routing;

import org.jspecify.annotations.Nullable;

/** Who published messages that are answered later; for MQTT clients their connection. */
public interface Publisher {
  /** The address that it publishes from, or null. Any thread. */
  @Nullable String peerHost();

  /** Runs something on the publisher's loop soon. Any thread. */
  void execute(Runnable task);

  /**
   * What it publishes without waiting for an answer is too fast: it is to pause for a moment, and
   * while {@link #turns} are full. The publisher's loop only.
   */
  void slowDown();

  /** Its messages that wait for their turn. The publisher's loop only. */
  Turns turns();
}
