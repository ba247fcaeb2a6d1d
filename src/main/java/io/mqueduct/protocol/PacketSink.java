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
package io.mqueduct.protocol;

import io.mqueduct.protocol.codec.Packet;
import io.mqueduct.protocol.codec.Violation;

/** Who gets what arrives on a channel. Called by its loop, never after {@link #gone}. */
interface PacketSink {
  /** The next packet. */
  void packet(Packet packet);

  /** The client broke the protocol; nothing more is read. */
  void violation(Violation violation);

  /** The send buffer fell below its low-water mark. */
  void writable();

  /** Some bytes arrived; for keep alive. */
  void heard();

  /** How long nothing is to be read after a PUBLISH, milliseconds, because memory is short. */
  long slowsDownMillis();

  /** The socket is closed; called once. */
  void gone();
}
