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

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** What is left of a read behind the last whole packet. Stateless. */
final class Rest {
  private static final int SMALLEST = 128;

  private Rest() {}

  /** In a buffer that can grow, so that the large read buffer is given back; takes it over. */
  static ByteBuf of(ByteBuf in, ByteBufAllocator alloc) {
    if (in.readerIndex() == 0 && in.maxCapacity() == Integer.MAX_VALUE) {
      return in;
    }
    ByteBuf rest = alloc.buffer(Math.max(in.readableBytes(), SMALLEST));
    rest.writeBytes(in);
    in.release();
    return rest;
  }
}
