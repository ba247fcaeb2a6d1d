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
package io.mqueduct.config;

import io.mqueduct.config.Setting.Unit;

/** This broker process: the section {@code node}. */
public record NodeSettings(
    @Setting(
            key = "name",
            def = "",
            doc = "Name of this node in the API, in $SYS and in a cluster. Empty: the host name.")
        String name,
    @Setting(
            key = "data_dir",
            def = "data",
            doc = "Directory of the store and of admin.credentials. Set by --data as well.")
        String dataDir,
    @Setting(
            key = "drain_delay",
            def = "5s",
            unit = Unit.DURATION,
            doc =
                "How long a stop goes on: connections are closed evenly over this time, with "
                    + "DISCONNECT 0x8B for 5.0 clients, while /readyz already says no.")
        long drainDelayMillis,
    @Setting(
            key = "event_loops",
            def = "auto",
            min = 1,
            max = 1024,
            word = "auto",
            doc =
                "Event loops that serve MQTT connections. auto: one for two available processors, as "
                    + "the others have the store, TLS handshakes and the JVM to do; at least one.")
        int configuredEventLoops) {

  /** An empty name becomes the host name. */
  public NodeSettings {
    name = name.isEmpty() ? HostName.get() : name;
  }

  /** How many event loops serve MQTT connections. */
  public int eventLoops() {
    return configuredEventLoops == Settings.UNSET
        ? Math.max(1, Runtime.getRuntime().availableProcessors() / 2)
        : configuredEventLoops;
  }
}
