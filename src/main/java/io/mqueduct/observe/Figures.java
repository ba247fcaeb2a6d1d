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
package io.mqueduct.observe;

/**
 * What the broker has counted, at one moment. Immutable.
 *
 * @param connected clients that are connected
 * @param sessions sessions, of those that are connected and those that are away
 * @param connections connections that were let in since the start
 * @param sockets open sockets
 * @param subscriptions subscriptions of all sessions
 * @param retained retained messages, those of {@code $SYS} included
 * @param queues named queues
 * @param packetsReceived MQTT packets of all kinds
 * @param packetsSent MQTT packets of all kinds
 * @param bytesReceived bytes of MQTT, without TLS and WebSocket
 * @param bytesSent bytes of MQTT, without TLS and WebSocket
 * @param publishReceived PUBLISH packets
 * @param publishSent PUBLISH packets
 * @param publishBytesReceived bytes of their payloads
 * @param publishBytesSent bytes of their payloads
 * @param publishDropped messages that sessions dropped, and that were refused at QoS 0
 * @param heapBytes heap in use
 * @param directBytes direct memory in use
 * @param heapGuardLevel what the memory guard says of the heap: 0 enough, 1 high, 2 critical
 * @param directGuardLevel the same for direct memory
 * @param storeCommands commands that the store has committed; 0 without a store
 * @param storeCommits rounds that they were committed in
 * @param storeSyncs times that the store's log was brought to the disk
 */
public record Figures(
    long connected,
    long sessions,
    long connections,
    long sockets,
    long subscriptions,
    long retained,
    long queues,
    long packetsReceived,
    long packetsSent,
    long bytesReceived,
    long bytesSent,
    long publishReceived,
    long publishSent,
    long publishBytesReceived,
    long publishBytesSent,
    long publishDropped,
    long heapBytes,
    long directBytes,
    int heapGuardLevel,
    int directGuardLevel,
    long storeCommands,
    long storeCommits,
    long storeSyncs) {}
