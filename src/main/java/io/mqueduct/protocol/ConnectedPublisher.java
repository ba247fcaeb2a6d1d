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

import io.mqueduct.routing.Publisher;
import io.mqueduct.routing.Turns;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A connection as those see it who answer its publishes later. Owned by the connection's loop. */
final class ConnectedPublisher implements Publisher {
  private final Connection connection;
  private final Turns turns = new Turns();

  ConnectedPublisher(Connection connection) {
    this.connection = connection;
  }

  @Override
  public @Nullable String peerHost() {
    InetSocketAddress address = connection.peer.address();
    return address == null ? null : address.getAddress().getHostAddress();
  }

  @Override
  public void execute(Runnable task) {
    connection.services.loop.tell(task);
  }

  @Override
  public void slowDown() {
    connection.storePause.beginForAWhile();
  }

  @Override
  public Turns turns() {
    return turns;
  }
}
