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

import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Slows one client down by not reading from it for a while. Owned by its channel's loop; only
 * channels that are or were to be slowed down have one.
 */
final class Pacing {
  private final ClientChannel channel;
  private @Nullable InboundRules rules;
  private @Nullable ScheduledFuture<?> pause;

  Pacing(ClientChannel channel) {
    this.channel = channel;
  }

  /** How fast the client may send from now on; null for as fast as it can. */
  void rules(@Nullable InboundRules inbound) {
    rules = inbound;
    if (end()) {
      channel.resume(); // by what is in force now it may go on, or wait for another time
    }
  }

  /** Bytes came. */
  void read(int bytes) {
    if (rules != null) {
      rules.bytes(bytes, System.currentTimeMillis());
    }
  }

  /** A PUBLISH came. */
  void published() {
    if (rules != null) {
      rules.message(System.currentTimeMillis());
    }
  }

  /** Stops reading for as long as the client was too fast. */
  void pauseIfTooFast() {
    if (rules != null) {
      pause(rules.waitMillis(System.currentTimeMillis()));
    }
  }

  /** Stops reading for a while; not at all for 0. */
  void pause(long millis) {
    if (millis > 0) {
      channel.hold();
      pause = channel.executor().schedule(channel::resume, millis, TimeUnit.MILLISECONDS);
    }
  }

  /** Forgets the pause; true if there was one, and the channel is still held. */
  boolean end() {
    ScheduledFuture<?> waiting = pause;
    pause = null;
    return waiting != null && waiting.cancel(false);
  }
}
