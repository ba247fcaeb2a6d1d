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
package io.mqueduct.queue;

/**
 * How much memory the waiting messages of all queues of one loop may take. Owned by that loop. It
 * is no hard limit: each queue may hold a few messages in any case.
 */
public final class MemoryBudget {
  private final long maxBytes;
  private long usedBytes;

  /** A budget of so many bytes of messages. */
  public MemoryBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  boolean hasRoom() {
    return usedBytes < maxBytes;
  }

  void use(long bytes) {
    usedBytes += bytes;
  }

  /** What is used now, bytes. */
  public long usedBytes() {
    return usedBytes;
  }
}
