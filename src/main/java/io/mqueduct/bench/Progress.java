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
package io.mqueduct.bench;

/** Is told four times a second how a run goes, by the thread that runs it. */
@FunctionalInterface
public interface Progress {
  /**
   * The state of now.
   *
   * @param phase what is done, in a word or two
   * @param seconds since the run began
   * @param connected connections that are open
   * @param sent messages that were published
   * @param received messages that were delivered
   */
  void tell(String phase, double seconds, long connected, long sent, long received);
}
