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

/**
 * Has the loop of a connection subscribe its client, as an operator says; answered with {@link
 * io.mqueduct.session.InSession.Done} that has the {@link io.mqueduct.message.ReasonCode} of a
 * SUBACK.
 *
 * @param clientId whose connection
 * @param filter topic filter, may be shared
 * @param qos 0 to 2
 * @param retainHandling 0 to 2
 */
public record OperatorSubscribe(
    String clientId,
    String filter,
    int qos,
    boolean noLocal,
    boolean retainAsPublished,
    int retainHandling) {}
