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

import io.mqueduct.auth.AuthenticatorChain;
import io.mqueduct.auth.Authorizer;
import io.mqueduct.auth.EnhancedMethods;

/**
 * Who is let in, and what they may do. Immutable, any thread.
 *
 * @param authenticators ask for a user name and password, or a certificate
 * @param enhanced methods of enhanced authentication that are offered (MQTT 5.0 section 4.12)
 * @param authorizer makes the access of each client
 */
public record AccessControl(
    AuthenticatorChain authenticators, EnhancedMethods enhanced, Authorizer authorizer) {}
