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

/**
 * A well-formed packet of a client that breaks no rule which can be judged without knowing the
 * state of its session. Immutable, any thread; arrays belong to whoever got the packet.
 */
public sealed interface Packet extends Decoded
    permits Connect, Publish, Ack, Subscribe, Unsubscribe, PingReq, Disconnect, Auth {
  /** Which of the packets it is, for a {@code switch}. */
  PacketType type();
}
