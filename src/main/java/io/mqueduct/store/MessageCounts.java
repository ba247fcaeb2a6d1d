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
package io.mqueduct.store;

import java.util.List;

/**
 * How much a list holds, exactly. Immutable.
 *
 * @param count messages
 * @param bytes sum of what limits count for them
 * @param lanes the same for each priority level that is not empty, lowest first
 */
public record MessageCounts(long count, long bytes, List<Lane> lanes) {
  /** Nothing. */
  public static final MessageCounts NONE = new MessageCounts(0, 0, List.of());

  /**
   * One priority level.
   *
   * @param id 0 to 255
   * @param head no message has a sequence below
   * @param count messages
   * @param bytes sum of what limits count for them
   * @param qos0 how many of them are of QoS 0
   */
  public record Lane(int id, long head, long count, long bytes, long qos0) {}
}
