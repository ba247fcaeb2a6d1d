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
import io.mqueduct.protocol.codec.Subscribe;
import io.mqueduct.routing.Subscription;
import io.mqueduct.session.Ledger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One SUBSCRIBE on its way to its SUBACK. Owned by the connection's loop. */
final class Subscribing implements FilterWork.Flow {
  private final Connection from;
  private final Subscribe packet;
  private final List<ReasonCode> codes = new ArrayList<>(0);

  /** Why, where that is known, by the number of the filter. */
  private final Map<Integer, String> texts = new HashMap<>(0);

  /** What the store did not take, with what there was before. */
  private final IdentityHashMap<Subscription, @Nullable Subscription> undone =
      new IdentityHashMap<>(0);

  Subscribing(Connection from, Subscribe packet) {
    this.from = from;
    this.packet = packet;
  }

  @Override
  public void slice(FilterWork work, int begin, int end, Runnable goOn) {
    List<Subscribe.Filter> filters = packet.filters().subList(begin, end);
    QueueFilters.ensure(
        from,
        filters,
        refused -> {
          subscribe(work, filters, refused);
          goOn.run();
        });
  }

  private void subscribe(
      FilterWork work, List<Subscribe.Filter> filters, Map<String, QueueFilters.Refusal> refused) {
    int begin = codes.size();
    SubscribeFlow.Changes changes = new SubscribeFlow.Changes();
    for (Subscribe.Filter filter : filters) {
      QueueFilters.Refusal known = refused.get(filter.filter());
      if (known != null && known.why() != null) {
        texts.put(codes.size(), known.why());
      }
      codes.add(
          known != null
              ? known.code()
              : SubscribeFlow.one(from, packet.subscriptionId(), filter, false, changes));
    }
    Ledger ledger = from.session().storedList();
    if (ledger == null || changes.added.isEmpty()) {
      work.replay(changes.replays);
      return;
    }
    int end = codes.size();
    ledger
        .journal()
        .subscribed(
            changes.added,
            work.awaited(
                stored -> {
                  if (stored) {
                    work.replay(changes.replays);
                  } else {
                    changes.takeBack(from, undone);
                    codes
                        .subList(begin, end)
                        .replaceAll(
                            code ->
                                code.isError() ? code : ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR);
                  }
                }));
  }

  @Override
  public void answer() {
    Negotiated negotiated = from.negotiated;
    if (!PacketEncoder.suback(
        from.channel().out(),
        from.version,
        packet.packetId(),
        codes,
        negotiated.problemInformation() ? ReasonTexts.ofFirst(codes, texts) : null,
        negotiated.maxPacketSize())) {
      from.disconnect(ReasonCode.PACKET_TOO_LARGE, SubscribeFlow.TOO_LARGE);
    }
  }
}
