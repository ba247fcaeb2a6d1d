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
package io.mqueduct.protocol.codec;

import io.mqueduct.message.Message;

/**
 * What all decoders of one event loop share: scratch bytes, readers, known topics. Owned by that
 * loop; nothing in it outlives a call of {@link PacketDecoder#decode}.
 */
public final class Workspace {
  private static final int KEPT_BYTES = 64 * 1024;

  final FieldReader fields = new FieldReader();
  final PropertyBlock properties = new PropertyBlock();
  final TopicInterner topics;
  private byte[] scratch = Message.NO_BYTES;

  /** A workspace of a loop, with the topics it knows. */
  public Workspace(TopicInterner topics) {
    this.topics = topics;
  }

  /** Scratch of at least that size; large ones are not kept. */
  byte[] scratch(int length) {
    if (length <= scratch.length) {
      return scratch;
    }
    if (length > KEPT_BYTES) {
      return new byte[length];
    }
    scratch = new byte[Math.max(1024, Integer.highestOneBit(length - 1) << 1)];
    return scratch;
  }
}
