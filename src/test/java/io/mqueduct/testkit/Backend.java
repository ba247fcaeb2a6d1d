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

import java.util.Map;

/** What runs the broker behind a {@link RunningBroker}. Used by the test's thread. */
interface Backend {
  /** Starts, or starts again on the same data. */
  void start(Map<String, String> settings);

  /** Stops in order. */
  void stop();

  /** Ends without any order, as a power cut would for the process. */
  default void kill() {
    throw new UnsupportedOperationException("only a broker in a process of its own can be killed");
  }

  /** Stops for good and leaves nothing behind. */
  void discard();

  /** The named queues, managed over the event bus. */
  default Queues queues() {
    throw new UnsupportedOperationException("only those of a broker in this process");
  }

  /** The port of a listener, for example {@code tcp}, {@code default}. */
  int port(String type, String name);

  /** What its process has written. */
  default String log() {
    throw new UnsupportedOperationException("it has no log of its own");
  }
}
