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

import io.netty.buffer.ByteBuf;

/** What a client does on its connection. Called on the connection's event loop. */
interface Role {
  /** The broker accepted the connection; {@link Link#ready} is called once the client may begin. */
  void accepted(Link link, boolean sessionPresent, int receiveMaximum);

  /** A packet that the connection does not handle itself. */
  void frame(Link link, int first, ByteBuf in, int at, int length);

  /** The connection takes bytes again. */
  default void writable(Link link) {}

  /** Does nothing but be connected. */
  final class Idle implements Role {
    @Override
    public void accepted(Link link, boolean sessionPresent, int receiveMaximum) {
      link.ready();
    }

    @Override
    public void frame(Link link, int first, ByteBuf in, int at, int length) {
      // nothing is expected
    }
  }
}
