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

import io.mqueduct.message.ReasonCode;

/**
 * Tells a connection's loop to end the connection and to give the session back with a {@link
 * Detach}. A loop that no longer has the connection has sent its Detach before, and does nothing.
 *
 * @param clientId whose
 * @param epoch the attachment that ends
 * @param code what the client is told: taken over, administrative action
 */
public record Evict(String clientId, long epoch, ReasonCode code) {}
