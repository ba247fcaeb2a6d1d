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
package io.mqueduct.session;

import java.util.function.LongConsumer;

/** Brings one will to whoever is to have it. */
@FunctionalInterface
public interface WillBearer {
  /**
   * Tries. The registry's loop calls, again only after the answer.
   *
   * @param again is told, on any thread, once, after how many milliseconds to try again; 0 if
   *     everybody has it, or it is given up
   */
  void go(LongConsumer again);
}
