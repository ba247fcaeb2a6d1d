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
 * What a new connection says about its deliveries.
 *
 * @param receiveMaximum the client's Receive Maximum, 1 to 65,535 (65,535 if absent, and for 3.x)
 */
public record AttachSettings(int receiveMaximum) {
  /** For clients that say nothing. */
  public static final AttachSettings DEFAULTS = new AttachSettings(PacketIds.MAX);

  /** Checks the range: 0 is a protocol error that is found before (MQTT 5.0, 3.1.2.11.3). */
  public AttachSettings {
    if (receiveMaximum < 1 || receiveMaximum > PacketIds.MAX) {
      throw new IllegalArgumentException("receiveMaximum " + receiveMaximum);
    }
  }
}
