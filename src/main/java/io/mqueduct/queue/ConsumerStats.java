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
 * One consumer of a queue in numbers, at one moment. Immutable.
 *
 * @param id client id, or whatever names it
 * @param unacknowledged messages that it has
 * @param credit how many it can take now
 * @param paused whether it asked for less (0x97) and gets nothing for a while
 */
public record ConsumerStats(String id, int unacknowledged, int credit, boolean paused) {}
