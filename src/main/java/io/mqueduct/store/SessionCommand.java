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
import org.jspecify.annotations.Nullable;

/**
 * Changes of one persistent session (MQTT 5.0 section 4.1), but for its messages.
 *
 * <p>A session is addressed by its {@code number}: the sequence of the {@link OpenSession} that
 * created it, never used again. The {@code epoch} is the sequence of the latest {@link
 * OpenSession}; a command with another epoch comes from an earlier connection and is ignored; epoch
 * 0 is not checked.
 */
public sealed interface SessionCommand extends Command {
  /** Session expiry that means never (MQTT 5.0 section 3.1.2.11.2). */
  long NEVER_EXPIRES = 0xFFFF_FFFFL;

  /** Which session. */
  long number();

  /** Of which connection; 0 for any. */
  long epoch();

  @Override
  default boolean frees() {
    return false;
  }

  @Override
  default int sizeBytes() {
    return 128;
  }

  /**
   * A client connected: creates its session or continues it. Result: the number of the session,
   * which is new if it is the command's own sequence. That sequence is the new epoch.
   *
   * @param clientId whose
   * @param cleanStart whether an earlier session and all it has is dropped first
   * @param nowMillis wall clock
   * @param expirySeconds Session Expiry Interval, 0 to {@link #NEVER_EXPIRES}
   * @param protocolVersion 3, 4 or 5
   * @param username user name of the client, if any
   * @param will of the new connection; takes the place of that of an earlier one, also null does
   */
  record OpenSession(
      String clientId,
      boolean cleanStart,
      long nowMillis,
      long expirySeconds,
      int protocolVersion,
      @Nullable String username,
      @Nullable StoredWill will)
      implements SessionCommand {
    /** Without a will. */
    public OpenSession(
        String clientId,
        boolean cleanStart,
        long nowMillis,
        long expirySeconds,
        int protocolVersion,
        @Nullable String username) {
      this(clientId, cleanStart, nowMillis, expirySeconds, protocolVersion, username, null);
    }

    @Override
    public int sizeBytes() {
      return 128 + (will == null ? 0 : will.message().sizeBytes());
    }

    /** Who comes back to a session takes from it, also when the disk is nearly full. */
    @Override
    public boolean frees() {
      return !cleanStart;
    }

    @Override
    public long number() {
      return 0;
    }

    @Override
    public long epoch() {
      return 0;
    }
  }

  /** The connection ended and the session stays. Result: 1. */
  record DetachSession(long number, long epoch, long nowMillis, long expirySeconds)
      implements SessionCommand {
    @Override
    public boolean frees() {
      return true;
    }
  }

  /** The session ends with everything it has. Result: 1. */
  record DropSession(long number, long epoch) implements SessionCommand {
    @Override
    public boolean frees() {
      return true;
    }
  }

  /** Adds a subscription, or replaces the one with the same filter. Result: 1. */
  record PutSubscription(long number, long epoch, StoredSubscription subscription)
      implements SessionCommand {}

  /** Removes a subscription by its filter, as it was subscribed. Result: 1. */
  record RemoveSubscription(long number, long epoch, String filter) implements SessionCommand {
    @Override
    public boolean frees() {
      return true;
    }
  }

  /** Remembers a QoS 2 packet id that the client published with, until PUBREL. Result: 1. */
  record PutInboundId(long number, long epoch, int packetId, long nowMillis)
      implements SessionCommand {}

  /** The client released an inbound QoS 2 packet id. Result: 1. */
  record RemoveInboundId(long number, long epoch, int packetId) implements SessionCommand {
    @Override
    public boolean frees() {
      return true;
    }
  }

  /** Sets the will of the session. Result: 1. */
  record PutWill(long number, long epoch, long delaySeconds, Message message)
      implements SessionCommand {
    @Override
    public int sizeBytes() {
      return 128 + message.sizeBytes();
    }
  }

  /** Removes the will: published, or given up. Result: 1. */
  record RemoveWill(long number, long epoch) implements SessionCommand {
    @Override
    public boolean frees() {
      return true;
    }
  }
}
