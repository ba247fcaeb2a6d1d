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
package io.mqueduct.protocol;

import io.mqueduct.message.TopicName;
import io.mqueduct.protocol.codec.Connect;

/**
 * What CONNECT and CONNACK agreed on. Immutable.
 *
 * @param maxPacketSize greatest packet that the client takes, bytes; {@link Connect#NO_LIMIT}
 * @param receiveMaximum QoS 1 and 2 messages that the client may have unacknowledged
 * @param topicAliasMaximum greatest alias that the client may use
 * @param silenceMillis silence after which the client is gone, 0 for never
 * @param keepAliveSeconds what the client is told if it is not what it asked for
 * @param problemInformation whether acknowledgements may carry reason strings
 * @param hints whether acknowledgements tell how full queues are
 * @param mountpoint what stands before every topic of this client, maybe empty
 */
record Negotiated(
    long maxPacketSize,
    int receiveMaximum,
    int topicAliasMaximum,
    long silenceMillis,
    int keepAliveSeconds,
    boolean problemInformation,
    boolean hints,
    TopicName mountpoint) {
  /** Before anything was agreed. */
  static final Negotiated NONE =
      new Negotiated(Connect.NO_LIMIT, 0, 0, 0, 0, true, false, TopicName.of(""));

  /** What the CONNECT alone says, for the answers that may come before the CONNACK. */
  static Negotiated asked(Connect connect) {
    return new Negotiated(
        connect.maximumPacketSize(),
        0,
        0,
        0,
        0,
        connect.requestProblemInformation(),
        false,
        NONE.mountpoint);
  }

  /** Whether topics have to be changed on their way. */
  boolean isMounted() {
    return mountpoint.utf8().length > 0;
  }

  /** Bytes that a packet with a reason string may have; 0 if the client wants none. */
  long forReasons() {
    return problemInformation ? maxPacketSize : 0;
  }
}
