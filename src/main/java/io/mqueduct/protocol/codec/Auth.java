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
 * An AUTH packet of a 5.0 client (section 3.15), with the same method as its CONNECT.
 *
 * @param code CONTINUE_AUTHENTICATION or REAUTHENTICATE
 * @param method the authentication method
 * @param data its data, if any. Never to be logged
 */
@SuppressWarnings("ArrayRecordComponent") // shared bytes; nobody compares packets
public record Auth(ReasonCode code, String method, byte @Nullable [] data) implements Packet {
  @Override
  public PacketType type() {
    return PacketType.AUTH;
  }

  /** Without the data. */
  @Override
  public String toString() {
    return "Auth[" + code + ", " + method + "]";
  }
}
