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
package io.mqueduct.app;

import io.mqueduct.config.MqttSettings;
import io.mqueduct.config.RetainerSettings;
import io.mqueduct.routing.RetainedStore;
import io.mqueduct.routing.SharedRules;
import io.mqueduct.routing.SharedStrategy;

/** What the configuration says to the router, in the router's words. Stateless. */
final class RoutingRules {
  private RoutingRules() {}

  static SharedRules.Values shared(MqttSettings mqtt) {
    return new SharedRules.Values(
        SharedStrategy.valueOf(mqtt.sharedSubscriptionStrategy().name()),
        mqtt.maxMqueueLen() == 0 ? Integer.MAX_VALUE : mqtt.maxMqueueLen(),
        mqtt.mqueueStoreQos0(),
        mqtt.upgradeQos());
  }

  static RetainedStore.Limits retained(RetainerSettings retainer) {
    return new RetainedStore.Limits(
        retainer.maxRetained() == Integer.MAX_VALUE ? Long.MAX_VALUE : retainer.maxRetained(),
        retainer.maxPayloadBytes(),
        retainer.msgExpiryIntervalMillis());
  }
}
