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
package io.mqueduct.interop;

import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One client of a foreign library, with what the scripts need. Methods are called by the test's
 * thread and block until the broker has answered; what arrives is put into the inbox by the
 * library's threads.
 */
abstract class Device {
  /** How long anything may take before a test fails, seconds; a busy machine needs the room. */
  static final long PATIENCE = 30;

  private final BlockingQueue<Mail> inbox = new LinkedBlockingQueue<>();
  private final CompletableFuture<Void> lost = new CompletableFuture<>();

  /** How to connect. */
  record Login(String clientId, boolean durable, @Nullable Mail will) {
    static Login clean(String clientId) {
      return new Login(clientId, false, null);
    }

    static Login durable(String clientId) {
      return new Login(clientId, true, null);
    }

    Login withWill(Mail mail) {
      return new Login(clientId, durable, mail);
    }
  }

  /** A message, sent or received. */
  record Mail(
      String topic,
      byte[] payload,
      int qos,
      boolean retain,
      Map<String, String> user,
      @Nullable String responseTopic,
      byte @Nullable [] correlation) {
    Mail(String topic, byte[] payload, int qos, boolean retain) {
      this(topic, payload, qos, retain, Map.of(), null, null);
    }

    static Mail of(String topic, String text, int qos) {
      return new Mail(topic, text.getBytes(java.nio.charset.StandardCharsets.UTF_8), qos, false);
    }

    Mail retained() {
      return new Mail(topic, payload, qos, true, user, responseTopic, correlation);
    }

    Mail withUser(Map<String, String> properties) {
      return new Mail(topic, payload, qos, retain, properties, responseTopic, correlation);
    }

    Mail answeredAt(String where, byte[] what) {
      return new Mail(topic, payload, qos, retain, user, where, what);
    }

    String text() {
      return new String(payload, java.nio.charset.StandardCharsets.UTF_8);
    }
  }

  /** Connects, and tells whether the broker had a session. */
  abstract boolean connect(Login login) throws Exception;

  /** Publishes and completes the exchange. */
  abstract void publish(Mail mail) throws Exception;

  /** Subscribes and waits for the SUBACK. */
  abstract void subscribe(String filter, int qos) throws Exception;

  /** Unsubscribes and waits for the UNSUBACK. */
  abstract void unsubscribe(String filter) throws Exception;

  /** Says goodbye; a durable session stays. */
  abstract void disconnect() throws Exception;

  /** For the library's threads. */
  final void arrived(Mail mail) {
    inbox.add(mail);
  }

  /** For the library's threads: the connection ended without our doing. */
  final void ended() {
    lost.complete(null);
  }

  /** The next message; fails if none comes. */
  final Mail take() throws InterruptedException {
    Mail mail = inbox.poll(PATIENCE, TimeUnit.SECONDS);
    if (mail == null) {
      throw new AssertionError("no message came within " + PATIENCE + " s");
    }
    return mail;
  }

  /** Whether nothing is left in the inbox. */
  final boolean isIdle() {
    return inbox.isEmpty();
  }

  /** Waits until the broker has ended the connection. */
  final void awaitLost() throws Exception {
    lost.get(PATIENCE, TimeUnit.SECONDS);
  }

  /** Frees everything, connected or not. */
  abstract void free() throws Exception;
}
