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
package io.mqueduct.admin;

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import io.mqueduct.routing.Origin;
import io.mqueduct.routing.Publisher;
import io.mqueduct.routing.Receipt;
import io.mqueduct.routing.RouteCache;
import io.mqueduct.routing.Router;
import io.mqueduct.routing.StoredList;
import io.mqueduct.routing.Turns;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import org.jspecify.annotations.Nullable;

/**
 * Who publishes with one call, and waits until its messages are stored, whatever their QoS. Owned
 * by the admin's loop.
 */
final class HttpPublisher implements Publisher {
  private final Router router;
  private final RouteCache routes;
  private final Context here;
  private final @Nullable String peerHost;
  private final Turns turns = new Turns();

  HttpPublisher(Router router, RouteCache routes, Context here, @Nullable String peerHost) {
    this.router = router;
    this.routes = routes;
    this.here = here;
    this.peerHost = peerHost;
  }

  /** Publishes; messages take effect in the order of the calls. The future never fails. */
  Future<ReasonCode> publish(Message message) {
    Publication publication = new Publication();
    ReasonCode outcome = router.publish(message, routes, publication);
    return outcome == null ? publication.answer.future() : Future.succeededFuture(outcome);
  }

  /** Removes the retained message of a topic. The future never fails. */
  Future<ReasonCode> clearRetained(TopicName topic) {
    Message empty =
        new Message(
            topic,
            Message.NO_BYTES,
            Message.NO_BYTES,
            1,
            true,
            System.currentTimeMillis(),
            Message.NEVER,
            "",
            null);
    Publication publication = new Publication();
    ReasonCode outcome = router.clearRetained(empty, publication);
    return outcome == null ? publication.answer.future() : Future.succeededFuture(outcome);
  }

  @Override
  public @Nullable String peerHost() {
    return peerHost;
  }

  @Override
  public void execute(Runnable task) {
    WayBack.run(here, task);
  }

  @Override
  public void slowDown() {} // it waits for each answer

  @Override
  public Turns turns() {
    return turns;
  }

  /** One message of this caller. */
  private final class Publication implements Origin, Receipt {
    final Promise<ReasonCode> answer = Promise.promise();
    private ReasonCode ifStored = ReasonCode.SUCCESS;

    @Override
    public Publisher publisher() {
      return HttpPublisher.this;
    }

    @Override
    public boolean hasDurableId() {
      return false;
    }

    @Override
    public boolean isAnswered(int qos) {
      return true;
    }

    @Override
    public Receipt receipt(ReasonCode code) {
      ifStored = code;
      return this;
    }

    @Override
    public @Nullable StoredList publisherList() {
      return null;
    }

    @Override
    public int packetId() {
      return 0;
    }

    @Override
    public void stored() {
      execute(() -> answer.complete(ifStored));
    }

    @Override
    public void failed(ReasonCode why) {
      execute(() -> answer.complete(why));
    }
  }
}
