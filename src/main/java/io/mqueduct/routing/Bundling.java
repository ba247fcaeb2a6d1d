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
package io.mqueduct.routing;

import io.mqueduct.message.Message;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages for the same many subscribers, one behind the other, are handed to each of them together
 * at the end of the pass. With many subscribers the state of all of them does not fit into the
 * processor's caches: it is fetched once for all these messages instead of for each.
 *
 * <p>Owned by the loop whose routes these are; what it publishes to others goes behind what is
 * collected, so that the messages of a client stay in order whatever their topics are.
 */
final class Bundling {
  /** So many messages are not kept for longer, */
  private static final int MOST = 512;

  /** nor are so many bytes of them: a pass may read very many sockets. */
  private static final int MOST_BYTES = 1 << 20;

  private static final Message[] NONE = {};
  private static final Logger LOG = LoggerFactory.getLogger(Bundling.class);

  private final Pass pass;
  private final Runnable atEnd = this::passEnds;
  private @Nullable Route route;
  private Message[] messages = NONE;
  private int count;
  private int bytes;
  private boolean scheduled;

  Bundling(Pass pass) {
    this.pass = pass;
  }

  /** Collects a message for those of its targets that are not durable. */
  void add(Message message, Route to) {
    if (to != route) {
      handOver();
      route = to;
    }
    if (!scheduled) {
      scheduled = true;
      pass.atEndOfPass(atEnd);
    }
    pass.keeps();
    if (count == messages.length) {
      messages = Arrays.copyOf(messages, Math.max(16, 2 * count));
    }
    messages[count++] = message;
    bytes += message.sizeBytes();
    if (count == MOST || bytes >= MOST_BYTES) {
      handOver();
    }
  }

  private void passEnds() {
    scheduled = false;
    handOver();
  }

  /** Hands over what was collected. */
  void handOver() {
    Route to = route;
    if (to == null) {
      return;
    }
    Message[] all = Arrays.copyOf(messages, count);
    Arrays.fill(messages, 0, count, null);
    route = null;
    count = 0;
    bytes = 0;
    for (int i = 0; i < to.targets().length; i++) {
      Subscription target = to.targets()[i];
      if (target.subscriber().storedList() == null) {
        try {
          handOver(all, to, i);
        } catch (RuntimeException e) { // the others are to have them all the same
          LOG.error("client={} its session failed", target.subscriber().clientId(), e);
        }
      }
    }
    pass.handedOver();
  }

  private static void handOver(Message[] all, Route to, int index) {
    Subscription target = to.targets()[index];
    if (all.length > 1 && !hasPublished(target.subscriber().clientId(), all)) {
      target.subscriber().deliver(all, target);
      return;
    }
    for (Message message : all) {
      Subscription each = to.target(index, message);
      if (each != null) {
        each.subscriber().deliverAmongMany(message, each);
      }
    }
  }

  private static boolean hasPublished(String clientId, Message[] all) {
    for (Message message : all) {
      if (clientId.equals(message.publisher())) {
        return true;
      }
    }
    return false;
  }
}
