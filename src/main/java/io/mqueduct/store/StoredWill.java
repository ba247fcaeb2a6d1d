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

/**
 * The will of a session. Immutable.
 *
 * @param delaySeconds Will Delay Interval (MQTT 5.0 section 3.1.3.2.2)
 * @param message what is published
 */
public record StoredWill(long delaySeconds, Message message) {
  byte[] encode() {
    var out = new ByteSink(64 + message.sizeBytes()).varint(delaySeconds);
    MessageCodec.encode(message, out);
    return out.toByteArray();
  }

  static StoredWill decode(byte[] value) {
    var in = new ByteSource(value);
    return new StoredWill(in.varint(), MessageCodec.decode(in));
  }
}
