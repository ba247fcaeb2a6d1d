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

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The channels of one loop that publish more than another loop takes: nothing is read from them
 * until that one has come round. Owned by the publishers' loop.
 */
final class PausedPublishers {
  private final BrokerLoop loop;
  private final ArrayList<ClientChannel> paused = new ArrayList<>();

  /** Those whose messages are kept for the end of the pass. */
  private final ArrayList<ClientChannel> keepers = new ArrayList<>();

  private final Runnable resume = this::resume;
  private @Nullable BrokerLoop tooFastFor;
  private boolean keeps;

  PausedPublishers(BrokerLoop loop) {
    this.loop = loop;
  }

  /** What is handed over just now is more than another loop takes. */
  void tooFastFor(BrokerLoop slow) {
    tooFastFor = slow;
  }

  /** What a channel says next is read. */
  void passBegins() {
    keeps = false;
  }

  /** The message that is being published is kept. */
  void keeps() {
    keeps = true;
  }

  /** What was kept is handed over: if that was too much, it was those that it is from. */
  void handedOver() {
    keeps = false;
    BrokerLoop slow = tooFastFor;
    if (slow != null && !keepers.isEmpty()) {
      for (ClientChannel each : keepers) {
        if (!each.isHeld()) {
          pause(each, slow);
          each.hold();
        }
      }
      tooFastFor = null;
    }
    keepers.clear();
  }

  /**
   * A channel has published: whether what was handed over in this pass is too much for another
   * loop; the channel then waits and is resumed when that loop has come round.
   */
  boolean mustPause(ClientChannel channel) {
    if (keeps) {
      keeps = false;
      if (keepers.isEmpty() || keepers.get(keepers.size() - 1) != channel) {
        keepers.add(channel);
      }
    }
    BrokerLoop slow = tooFastFor;
    if (slow == null) {
      return false;
    }
    pause(channel, slow);
    return true;
  }

  private void pause(ClientChannel channel, BrokerLoop slow) {
    paused.add(channel);
    if (paused.size() == 1) {
      tooFastFor = null;
      loop.wakeAtEndOfPass(slow);
      // Behind the drain that the slow loop has been woken for.
      loop.execute(() -> slow.execute(() -> loop.execute(resume)));
    }
  }

  private void resume() {
    tooFastFor = null;
    ClientChannel[] all = paused.toArray(new ClientChannel[0]);
    paused.clear();
    for (ClientChannel each : all) {
      each.resume();
    }
  }
}
