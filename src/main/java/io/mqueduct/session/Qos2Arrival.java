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

/** What to do with a QoS 2 PUBLISH that arrives from a client (MQTT 5.0, 4.3.3). */
public enum Qos2Arrival {
  /** Not seen before, whatever its DUP flag says: route it, then PUBREC. */
  FIRST,
  /** Seen before and not yet released: PUBREC again, do not route it (MQTT-4.3.3-10). */
  REPEAT,
  /**
   * Seen before, but not stored yet: PUBREC when it is, do not route it. The answer to the first
   * one may be an error.
   */
  REPEAT_OF_UNSTORED,
  /** No room for another identifier: DISCONNECT 0x93, for 3.1.1 close. */
  FULL
}
