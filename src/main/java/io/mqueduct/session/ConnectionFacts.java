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

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * What people want to know about the connection of a session, or about its last one. Immutable, any
 * thread.
 *
 * @param version 3, 4 or 5 as in CONNECT
 * @param userName the user name, or null if there was none
 * @param peer where the client is, null if unknown
 * @param listener such as {@code tcp:default}
 * @param keepAliveSeconds as CONNECT and CONNACK agreed, 0 for none
 * @param cleanStart whether CONNECT asked for a new session
 * @param expiryMillis how long the session outlives the connection; Long.MAX_VALUE for ever
 * @param mountpoint what stands before every topic of this client, maybe empty
 * @param connectedAtMillis wall clock
 */
public record ConnectionFacts(
    int version,
    @Nullable String userName,
    @Nullable InetSocketAddress peer,
    String listener,
    int keepAliveSeconds,
    boolean cleanStart,
    long expiryMillis,
    String mountpoint,
    long connectedAtMillis) {}
