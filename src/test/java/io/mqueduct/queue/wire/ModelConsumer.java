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
package io.mqueduct.queue.wire;

import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.WirePeer;
import java.util.LinkedHashMap;
import java.util.Map;

/** A worker of {@link QueueModel} that is connected, and what it has. */
final class ModelConsumer {
  /** Messages that it takes at a time. */
  static final int WINDOW = 6;

  final int number;
  final boolean isDurable;
  final Map<String, Publish> held = new LinkedHashMap<>();
  WirePeer peer;
  boolean slowedDown;

  ModelConsumer(int number, boolean isDurable, WirePeer peer) {
    this.number = number;
    this.isDurable = isDurable;
    this.peer = peer;
  }

  boolean hasRoom() {
    return !slowedDown && held.size() < WINDOW;
  }
}
