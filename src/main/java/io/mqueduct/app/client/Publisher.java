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
package io.mqueduct.app.client;

import io.mqueduct.app.CommandFailure;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.mqtt.messages.codes.MqttReasonCode;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Publishes with a window of unacknowledged messages, so that input of any length needs little
 * memory. {@link #publish} and {@link #finish} belong to the command's thread, the sets of packet
 * ids to the connection's event loop.
 */
final class Publisher {
  private static final int WINDOW = 256;

  /** 3.1.1 has no Receive Maximum: what every broker takes. More is dropped silently by some. */
  private static final int WINDOW_311 = 16;

  private final ClientConnection connection;
  private final Duration patience;
  private final boolean version5;
  private final Set<Integer> open = new HashSet<>();
  private final Set<Integer> early = new HashSet<>();
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  private Function<Buffer, Future<Integer>> send = payload -> Future.failedFuture("not started");
  private Semaphore window = new Semaphore(0);
  private int size;
  private boolean acknowledged;

  /** Sets its handlers on a connection that is not open yet. */
  Publisher(ClientConnection connection, boolean version5, Duration patience) {
    this.connection = connection;
    this.patience = patience;
    this.version5 = version5;
    if (version5) {
      connection
          .client()
          .publishAckMessageHandler(ack -> settle(ack.messageId(), ack.code(), ack.properties()));
      connection
          .client()
          .publishRecMessageHandler(rec -> refused(rec.messageId(), rec.code(), rec.properties()));
      connection
          .client()
          .publishCompMessageHandler(
              comp -> settle(comp.messageId(), comp.code(), comp.properties()));
    } else {
      connection.client().publishCompletionHandler(this::settled);
    }
  }

  /** Begins, once the connection is open and the broker's Receive Maximum known. */
  void start(Function<Buffer, Future<Integer>> how, boolean withAcknowledgement) {
    send = how;
    acknowledged = withAcknowledgement;
    size = version5 ? Math.min(WINDOW, connection.receiveMaximum()) : WINDOW_311;
    window = new Semaphore(size);
    connection.whenLost(failure -> fail(failure.getMessage()));
  }

  /** Sends one message; waits while the window is full. */
  void publish(Buffer payload) {
    acquire(1);
    send.apply(payload)
        .onSuccess(this::sent)
        .onFailure(e -> fail("cannot publish: " + e.getMessage()));
  }

  /** Waits until everything is acknowledged. */
  void finish() {
    acquire(size);
  }

  private void acquire(int permits) {
    try {
      if (!window.tryAcquire(permits, patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new CommandFailure("no acknowledgement within " + patience.toSeconds() + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted");
    }
    String why = failure.get();
    if (why != null) {
      throw new CommandFailure(why);
    }
  }

  private void sent(int id) {
    if (!acknowledged || early.remove(id)) {
      window.release();
    } else {
      open.add(id);
    }
  }

  private void refused(int id, MqttReasonCode code, @Nullable MqttProperties properties) {
    if (code.isError()) {
      settle(id, code, properties);
    }
  }

  private void settle(int id, MqttReasonCode code, @Nullable MqttProperties properties) {
    if (code.isError()) {
      fail(
          "the broker refuses the message: "
              + CodeText.of(code.value(), ClientSeam.reasonString(properties)));
    } else {
      settled(id);
    }
  }

  private void settled(int id) {
    if (open.remove(id)) {
      window.release();
    } else {
      early.add(id);
    }
  }

  /** Remembers the first failure and lets the command's thread see it. */
  private void fail(@Nullable String why) {
    failure.compareAndSet(null, why);
    window.release(size);
  }

  static MqttQoS qos(int qos) {
    return MqttQoS.valueOf(qos);
  }
}
