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
import io.mqueduct.protocol.codec.Publish;
import io.mqueduct.routing.Origin;
import io.mqueduct.routing.Publisher;
import io.mqueduct.routing.Receipt;
import org.jspecify.annotations.Nullable;

/**
 * The PUBLISH that a loop is working on; one for all of them, so that nothing is made for messages
 * that are not stored. Owned by the loop.
 */
final class PublishOrigin implements Origin {
  private @Nullable Connection from;
  private int packetId;
  private int qos;

  PublishOrigin of(Connection publisher, Publish publish) {
    from = publisher;
    packetId = publish.packetId();
    qos = publish.qos();
    return this;
  }

  private Connection from() {
    if (from == null) {
      throw new IllegalStateException("no publisher");
    }
    return from;
  }

  @Override
  public Publisher publisher() {
    Connection publishing = from();
    ConnectedPublisher known = publishing.publisher;
    if (known == null) {
      known = new ConnectedPublisher(publishing);
      publishing.publisher = known;
    }
    return known;
  }

  @Override
  public boolean hasDurableId() {
    return qos == 2 && from().session().storedList() != null;
  }

  @Override
  public Receipt receipt(ReasonCode ifStored) {
    return new StoredPublish(from(), packetId, qos, ifStored);
  }
}
