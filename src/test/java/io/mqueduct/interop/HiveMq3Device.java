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

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3Connect;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** HiveMQ's client for 3.1.1. */
final class HiveMq3Device extends Device {
  private final Site site;
  private final Transport transport;
  private @Nullable Mqtt3AsyncClient client;

  HiveMq3Device(Site site, Transport transport) {
    this.site = site;
    this.transport = transport;
  }

  private Mqtt3AsyncClient client() {
    if (client == null) {
      throw new IllegalStateException("not connected");
    }
    return client;
  }

  private static <T> T await(CompletableFuture<T> future) throws Exception {
    return future.get(PATIENCE, TimeUnit.SECONDS);
  }

  @Override
  boolean connect(Login login) throws Exception {
    Mqtt3AsyncClient opened =
        HiveMqTransport.of(site, transport)
            .useMqttVersion3()
            .identifier(login.clientId())
            .addDisconnectedListener(context -> ended())
            .buildAsync();
    client = opened;
    opened.publishes(MqttGlobalPublishFilter.ALL, publish -> arrived(mail(publish)));
    var connect = Mqtt3Connect.builder().cleanSession(!login.durable());
    if (login.will() != null) {
      connect = connect.willPublish(message(login.will()));
    }
    return await(opened.connect(connect.build())).isSessionPresent();
  }

  private static Mqtt3Publish message(Mail mail) {
    return Mqtt3Publish.builder()
        .topic(mail.topic())
        .qos(MqttQos.values()[mail.qos()])
        .retain(mail.retain())
        .payload(mail.payload())
        .build();
  }

  private static Mail mail(Mqtt3Publish publish) {
    return new Mail(
        publish.getTopic().toString(),
        publish.getPayloadAsBytes(),
        publish.getQos().getCode(),
        publish.isRetain());
  }

  @Override
  void publish(Mail mail) throws Exception {
    await(client().publish(message(mail)));
  }

  @Override
  void subscribe(String filter, int qos) throws Exception {
    await(client().subscribeWith().topicFilter(filter).qos(MqttQos.values()[qos]).send());
  }

  @Override
  void unsubscribe(String filter) throws Exception {
    await(client().unsubscribeWith().topicFilter(filter).send());
  }

  @Override
  void disconnect() throws Exception {
    await(client().disconnect());
  }

  @Override
  void free() throws Exception {
    if (client != null && client.getState().isConnected()) {
      disconnect();
    }
  }
}
