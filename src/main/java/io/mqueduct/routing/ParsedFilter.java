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

/** What the topic filter of a SUBSCRIBE or UNSUBSCRIBE turned out to be. Immutable, any thread. */
public sealed interface ParsedFilter {
  /**
   * An ordinary subscription.
   *
   * @param filter the topic filter
   */
  record Plain(String filter) implements ParsedFilter {}

  /**
   * A shared subscription (MQTT 5.0 section 4.8.2).
   *
   * @param group name of the group
   * @param filter the topic filter without {@code $share/group/}
   */
  record Shared(String group, String filter) implements ParsedFilter {}

  /**
   * Not a filter; SUBACK and UNSUBACK carry 0x8F for it.
   *
   * @param fault what is wrong
   */
  record Invalid(TopicFault fault) implements ParsedFilter {}
}
