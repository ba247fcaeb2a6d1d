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

import io.mqueduct.message.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * PUBACK, PUBREC, PUBREL or PUBCOMP of a client (MQTT 5.0 sections 3.4 to 3.7).
 *
 * @param type which of the four
 * @param packetId 1 to 65,535
 * @param code one that the standard defines for this packet
 * @param reasonString text for people, if any; user properties are checked and dropped
 */
public record Ack(PacketType type, int packetId, ReasonCode code, @Nullable String reasonString)
    implements Packet {}
