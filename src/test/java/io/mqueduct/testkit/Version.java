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
package io.mqueduct.testkit;

/** The protocol versions a {@link WirePeer} speaks. */
public enum Version {
  V31("MQIsdp", 3),
  V311("MQTT", 4),
  V5("MQTT", 5);

  private final String protocolName;
  private final int level;

  Version(String protocolName, int level) {
    this.protocolName = protocolName;
    this.level = level;
  }

  /** The protocol name as it stands in CONNECT. */
  public String protocolName() {
    return protocolName;
  }

  /** The protocol level as it stands in CONNECT. */
  public int level() {
    return level;
  }

  /** Whether packets carry properties and reason codes. */
  public boolean isV5() {
    return this == V5;
  }
}
