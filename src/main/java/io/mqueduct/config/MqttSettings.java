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
import java.util.Map;

/** The protocol and the limits of each session: the section {@code mqtt}. */
public record MqttSettings(
    @Setting(
            key = "max_inflight",
            def = "32",
            max = 65535,
            hot = true,
            doc =
                "QoS 1 and 2 deliveries to one client that are not completed. 0: no limit but the "
                    + "65535 packet ids. Taken anew from each CONNECT.")
        int maxInflight,
    @Setting(
            key = "max_mqueue_len",
            def = "1000",
            infinity = true,
            zeroIsInfinity = true,
            hot = true,
            doc = "Messages waiting in one session's mqueue, per priority level.")
        int maxMqueueLen,
    @Setting(
            key = "max_mqueue_total_len",
            def = "infinity",
            infinity = true,
            zeroIsInfinity = true,
            hot = true,
            doc =
                "Messages waiting in one session's mqueue over all levels. When over, the lowest "
                    + "non-empty level gives way.")
        int maxMqueueTotalLen,
    @Setting(
            key = "max_mqueue_bytes",
            def = "infinity",
            unit = Unit.BYTES,
            infinity = true,
            zeroIsInfinity = true,
            hot = true,
            doc = "Bytes waiting in one session's mqueue over all levels; the same rule.")
        long maxMqueueBytes,
    @Setting(
            key = "mqueue_store_qos0",
            def = "true",
            hot = true,
            doc = "Whether QoS 0 messages may wait in the mqueue.")
        boolean mqueueStoreQos0,
    @Setting(
            key = "mqueue_priorities",
            def = "disabled",
            min = 1,
            max = 255,
            hot = true,
            doc =
                "disabled, or a map from topic filter to priority 1-255. The most specific filter "
                    + "wins: exact, then +, then #.")
        Map<String, Integer> mqueuePriorities,
    @Setting(
            key = "mqueue_default_priority",
            def = "lowest",
            hot = true,
            doc =
                "Level of topics that no entry of mqueue_priorities matches: lowest or highest. "
                    + "Without effect while priorities are disabled.")
        DefaultPriority mqueueDefaultPriority,
    @Setting(
            key = "mqueue_shift_multiplier",
            def = "10",
            min = 1,
            max = 1_000_000,
            hot = true,
            doc = "Messages per priority point that a level sends before the next has its turn.")
        int mqueueShiftMultiplier,
    @Setting(
            key = "retry_interval",
            def = "infinity",
            unit = Unit.DURATION,
            infinity = true,
            zeroIsInfinity = true,
            hot = true,
            doc =
                "Resend period for unacknowledged messages while the client stays connected. A "
                    + "resumed session always replays.")
        long retryIntervalMillis,
    @Setting(
            key = "max_awaiting_rel",
            def = "100",
            infinity = true,
            zeroIsInfinity = true,
            hot = true,
            doc = "Inbound QoS 2 packet ids of one session that wait for PUBREL.")
        int maxAwaitingRel,
    @Setting(
            key = "await_rel_timeout",
            def = "300s",
            unit = Unit.DURATION,
            min = 1,
            hot = true,
            doc = "Age at which such an id is released, with a warning in the log.")
        long awaitRelTimeoutMillis,
    @Setting(
            key = "session_expiry_interval",
            def = "2h",
            unit = Unit.DURATION,
            infinity = true,
            hot = true,
            doc =
                "How long a 3.1 or 3.1.1 session with clean session 0 is kept after its client "
                    + "left. 5.0 clients say it themselves.")
        long sessionExpiryIntervalMillis,
    @Setting(
            key = "max_session_expiry_interval",
            def = "infinity",
            unit = Unit.DURATION,
            infinity = true,
            hot = true,
            doc = "Upper bound of what a 5.0 client may ask for; the CONNACK says the result.")
        long maxSessionExpiryIntervalMillis,
    @Setting(
            key = "message_expiry_interval",
            def = "infinity",
            unit = Unit.DURATION,
            infinity = true,
            zeroIsInfinity = true,
            hot = true,
            doc = "Greatest age of a stored message, for 3.1.1 publishers too.")
        long messageExpiryIntervalMillis,
    @Setting(
            key = "max_subscriptions",
            def = "infinity",
            min = 1,
            infinity = true,
            hot = true,
            doc = "Subscriptions of one session. The filter beyond it gets SUBACK 0x97.")
        int maxSubscriptions,
    @Setting(
            key = "upgrade_qos",
            def = "false",
            hot = true,
            doc = "Deliver at the subscription's QoS, not at the lower of it and the publish's.")
        boolean upgradeQos,
    @Setting(
            key = "max_packet_size",
            def = "1MB",
            unit = Unit.BYTES,
            min = 128,
            max = 268_435_460,
            doc = "Greatest packet a client may send.")
        int maxPacketSize,
    @Setting(
            key = "max_topic_levels",
            def = "128",
            min = 1,
            max = 65535,
            hot = true,
            doc = "Levels of a topic name or filter.")
        int maxTopicLevels,
    @Setting(
            key = "max_qos_allowed",
            def = "2",
            max = 2,
            hot = true,
            doc = "Greatest QoS of a publish, and of a granted subscription.")
        int maxQosAllowed,
    @Setting(
            key = "retain_available",
            def = "true",
            hot = true,
            doc = "Whether retained messages are accepted.")
        boolean retainAvailable,
    @Setting(
            key = "wildcard_subscription",
            def = "true",
            hot = true,
            doc = "Whether filters with + and # are accepted.")
        boolean wildcardSubscription,
    @Setting(
            key = "shared_subscription",
            def = "true",
            hot = true,
            doc = "Whether $share/GROUP/FILTER is accepted.")
        boolean sharedSubscription,
    @Setting(
            key = "shared_subscription_strategy",
            def = "round_robin",
            hot = true,
            doc =
                "Which member of a shared group gets a message. Members that are away get one only"
                    + " if nobody of the group is connected.")
        SharedStrategy sharedSubscriptionStrategy,
    @Setting(
            key = "max_topic_alias",
            def = "65535",
            max = 65535,
            hot = true,
            doc = "Topic aliases that a 5.0 client may set. 0: none.")
        int maxTopicAlias,
    @Setting(
            key = "strict_receive_maximum",
            def = "enforce",
            hot = true,
            doc =
                "What happens to a 5.0 client that sends more unacknowledged QoS 1 and 2 messages"
                    + " than it was granted: enforce (DISCONNECT 0x93) or warn (one line in the"
                    + " log).")
        ReceiveMaximumRule strictReceiveMaximum,
    @Setting(
            key = "server_keepalive",
            def = "none",
            unit = Unit.DURATION,
            min = 1000,
            max = 65_535_000,
            word = "none",
            hot = true,
            doc = "Keep alive that 5.0 clients are told to use instead of their own.")
        int serverKeepaliveMillis,
    @Setting(
            key = "keepalive_multiplier",
            def = "1.5",
            min = 1,
            max = 10,
            hot = true,
            doc = "A client is given up after its keep alive times this.")
        double keepaliveMultiplier,
    @Setting(
            key = "idle_timeout",
            def = "15s",
            unit = Unit.DURATION,
            min = 100,
            max = 3_600_000,
            hot = true,
            doc =
                "How long a WebSocket connection may take from its opening to a complete CONNECT.")
        int idleTimeoutMillis,
    @Setting(
            key = "max_clientid_len",
            def = "65535",
            min = 23,
            max = 65535,
            hot = true,
            doc = "Greatest length of a client id, in bytes of UTF-8.")
        int maxClientidLen) {

  /** Level of topics without a configured priority. */
  public enum DefaultPriority {
    /** Below every configured level. */
    LOWEST,
    /** At the greatest priority. */
    HIGHEST
  }

  /** How a member of a shared group is chosen. */
  public enum SharedStrategy {
    /** Each time by chance. */
    RANDOM,
    /** In turn. */
    ROUND_ROBIN,
    /** The same member as long as it is there. */
    STICKY,
    /** The member with the fewest unacknowledged messages. */
    LEAST_INFLIGHT,
    /** By the publisher's client id. */
    HASH_CLIENTID,
    /** By the topic. */
    HASH_TOPIC
  }

  /** What happens to a client that exceeds its Receive Maximum. */
  public enum ReceiveMaximumRule {
    /** It is disconnected. */
    ENFORCE,
    /** It is reported. */
    WARN
  }

  /** {@link #maxInflight} as a limit that can be compared with: 1–65535. */
  public int windowLimit() {
    return maxInflight == 0 ? 65535 : maxInflight;
  }
}
