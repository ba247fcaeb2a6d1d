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

/**
 * The Will of a CONNECT.
 *
 * @param topic valid: at least one character, no wildcards
 * @param payload the application's bytes
 * @param properties forwardable properties, encoded as in {@link Publish#properties()}
 * @param qos 0, 1 or 2
 * @param retain whether it is published as a retained message
 * @param delaySeconds Will Delay Interval, 0 to 4,294,967,295
 * @param expirySeconds Message Expiry Interval, or -1
 * @param utf8Payload whether Payload Format Indicator says that the payload is text
 */
@SuppressWarnings("ArrayRecordComponent") // shared bytes; nobody compares packets
public record Will(
    TopicName topic,
    byte[] payload,
    byte[] properties,
    int qos,
    boolean retain,
    long delaySeconds,
    long expirySeconds,
    boolean utf8Payload) {}
