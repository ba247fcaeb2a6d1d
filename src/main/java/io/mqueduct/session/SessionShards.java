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
package io.mqueduct.session;

import io.mqueduct.bus.Address;
import io.mqueduct.bus.BusFailure;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How a connection's loop reaches the registry of a client id. Any loop. */
public final class SessionShards {
  /**
   * How long an answer is waited for. The store may have to catch up first, which can take long;
   * whoever connects gives up by itself, and then gives back what comes too late. If the answer
   * found nobody, the session would be lent to nobody, for ever.
   */
  private static final DeliveryOptions PATIENT =
      new DeliveryOptions().setSendTimeout(TimeUnit.DAYS.toMillis(1));

  private final EventBus bus;
  private final List<SessionLoop> owners;

  /** The shards, each with the loop that owns what is away. */
  public SessionShards(EventBus bus, List<SessionLoop> owners) {
    this.bus = bus;
    this.owners = List.copyOf(owners);
  }

  /**
   * Asks for the session of a client. Fails with a {@link io.mqueduct.message.BrokerException} when
   * the registry says no.
   */
  public Future<Attached> attach(Attach attach) {
    return bus.<Attached>request(
            Address.sessionRegistry(Address.shardOf(attach.clientId(), owners.size())),
            attach,
            PATIENT)
        .map(Message::body)
        .recover(BusFailure::toBrokerException);
  }

  /** Gives a session back: its owner is the registry's loop from here on. */
  public void giveBack(Detach detach) {
    int shard = Address.shardOf(detach.clientId(), owners.size());
    detach.session().handOver(owners.get(shard));
    bus.send(Address.sessionRegistry(shard), detach);
  }
}
