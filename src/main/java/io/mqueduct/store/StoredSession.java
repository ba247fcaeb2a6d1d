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

import org.jspecify.annotations.Nullable;

/**
 * A persistent session without its lists. Immutable.
 *
 * @param number names it in commands
 * @param clientId whose
 * @param epoch sequence of the latest connection
 * @param createdAtMillis wall clock
 * @param connected whether it was connected when this was written; after a crash nobody is
 * @param changedAtMillis wall clock of the latest connect or disconnect
 * @param expirySeconds Session Expiry Interval, 0 to {@link SessionCommand#NEVER_EXPIRES}
 * @param protocolVersion 3, 4 or 5
 * @param username of the client, if any
 */
public record StoredSession(
    long number,
    String clientId,
    long epoch,
    long createdAtMillis,
    boolean connected,
    long changedAtMillis,
    long expirySeconds,
    int protocolVersion,
    @Nullable String username) {
  private static final int FORMAT = 1;

  byte[] encode() {
    var out =
        new ByteSink(64 + clientId.length())
            .u8(FORMAT)
            .text(clientId)
            .varint(epoch)
            .u64(createdAtMillis)
            .bool(connected)
            .u64(changedAtMillis)
            .varint(expirySeconds)
            .u8(protocolVersion)
            .bool(username != null);
    if (username != null) {
      out.text(username);
    }
    return out.toByteArray();
  }

  static StoredSession decode(long number, byte[] value) {
    var in = new ByteSource(value);
    if (in.u8() != FORMAT) {
      throw ByteSource.damaged("a session of another format");
    }
    var session =
        new StoredSession(
            number,
            in.text(),
            in.varint(),
            in.u64(),
            in.bool(),
            in.u64(),
            in.varint(),
            in.u8(),
            in.bool() ? in.text() : null);
    in.end();
    return session;
  }
}
