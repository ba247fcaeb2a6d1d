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

import io.mqueduct.message.ReasonCode;
import io.mqueduct.protocol.codec.Connect;
import io.mqueduct.protocol.codec.PacketEncoder;
import io.mqueduct.protocol.codec.PacketType;
import io.mqueduct.protocol.codec.UserProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an acknowledgement tells a publisher about the queues that took its message, so that it can
 * slow down before they are full: {@code mq-fill}, how much of its limit the fullest one uses, in
 * percent, and {@code mq-retry-after}, milliseconds, if the message was refused. Only for clients
 * that ask for it, with the user property {@code mq-hints} of the value {@code true} in their
 * CONNECT. Stateless.
 */
final class PublishHints {
  private static final String RETRY_AFTER_MILLIS = "1000";

  private PublishHints() {}

  /** Whether a client asks for hints; tells the log if it says neither yes nor no. */
  static boolean areWanted(Connect connect, RateLimitedLog log) {
    for (UserProperty each : connect.userProperties()) {
      if (each.name().equals("mq-hints")) {
        boolean asks = each.value().equals("true");
        if (!asks && !each.value().equals("false")) {
          log.info("client={} mq-hints is neither true nor false", connect.clientId());
        }
        return asks;
      }
    }
    return false;
  }

  /**
   * Writes PUBACK or PUBREC, with hints and a reason if there are any and the client wants them.
   */
  static void ack(
      Connection to,
      int qos,
      int packetId,
      ReasonCode code,
      int fillPercent,
      @Nullable String reason) {
    PacketType type = qos == 1 ? PacketType.PUBACK : PacketType.PUBREC;
    if (reason != null) {
      PacketEncoder.ack(
          to.channel().out(), to.version, type, packetId, code, reason, to.negotiated.forReasons());
      return;
    }
    if (fillPercent < 0 || !to.negotiated.hints()) {
      to.ack(type, packetId, code);
      return;
    }
    UserProperty fill = new UserProperty("mq-fill", Integer.toString(fillPercent));
    PacketEncoder.ack(
        to.channel().out(),
        to.version,
        type,
        packetId,
        code,
        ReasonTexts.of(code),
        code == ReasonCode.QUOTA_EXCEEDED
            ? List.of(fill, new UserProperty("mq-retry-after", RETRY_AFTER_MILLIS))
            : List.of(fill),
        to.negotiated.forReasons());
  }
}
