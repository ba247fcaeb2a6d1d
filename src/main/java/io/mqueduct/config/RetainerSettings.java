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

/** Retained messages: the section {@code retainer}. */
public record RetainerSettings(
    @Setting(
            key = "enable",
            def = "true",
            hot = true,
            doc = "Whether retained messages are kept. Off: like mqtt.retain_available: false.")
        boolean enable,
    @Setting(
            key = "max_retained",
            def = "1000000",
            infinity = true,
            zeroIsInfinity = true,
            hot = true,
            doc = "How many topics may have one. A new topic beyond it is refused with 0x97.")
        int maxRetained,
    @Setting(
            key = "max_payload",
            def = "1MB",
            unit = Unit.BYTES,
            infinity = true,
            zeroIsInfinity = true,
            hot = true,
            doc = "Greatest payload that is retained. A greater one is refused with 0x97.")
        long maxPayloadBytes,
    @Setting(
            key = "msg_expiry_interval",
            def = "infinity",
            unit = Unit.DURATION,
            infinity = true,
            zeroIsInfinity = true,
            hot = true,
            doc = "Greatest age of a retained message; a message may say less itself.")
        long msgExpiryIntervalMillis,
    @Setting(
            key = "delivery_rate",
            def = "infinity",
            hot = true,
            doc = "Retained messages sent to one client after a SUBSCRIBE, as 1000/s.")
        Rate deliveryRate) {}
