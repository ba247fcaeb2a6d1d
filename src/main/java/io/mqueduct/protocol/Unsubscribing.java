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
import io.mqueduct.protocol.codec.PacketEncoder;
import io.mqueduct.protocol.codec.Unsubscribe;
import io.mqueduct.routing.Subscription;
import io.mqueduct.session.Ledger;
import java.util.ArrayList;
import java.util.List;

/** One UNSUBSCRIBE on its way to its UNSUBACK. Owned by the connection's loop. */
final class Unsubscribing implements FilterWork.Flow {
  private final Connection from;
  private final Unsubscribe packet;
  private final List<ReasonCode> codes = new ArrayList<>(0);
  private boolean isRefused;

  Unsubscribing(Connection from, Unsubscribe packet) {
    this.from = from;
    this.packet = packet;
  }

  @Override
  public void slice(FilterWork work, int begin, int end, Runnable goOn) {
    List<Subscription> removed = new ArrayList<>();
    for (String filter : packet.filters().subList(begin, end)) {
      codes.add(SubscribeFlow.remove(from, filter, removed));
    }
    Ledger ledger = from.session().storedList();
    if (ledger != null && !removed.isEmpty()) {
      ledger
          .journal()
          .unsubscribed(
              removed,
              work.awaited(
                  stored -> {
                    if (!stored) {
                      takeBack(removed, begin, end);
                    }
                  }));
    }
    goOn.run();
  }

  /** The store still has them, so they are there, and the client is told. */
  private void takeBack(List<Subscription> removed, int begin, int end) {
    isRefused = true;
    for (Subscription each : removed) {
      if (from.session().subscriptions().get(each.filter(), each.group()) == null) {
        from.session().subscriptions().put(each);
        from.services.router.subscribe(each);
      }
    }
    codes
        .subList(begin, end)
        .replaceAll(
            code -> code == ReasonCode.SUCCESS ? ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR : code);
  }

  @Override
  public void answer() {
    if (isRefused && from.version < 5) { // whose UNSUBACK can only say that it is done
      from.disconnect(ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR, "UNSUBSCRIBE was not stored");
      return;
    }
    Negotiated negotiated = from.negotiated;
    if (!PacketEncoder.unsuback(
        from.channel().out(),
        from.version,
        packet.packetId(),
        codes,
        negotiated.problemInformation() ? ReasonTexts.ofFirst(codes) : null,
        negotiated.maxPacketSize())) {
      from.disconnect(ReasonCode.PACKET_TOO_LARGE, SubscribeFlow.TOO_LARGE);
    }
  }
}
