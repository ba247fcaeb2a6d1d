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

/**
 * What a loop does between two looks at its sockets, for those who keep messages until its end.
 * Owned by that loop.
 */
@FunctionalInterface
public interface Pass {
  /** Runs a task at the end of this pass, once. */
  void atEndOfPass(Runnable task);

  /** The message that is being published is kept, and handed over later. */
  default void keeps() {}

  /** All that was kept has been handed over. */
  default void handedOver() {}
}
