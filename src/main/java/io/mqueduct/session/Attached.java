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
 * The registry's answer to an {@link Attach}: from now on the session belongs to the asking loop,
 * which must give it back with a {@link Detach} of the same epoch.
 *
 * @param session the session; its owner is the asking loop already
 * @param present Session Present: it existed before (MQTT-3.2.2-2)
 * @param epoch which attachment of this client id it is; what carries an older one is late
 */
public record Attached(Session session, boolean present, long epoch) {}
