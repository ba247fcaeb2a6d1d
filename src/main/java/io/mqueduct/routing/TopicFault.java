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

/** What is wrong with a topic name or a topic filter (MQTT 5.0 section 4.7), or {@link #NONE}. */
public enum TopicFault {
  /** It is valid. */
  NONE("valid"),
  /** No character at all [MQTT-4.7.3-1]. */
  EMPTY("is empty"),
  /** More than 65,535 bytes of UTF-8 [MQTT-4.7.3-3]. */
  TOO_LONG("is longer than 65535 bytes"),
  /** Contains U+0000 [MQTT-4.7.3-2]. */
  NUL("contains U+0000"),
  /** Contains half of a surrogate pair, which has no UTF-8 form [MQTT-1.5.4-1]. */
  NOT_UNICODE("is not well-formed Unicode"),
  /** A wildcard in the name of a topic [MQTT-3.3.2-2]. */
  WILDCARD_IN_NAME("contains a wildcard"),
  /** {@code #} anywhere but alone in the last level [MQTT-4.7.1-1]. */
  MISPLACED_HASH("has # elsewhere than alone in the last level"),
  /** {@code +} that does not fill its level [MQTT-4.7.1-2]. */
  MISPLACED_PLUS("has + that does not fill its level"),
  /** More levels than the broker is configured for. */
  TOO_MANY_LEVELS("has too many levels"),
  /** {@code $share/…} without a proper group name or filter [MQTT-4.8.2-1], [MQTT-4.8.2-2]. */
  MALFORMED_SHARE("is not $share/group/filter");

  private final String text;

  TopicFault(String text) {
    this.text = text;
  }

  /** Completes the sentence "The topic filter …", for reason strings and logs. */
  public String text() {
    return text;
  }
}
