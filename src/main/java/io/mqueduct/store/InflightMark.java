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
package io.mqueduct.store;

/**
 * A packet id of a session's window. Immutable.
 *
 * @param packetId 1 to 65,535
 * @param released false: PUBLISH was sent and the message is in the list; true: PUBREL is to be
 *     sent, the message is gone
 * @param lane of the message; 0 if released
 * @param sequence of the message; 0 if released
 */
public record InflightMark(int packetId, boolean released, int lane, long sequence) {}
