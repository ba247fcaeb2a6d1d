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
package io.mqueduct.config;

import io.mqueduct.config.Setting.Unit;

/** Bounds of the whole broker and of each client: the section {@code limits}. */
public record LimitsSettings(
    @Setting(
            key = "max_connections",
            def = "infinity",
            min = 1,
            infinity = true,
            hot = true,
            doc = "Connections in all. One more is refused with 0x97 (3.1.1: 0x03).")
        int maxConnections,
    @Setting(
            key = "max_conn_rate",
            def = "infinity",
            hot = true,
            doc =
                "New connections in all, as 5000/s. What is beyond is refused with 0x9F (3.1.1: 0x03).")
        Rate maxConnRate,
    @Setting(
            key = "connect_timeout",
            def = "5s",
            unit = Unit.DURATION,
            min = 100,
            max = 3_600_000,
            hot = true,
            doc =
                "How long a connection may take to a complete CONNECT. A TLS handshake, a PROXY"
                    + " header and a WebSocket's HTTP request may each take as long before.")
        int connectTimeoutMillis,
    @Setting(
            key = "max_sessions",
            def = "infinity",
            min = 1,
            infinity = true,
            hot = true,
            doc = "Sessions in all, connected and away. A new one beyond it is refused with 0x97.")
        int maxSessions,
    @Setting(
            key = "max_subscriptions",
            def = "infinity",
            min = 1,
            infinity = true,
            hot = true,
            doc = "Subscriptions in all. The filter beyond it gets SUBACK 0x97.")
        int maxSubscriptions,
    @Setting(
            key = "send_buffer_high",
            def = "1MB",
            unit = Unit.BYTES,
            min = 4096,
            max = 1_073_741_824,
            hot = true,
            doc = "Bytes waiting for one client's socket at which it counts as congested.")
        int sendBufferHigh,
    @Setting(
            key = "send_buffer_low",
            def = "256KB",
            unit = Unit.BYTES,
            min = 0,
            max = 1_073_741_824,
            hot = true,
            doc = "Bytes at which the congestion is over.")
        int sendBufferLow,
    @Setting(
            key = "messages_rate",
            def = "infinity",
            hot = true,
            doc = "PUBLISH packets from each client, as 100/s. Beyond it reading pauses.")
        Rate messagesRate,
    @Setting(
            key = "messages_burst",
            def = "auto",
            min = 1,
            word = "auto",
            hot = true,
            doc = "Messages that a client may send at once. auto: those of one second.")
        long messagesBurst,
    @Setting(
            key = "bytes_rate",
            def = "infinity",
            hot = true,
            doc = "Bytes from each client, as 1MB/s. Beyond it reading pauses.")
        Rate bytesRate,
    @Setting(
            key = "bytes_burst",
            def = "auto",
            unit = Unit.BYTES,
            min = 1,
            word = "auto",
            hot = true,
            doc = "Bytes that a client may send at once. auto: those of one second.")
        long bytesBurst,
    @Section(key = "memory_guard", doc = "Protects the process from running out of memory.")
        MemoryGuard memoryGuard,
    @Section(key = "flapping", doc = "Clients that connect too often are banned for a while.")
        Flapping flapping) {

  /** The section {@code limits.memory_guard}. Fractions of the heap or of the direct memory. */
  public record MemoryGuard(
      @Setting(key = "enable", def = "true", hot = true, doc = "Whether the guard works.")
          boolean enable,
      @Setting(
              key = "high",
              def = "0.80",
              max = 1,
              hot = true,
              doc =
                  "Part of the memory in use at which new connections are refused with 0x97 and"
                      + " publishers are slowed down.")
          double high,
      @Setting(
              key = "critical",
              def = "0.92",
              max = 1,
              hot = true,
              doc =
                  "Part of the memory in use at which publishes are refused with 0x97, and dropped"
                      + " at QoS 0.")
          double critical) {}

  /** The section {@code limits.flapping}. */
  public record Flapping(
      @Setting(key = "enable", def = "false", hot = true, doc = "Whether flapping is detected.")
          boolean enable,
      @Setting(
              key = "max_count",
              def = "15",
              min = 2,
              max = 100_000,
              hot = true,
              doc = "Connections of one client id inside the window; one more and it is banned.")
          int maxCount,
      @Setting(
              key = "window",
              def = "1m",
              unit = Unit.DURATION,
              min = 1000,
              hot = true,
              doc = "The window.")
          long windowMillis,
      @Setting(
              key = "ban_time",
              def = "5m",
              unit = Unit.DURATION,
              min = 1000,
              hot = true,
              doc = "How long the client id is refused (0x8A).")
          long banTimeMillis) {}
}
