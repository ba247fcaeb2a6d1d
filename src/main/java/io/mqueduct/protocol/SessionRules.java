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

import io.mqueduct.config.MqttSettings;
import io.mqueduct.session.Priorities;
import io.mqueduct.session.SessionSettings;
import org.jspecify.annotations.Nullable;

/**
 * What the section {@code mqtt} means for sessions; one object for all sessions as long as it does
 * not change. Any thread.
 */
public final class SessionRules {
  private volatile @Nullable Known known; // written by any: all make the same of the same

  private record Known(MqttSettings mqtt, SessionSettings rules) {}

  /** The rules for sessions from now on. */
  @SuppressWarnings("ReferenceEquality") // the same object nearly always; equals only to be sure
  public SessionSettings of(MqttSettings mqtt) {
    Known last = known;
    if (last == null || !last.mqtt.equals(mqtt)) {
      last = new Known(mqtt, made(mqtt));
      known = last;
    }
    return last.rules;
  }

  /** What the section {@code mqtt} says about sessions. */
  private static SessionSettings made(MqttSettings mqtt) {
    return SessionSettings.DEFAULTS.toBuilder()
        .maxInflight(mqtt.maxInflight())
        .maxMqueueLen(unlimitedIsZero(mqtt.maxMqueueLen()))
        .maxMqueueTotalLen(unlimitedIsZero(mqtt.maxMqueueTotalLen()))
        .maxMqueueBytes(mqtt.maxMqueueBytes() == Long.MAX_VALUE ? 0 : mqtt.maxMqueueBytes())
        .storeQos0(mqtt.mqueueStoreQos0())
        .priorities(
            mqtt.mqueuePriorities().isEmpty()
                ? Priorities.DISABLED
                : new Priorities(
                    mqtt.mqueuePriorities(),
                    mqtt.mqueueDefaultPriority() == MqttSettings.DefaultPriority.HIGHEST))
        .shiftMultiplier(mqtt.mqueueShiftMultiplier())
        .retryIntervalMillis(
            mqtt.retryIntervalMillis() == Long.MAX_VALUE ? 0 : mqtt.retryIntervalMillis())
        .maxAwaitingRel(unlimitedIsZero(mqtt.maxAwaitingRel()))
        .awaitRelTimeoutMillis(mqtt.awaitRelTimeoutMillis())
        .maxSubscriptions(unlimitedIsZero(mqtt.maxSubscriptions()))
        .upgradeQos(mqtt.upgradeQos())
        .build();
  }

  private static int unlimitedIsZero(int limit) {
    return limit == Integer.MAX_VALUE ? 0 : limit;
  }
}
