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

import io.netty.handler.codec.mqtt.MqttQoS;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.mqtt.MqttClient;
import io.vertx.mqtt.MqttClientOptions;
import io.vertx.mqtt.MqttClientWillOptions;
import io.vertx.mqtt.messages.MqttConnAckMessage;
import io.vertx.mqtt.messages.MqttPublishMessage;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The client of vertx-mqtt, for 3.1.1. Its futures complete when a packet is sent, not answered.
 */
final class VertxDevice extends Device {
  private final Vertx vertx = Vertx.vertx();
  private final Site site;
  private final Transport transport;
  private final Map<Integer, BlockingQueue<Integer>> answered = new ConcurrentHashMap<>();
  private @Nullable MqttClient client;

  VertxDevice(Site site, Transport transport) {
    this.site = site;
    this.transport = transport;
  }

  private MqttClient client() {
    if (client == null) {
      throw new IllegalStateException("not connected");
    }
    return client;
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(PATIENCE, TimeUnit.SECONDS);
  }

  /** Acknowledgements may come before the identifier is known here. */
  private BlockingQueue<Integer> answer(int id) {
    return answered.computeIfAbsent(id, key -> new LinkedBlockingQueue<>());
  }

  private void awaitAnswer(int id) throws InterruptedException {
    if (answer(id).poll(PATIENCE, TimeUnit.SECONDS) == null) {
      throw new AssertionError("packet " + id + " was not answered");
    }
  }

  @Override
  boolean connect(Login login) throws Exception {
    MqttClientOptions options =
        new MqttClientOptions()
            .setClientId(login.clientId())
            .setCleanSession(!login.durable())
            .setMaxMessageSize(1_000_000);
    if (transport.isTls) {
      options
          .setSsl(true)
          .setTrustOptions(new PemTrustOptions().addCertPath(site.authority().toString()))
          .setHostnameVerificationAlgorithm("HTTPS");
    }
    Mail will = login.will();
    if (will != null) {
      options.setWillOptions(
          new MqttClientWillOptions()
              .setTopic(will.topic())
              .setMessageBytes(Buffer.buffer(will.payload()))
              .setQos(will.qos())
              .setRetain(will.retain()));
    }
    MqttClient opened = MqttClient.create(vertx, options);
    client = opened;
    opened.publishHandler(publish -> arrived(mail(publish)));
    opened.publishCompletionHandler(id -> answer(id).add(id));
    opened.subscribeCompletionHandler(ack -> answer(ack.messageId()).add(ack.messageId()));
    opened.unsubscribeCompletionHandler(id -> answer(id).add(id));
    opened.closeHandler(ignored -> ended());
    MqttConnAckMessage connack =
        await(opened.connect(site.port(transport.listener()), "localhost"));
    return connack.isSessionPresent();
  }

  private static Mail mail(MqttPublishMessage publish) {
    return new Mail(
        publish.topicName(),
        publish.payload().getBytes(),
        publish.qosLevel().value(),
        publish.isRetain());
  }

  @Override
  void publish(Mail mail) throws Exception {
    int id =
        await(
            client()
                .publish(
                    mail.topic(),
                    Buffer.buffer(mail.payload()),
                    MqttQoS.valueOf(mail.qos()),
                    false,
                    mail.retain()));
    if (mail.qos() > 0) {
      awaitAnswer(id);
    }
  }

  @Override
  void subscribe(String filter, int qos) throws Exception {
    awaitAnswer(await(client().subscribe(filter, qos)));
  }

  @Override
  void unsubscribe(String filter) throws Exception {
    awaitAnswer(await(client().unsubscribe(filter)));
  }

  @Override
  void disconnect() throws Exception {
    await(client().disconnect());
  }

  @Override
  void free() throws Exception {
    await(vertx.close());
  }
}
