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
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** HiveMQ's client for 5.0. */
final class HiveMq5Device extends Device {
  private final Site site;
  private final Transport transport;
  private @Nullable Mqtt5AsyncClient client;

  HiveMq5Device(Site site, Transport transport) {
    this.site = site;
    this.transport = transport;
  }

  private Mqtt5AsyncClient client() {
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
    Mqtt5AsyncClient opened =
        HiveMqTransport.of(site, transport)
            .useMqttVersion5()
            .identifier(login.clientId())
            .addDisconnectedListener(context -> ended())
            .buildAsync();
    client = opened;
    opened.publishes(MqttGlobalPublishFilter.ALL, publish -> arrived(mail(publish)));
    var connect =
        Mqtt5Connect.builder()
            .cleanStart(!login.durable())
            .sessionExpiryInterval(login.durable() ? 300 : 0);
    if (login.will() != null) {
      connect = connect.willPublish(message(login.will()));
    }
    return await(opened.connect(connect.build())).isSessionPresent();
  }

  private static Mqtt5Publish message(Mail mail) {
    List<Mqtt5UserProperty> user =
        mail.user().entrySet().stream()
            .map(each -> Mqtt5UserProperty.of(each.getKey(), each.getValue()))
            .toList();
    return Mqtt5Publish.builder()
        .topic(mail.topic())
        .qos(MqttQos.values()[mail.qos()])
        .retain(mail.retain())
        .payload(mail.payload())
        .userProperties(Mqtt5UserProperties.of(user))
        .responseTopic(mail.responseTopic())
        .correlationData(mail.correlation())
        .build();
  }

  private static Mail mail(Mqtt5Publish publish) {
    Map<String, String> user = new LinkedHashMap<>();
    publish
        .getUserProperties()
        .asList()
        .forEach(each -> user.put(each.getName().toString(), each.getValue().toString()));
    return new Mail(
        publish.getTopic().toString(),
        publish.getPayloadAsBytes(),
        publish.getQos().getCode(),
        publish.isRetain(),
        user,
        publish.getResponseTopic().map(Object::toString).orElse(null),
        publish.getCorrelationData().map(HiveMq5Device::bytes).orElse(null));
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  @Override
  void publish(Mail mail) throws Exception {
    var result = await(client().publish(message(mail)));
    if (result.getError().isPresent()) {
      throw new AssertionError("not published", result.getError().get());
    }
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
