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
package io.mqueduct.routing;

/** Which member of a shared group gets a message; members that are online come first. */
public enum SharedStrategy {
  /** Any, with equal chance. */
  RANDOM,
  /** In turn. */
  ROUND_ROBIN,
  /** The same until it leaves or goes offline. */
  STICKY,
  /** One with the fewest deliveries that are not acknowledged; in large groups, of a sample. */
  LEAST_INFLIGHT,
  /** The same for all messages of one publisher while the members stay the same. */
  HASH_CLIENTID,
  /** The same for all messages of one topic while the members stay the same. */
  HASH_TOPIC
}
