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

import io.mqueduct.message.TopicName;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@link TopicName} of bytes that were seen before, so that a repeated topic costs
 * neither text nor a check. One per event loop, called by it only. Implementations may forget at
 * any time.
 */
public interface TopicInterner {
  /**
   * The name that {@link #add} once got for these bytes.
   *
   * @return null if it is not known (any more)
   */
  @Nullable TopicName find(byte[] bytes, int offset, int length);

  /** A new name; it has been checked: well-formed, at least one character, no wildcards. */
  void add(TopicName topic);
}
