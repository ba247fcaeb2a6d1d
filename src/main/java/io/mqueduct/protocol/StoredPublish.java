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

import io.mqueduct.message.ReasonCode;
import io.mqueduct.routing.Receipt;
import io.mqueduct.routing.StoredList;
import io.mqueduct.session.Ledger;
import io.mqueduct.session.Qos2Commit;
import io.mqueduct.session.Session;
import org.jspecify.annotations.Nullable;

/**
 * A PUBLISH that is answered when the store has it, in its turn. Made on the publisher's loop, told
 * by any thread, once.
 */
final class StoredPublish implements Receipt, Runnable {
  private final Connection from;
  private final AckQueue.Pending pending;
  private final @Nullable Ledger publisher;
  private final @Nullable Qos2Commit commit;
  private final int packetId;
  private ReasonCode outcome;
  private int fillPercent = AckQueue.NO_HINT;
  private @Nullable String reason;

  StoredPublish(Connection from, int packetId, int qos, ReasonCode ifStored) {
    this.from = from;
    this.packetId = packetId;
    this.outcome = ifStored;
    publisher = qos == 2 ? from.session().storedList() : null;
    pending = from.acks.add(packetId, qos);
    commit = qos == 2 ? from.session().inbound().commits(packetId) : null;
  }

  @Override
  public @Nullable StoredList publisherList() {
    return publisher;
  }

  @Override
  public int packetId() {
    return packetId;
  }

  @Override
  public void hint(int percent) {
    fillPercent = percent;
  }

  @Override
  public void reason(String text) {
    reason = text;
  }

  @Override
  public void stored() {
    from.services.loop.tell(this);
  }

  @Override
  public void failed(ReasonCode why) {
    // No acknowledgement may say 0x89 (section 3.4.2.1). Seen by the loop: it is told afterwards.
    outcome = why == ReasonCode.SERVER_BUSY ? ReasonCode.QUOTA_EXCEEDED : why;
    from.services.loop.tell(this);
  }

  @Override
  public void run() {
    if (commit != null) {
      settle(commit);
    }
    pending.hint(fillPercent);
    pending.reason(reason);
    pending.done(outcome);
    from.storePause.end();
  }

  /** Before the PUBREC, behind which the identifier may come for another message. */
  private void settle(Qos2Commit stored) {
    Session session = from.session;
    if (session == null) {
      if (publisher != null) {
        publisher.settleInbound(packetId, stored, outcome); // whoever owns the session by now
      }
    } else if (session.inbound().settle(packetId, stored, outcome)) {
      session.releaseQos2(packetId);
    }
  }
}
