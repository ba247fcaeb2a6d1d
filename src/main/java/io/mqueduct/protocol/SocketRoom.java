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

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How many sockets of clients fit beside what else the process has open. Beyond that nobody could
 * be accepted, the API and its probes included, and the store could not open its files. Immutable.
 *
 * @param most sockets of clients
 */
record SocketRoom(int most) {
  /** Files of the store, connections of the API, the program and its logs. */
  private static final long OTHERS = 1300;

  /** Those who come into the last of the room are told so. */
  private static final int TOLD = 256;

  /** For a system that does not say how much a process may have open. */
  static final SocketRoom UNKNOWN = new SocketRoom(Integer.MAX_VALUE);

  /** The room beside everything else in a process with so many files at most; below 1: unknown. */
  static SocketRoom beside(long files) {
    if (files < 1) {
      return UNKNOWN;
    }
    return new SocketRoom((int) Math.min(Integer.MAX_VALUE, files - Math.min(OTHERS, files / 2)));
  }

  /** The room in this process. */
  static SocketRoom here() {
    var system = ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class);
    return system == null ? UNKNOWN : beside(system.getMaxFileDescriptorCount());
  }

  /** How many clients may be connected. */
  int clients() {
    return most - Math.min(TOLD, most / 16);
  }
}
