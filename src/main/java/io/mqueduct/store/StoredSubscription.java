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

/**
 * One subscription of a persistent session. Immutable.
 *
 * @param filter as it was subscribed, {@code $share/group/} and the like included
 * @param qos greatest QoS that was granted, 0 to 2
 * @param noLocal whether the client's own messages are left out
 * @param retainAsPublished whether the RETAIN flag is kept
 * @param retainHandling 0 to 2
 * @param identifier subscription identifier, 0 for none
 */
public record StoredSubscription(
    String filter,
    int qos,
    boolean noLocal,
    boolean retainAsPublished,
    int retainHandling,
    int identifier) {

  void encodeOptions(ByteSink out) {
    out.u8(qos | (noLocal ? 4 : 0) | (retainAsPublished ? 8 : 0) | retainHandling << 4)
        .varint(identifier);
  }

  static StoredSubscription decode(String filter, ByteSource options) {
    int flags = options.u8();
    int identifier = options.count(268_435_455);
    if ((flags & 3) == 3 || (flags >> 4) > 2) {
      throw ByteSource.damaged("a subscription with options " + flags);
    }
    return new StoredSubscription(
        filter, flags & 3, (flags & 4) != 0, (flags & 8) != 0, flags >> 4, identifier);
  }
}
