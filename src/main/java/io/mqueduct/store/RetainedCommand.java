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

import io.mqueduct.message.Message;

/** Changes of the retained messages (MQTT 5.0 section 3.3.1.3). Result of each: 1. */
public sealed interface RetainedCommand extends Command {

  /** Sets the retained message of its topic. */
  record SetRetained(Message message) implements RetainedCommand {
    @Override
    public boolean frees() {
      return false;
    }

    @Override
    public int sizeBytes() {
      return 64 + message.sizeBytes();
    }
  }

  /** Removes the retained message of a topic. */
  record ClearRetained(String topic) implements RetainedCommand {
    @Override
    public boolean frees() {
      return true;
    }

    @Override
    public int sizeBytes() {
      return 64 + topic.length();
    }
  }
}
