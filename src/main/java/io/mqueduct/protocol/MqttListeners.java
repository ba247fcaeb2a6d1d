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

import io.mqueduct.config.ListenerSettings;
import io.mqueduct.config.Settings;
import io.mqueduct.queue.NamedQueues;
import io.mqueduct.routing.Router;
import io.mqueduct.session.SessionLoop;
import io.mqueduct.session.SessionShards;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The MQTT side of the broker: one {@link MqttListenerVerticle} per event loop. */
public final class MqttListeners {
  private static final long SWEEP_MILLIS = 1000;

  /** How long clients may take to read the last packet of a drain. */
  private static final long LAST_WORD_MILLIS = 500;

  private static final long LAST_LOOK_MILLIS = 10;

  private final Vertx vertx;
  private final BrokerParts parts;
  private final MemoryWatch memory;
  private final List<MqttListenerVerticle> verticles;

  private MqttListeners(
      Vertx vertx, BrokerParts parts, MemoryWatch memory, List<MqttListenerVerticle> verticles) {
    this.vertx = vertx;
    this.parts = parts;
    this.memory = memory;
    this.verticles = verticles;
  }

  /** Opens every enabled listener on as many event loops as configured. */
  public static Future<MqttListeners> deploy(
      Vertx vertx,
      Router router,
      AccessControl access,
      SessionShards shards,
      SessionRules rules,
      @Nullable NamedQueues queues,
      Supplier<Settings> settings) {
    List<Future<Void>> certificates =
        settings.get().listeners().stream()
            .filter(each -> each.isEnabled() && each.transport().isTls())
            .map(
                each ->
                    checkCertificate(vertx, each)
                        .recover(
                            why -> Future.failedFuture(ListenException.certificate(each, why))))
            .toList();
    MemoryWatch memory = new MemoryWatch(vertx, settings);
    Admission admission = new Admission(memory::level, SocketRoom.here());
    vertx.setPeriodic(SWEEP_MILLIS, id -> admission.sweep(System.currentTimeMillis()));
    BrokerParts parts = new BrokerParts(router, access, shards, rules, queues, admission);
    return Future.all(certificates)
        .compose(right -> deploy(vertx, parts, memory, settings))
        .onFailure(why -> memory.close());
  }

  private static Future<MqttListeners> deploy(
      Vertx vertx, BrokerParts parts, MemoryWatch memory, Supplier<Settings> settings) {
    List<MqttListenerVerticle> verticles = new ArrayList<>();
    List<Future<?>> deployed = new ArrayList<>();
    for (int i = 0; i < settings.get().node().eventLoops(); i++) {
      MqttListenerVerticle verticle = new MqttListenerVerticle(i, parts, settings);
      verticles.add(verticle);
      deployed.add(vertx.deployVerticle(verticle));
    }
    return Future.all(deployed)
        .map(new MqttListeners(vertx, parts, memory, List.copyOf(verticles)));
  }

  /** The session loop of the event loop that calls; for the registry. */
  public static SessionLoop currentLoop(Context context) {
    return BrokerLoop.of(MqttServerSeam.eventLoop(context));
  }

  /** Runs tasks on the event loop that calls, many in one pass; for the named queues. */
  public static Executor currentExecutor(Context context) {
    return BrokerLoop.of(MqttServerSeam.eventLoop(context))::tell;
  }

  /** The port that a listener really has, such as {@code tcp:default}. */
  public int port(String listenerId) {
    return verticles.get(0).actualPort(listenerId);
  }

  /** What each loop has counted. */
  public List<LoopStats> stats() {
    return verticles.stream().map(MqttListenerVerticle::stats).toList();
  }

  /** How short the heap is: 0 not, 1 at the guard's high mark, 2 at its critical one. */
  public int heapGuardLevel() {
    return memory.ofHeap().number;
  }

  /** The same for direct memory. */
  public int directGuardLevel() {
    return memory.ofDirect().number;
  }

  /** Open sockets, connected or not. */
  public int sockets() {
    return parts.admission().sockets();
  }

  /** Open sockets of one listener, connected or not. */
  public int sockets(String listenerId) {
    return parts.admission().sockets(listenerId);
  }

  private static Future<Void> checkCertificate(Vertx vertx, ListenerSettings listener) {
    return vertx.executeBlocking(
        () -> {
          CertificateCheck.read(vertx, listener.ssl());
          return null;
        });
  }

  /**
   * Has every loop read the certificate files of a listener again, for the handshakes that begin
   * from now on. Fails, and changes nothing, if they are not right.
   */
  public Future<Void> reloadCertificate(ListenerSettings listener) {
    return checkCertificate(vertx, listener)
        .compose(
            right ->
                Future.all(
                    verticles.stream().map(each -> each.reloadCertificate(listener)).toList()))
        .mapEmpty();
  }

  /** Lets nobody in any more and says goodbye to those who are there, over the given time. */
  public Future<Void> drain(long overMillis) {
    parts.admission().stop();
    return Future.all(verticles.stream().map(each -> each.drain(overMillis)).toList())
        .compose(
            told -> {
              Promise<Void> closed = Promise.promise();
              awaitSockets(System.currentTimeMillis() + LAST_WORD_MILLIS, closed);
              return closed.future();
            });
  }

  /** Waits until the clients that were told have closed their half, but not for long. */
  private void awaitSockets(long untilMillis, Promise<Void> closed) {
    if (sockets() == 0 || System.currentTimeMillis() >= untilMillis) {
      closed.complete();
    } else {
      vertx.setTimer(LAST_LOOK_MILLIS, id -> awaitSockets(untilMillis, closed));
    }
  }

  /** Closes ports and sockets. */
  public Future<Void> close() {
    memory.close();
    return Future.all(verticles.stream().map(each -> vertx.undeploy(each.id())).toList())
        .mapEmpty();
  }
}
