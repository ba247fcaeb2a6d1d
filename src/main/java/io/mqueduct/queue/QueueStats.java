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

import java.util.Map;

/**
 * One queue in numbers, at one moment. Immutable.
 *
 * @param depth messages that are stored, handed out ones included
 * @param bytes sum of topic, properties and payload of these
 * @param unacknowledged messages that are handed out
 * @param retrying messages that were rejected and wait for their time
 * @param delayed messages that were stored with a delay, due or not
 * @param inMemory messages that wait in memory
 * @param oldestAgeMillis since when the message that was stored first of these is published; 0 if
 *     there is none
 * @param oldestUnassignedMillis how long the next visible message has waited for a consumer
 * @param stalledMillis how long a visible message and a consumer with credit have not met: 0,
 *     unless something is wrong
 * @param consumers attached consumers
 * @param fillPercent how much of the limit is used
 * @param inPerSecond stored, over the last ten seconds
 * @param outPerSecond handed out
 * @param acknowledgedPerSecond acknowledged
 * @param totals what happened since the queue was opened, by name
 * @param dropped messages that were dropped since then, by reason; only those that occurred
 */
public record QueueStats(
    long depth,
    long bytes,
    int unacknowledged,
    int retrying,
    long delayed,
    int inMemory,
    long oldestAgeMillis,
    long oldestUnassignedMillis,
    long stalledMillis,
    int consumers,
    int fillPercent,
    double inPerSecond,
    double outPerSecond,
    double acknowledgedPerSecond,
    Map<String, Long> totals,
    Map<String, Long> dropped) {}
