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

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A CONNECT packet (MQTT 5.0 section 3.1). What a 3.1 or 3.1.1 client cannot say has the value that
 * its absence means in 5.0.
 *
 * @param version 3 (MQTT 3.1), 4 (3.1.1) or 5
 * @param cleanStart Clean Start, or Clean Session of the older versions
 * @param keepAliveSeconds 0 to 65,535; 0 is none
 * @param clientId maybe empty: the broker assigns one then
 * @param will the Will, if any
 * @param username the User Name, if any
 * @param password the Password as bytes, if any. Never to be logged
 * @param sessionExpirySeconds 0 to 4,294,967,295, the greatest means never; absent 0. Says nothing
 *     for the older versions
 * @param receiveMaximum 1 to 65,535; absent 65,535
 * @param maximumPacketSize 1 to 4,294,967,295, or {@link #NO_LIMIT}
 * @param topicAliasMaximum 0 to 65,535; absent 0
 * @param requestResponseInformation whether the client would like Response Information
 * @param requestProblemInformation whether acknowledgements may carry reason strings and user
 *     properties; absent true
 * @param authenticationMethod method of an enhanced authentication, if any
 * @param authenticationData its first data, if any
 * @param userProperties in their order
 */
@SuppressWarnings("ArrayRecordComponent") // shared bytes; nobody compares packets
public record Connect(
    int version,
    boolean cleanStart,
    int keepAliveSeconds,
    String clientId,
    @Nullable Will will,
    @Nullable String username,
    byte @Nullable [] password,
    long sessionExpirySeconds,
    int receiveMaximum,
    long maximumPacketSize,
    int topicAliasMaximum,
    boolean requestResponseInformation,
    boolean requestProblemInformation,
    @Nullable String authenticationMethod,
    byte @Nullable [] authenticationData,
    List<UserProperty> userProperties)
    implements Packet {
  /** {@link #maximumPacketSize()} of a client that gave none. */
  public static final long NO_LIMIT = Long.MAX_VALUE;

  @Override
  public PacketType type() {
    return PacketType.CONNECT;
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "Connect[version " + version + ", client id " + clientId + "]";
  }
}
