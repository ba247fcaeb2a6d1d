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
package io.mqueduct.app;

import io.mqueduct.bus.LocalCodec;
import io.mqueduct.protocol.OperatorSubscribe;
import io.mqueduct.protocol.OperatorUnsubscribe;
import io.mqueduct.queue.NamedQueues;
import io.mqueduct.session.Attach;
import io.mqueduct.session.Attached;
import io.mqueduct.session.Detach;
import io.mqueduct.session.Evict;
import io.mqueduct.session.InSession;
import io.mqueduct.session.Kick;
import io.mqueduct.session.ListSessions;
import io.mqueduct.session.Locate;
import io.mqueduct.session.Located;
import io.vertx.core.eventbus.EventBus;

/** What the broker's loops send each other as it is. Stateless. */
final class BusCodecs {
  private BusCodecs() {}

  /** Once for each Vert.x instance. */
  static void register(EventBus bus) {
    LocalCodec.register(bus, Attach.class);
    LocalCodec.register(bus, Attached.class);
    LocalCodec.register(bus, Detach.class);
    LocalCodec.register(bus, Evict.class);
    LocalCodec.register(bus, Kick.class);
    LocalCodec.register(bus, InSession.class);
    LocalCodec.register(bus, InSession.Done.class);
    LocalCodec.register(bus, Locate.class);
    LocalCodec.register(bus, Located.class);
    LocalCodec.register(bus, ListSessions.class);
    LocalCodec.register(bus, ListSessions.Page.class);
    LocalCodec.register(bus, OperatorSubscribe.class);
    LocalCodec.register(bus, OperatorUnsubscribe.class);
    NamedQueues.registerCodecs(bus);
  }
}
