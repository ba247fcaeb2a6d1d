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
 * Asks the registry for the session of a client id, on behalf of a connection that was let in.
 *
 * @param clientId whose
 * @param cleanStart whether an existing session is thrown away (MQTT-3.1.2-4)
 * @param loop the connection's loop, which will own the session
 * @param loopAddress event-bus address of that loop, for an {@link Evict}
 */
public record Attach(String clientId, boolean cleanStart, SessionLoop loop, String loopAddress) {}
