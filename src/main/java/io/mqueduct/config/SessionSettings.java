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

/** How sessions are kept: the section {@code session}. */
public record SessionSettings(
    @Setting(
            key = "persistence",
            def = "disk",
            doc =
                "disk: sessions with an expiry survive a restart of the broker; memory: they live "
                    + "as long as the process. Named queues are on disk all the same.")
        Persistence persistence) {

  /** Where sessions that outlive their connection are kept. */
  public enum Persistence {
    /** In the store. */
    DISK,
    /** In memory only. */
    MEMORY
  }
}
