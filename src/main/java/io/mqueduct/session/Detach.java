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
package io.mqueduct.session;

/**
 * Gives a session back to the registry after its connection ended.
 *
 * @param clientId whose
 * @param epoch of the {@link Attached} that began it
 * @param session the session; its owner is the registry's loop already
 * @param willStands whether the Will is still to be published, that is unless the client sent
 *     DISCONNECT with 0x00 (MQTT-3.1.2-8, MQTT-3.14.4-3)
 * @param expiryMillis how long the session is kept, 0 for not at all, {@link Long#MAX_VALUE} for
 *     ever
 */
public record Detach(
    String clientId, long epoch, Session session, boolean willStands, long expiryMillis) {}
