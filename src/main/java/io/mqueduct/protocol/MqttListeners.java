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
import io.mqueduct.routing.Router;
import io.mqueduct.session.SessionLoop;
import io.mqueduct.session.SessionShards;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The MQTT side of the broker: one {@link MqttListenerVerticle} per event loop. */
public final class MqttListeners {
  private final List<MqttListenerVerticle> verticles;
  private final Admission admission;

  private MqttListeners(List<MqttListenerVerticle> verticles, Admission admission) {
    this.verticles = verticles;
    this.admission = admission;
  }

  /** Opens every enabled listener on as many event loops as configured. */
  public static Future<MqttListeners> deploy(
      Vertx vertx,
      Router router,
      AccessControl access,
      SessionShards shards,
      Supplier<Settings> settings) {
    Admission admission = new Admission();
    BrokerParts parts = new BrokerParts(router, access, shards, admission);
    List<MqttListenerVerticle> verticles = new ArrayList<>();
    List<Future<?>> deployed = new ArrayList<>();
    for (int i = 0; i < settings.get().node().eventLoops(); i++) {
      MqttListenerVerticle verticle = new MqttListenerVerticle(i, parts, settings);
      verticles.add(verticle);
      deployed.add(vertx.deployVerticle(verticle));
    }
    return Future.all(deployed).map(new MqttListeners(List.copyOf(verticles), admission));
  }

  /** The session loop of the event loop that calls; for the registry. */
  public static SessionLoop currentLoop(Context context) {
    return BrokerLoop.of(MqttServerSeam.eventLoop(context));
  }

  /** The port that a listener really has, such as {@code tcp:default}. */
  public int port(String listenerId) {
    return verticles.get(0).actualPort(listenerId);
  }

  /** What each loop has counted. */
  public List<LoopStats> stats() {
    return verticles.stream().map(MqttListenerVerticle::stats).toList();
  }

  /** Open sockets, connected or not. */
  public int sockets() {
    return admission.sockets();
  }

  /** Has every loop read the certificate files of a listener again. */
  public Future<Void> reloadCertificate(ListenerSettings listener) {
    List<Future<Boolean>> all =
        verticles.stream().map(each -> each.reloadCertificate(listener)).toList();
    return Future.all(all).mapEmpty();
  }

  /** Lets nobody in any more and says goodbye to those who are there, over the given time. */
  public Future<Void> drain(long overMillis) {
    admission.stop();
    return Future.all(verticles.stream().map(each -> each.drain(overMillis)).toList()).mapEmpty();
  }
}
