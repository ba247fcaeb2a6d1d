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

import org.eclipse.paho.client.mqttv3.IMqttDeliveryToken;
import org.eclipse.paho.client.mqttv3.IMqttToken;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;
import org.eclipse.paho.client.mqttv3.MqttCallback;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.MqttMessage;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.jspecify.annotations.Nullable;

/** Eclipse Paho for 3.1.1. */
final class Paho3Device extends Device implements MqttCallback {
  private static final long MILLIS = PATIENCE * 1000;

  private final Site site;
  private final Transport transport;
  private @Nullable MqttAsyncClient client;

  Paho3Device(Site site, Transport transport) {
    this.site = site;
    this.transport = transport;
  }

  private MqttAsyncClient client() {
    if (client == null) {
      throw new IllegalStateException("not connected");
    }
    return client;
  }

  @Override
  boolean connect(Login login) throws MqttException {
    MqttAsyncClient opened =
        new MqttAsyncClient(transport.uri(site), login.clientId(), new MemoryPersistence());
    client = opened;
    opened.setCallback(this);
    MqttConnectOptions options = new MqttConnectOptions();
    options.setMqttVersion(MqttConnectOptions.MQTT_VERSION_3_1_1);
    options.setCleanSession(!login.durable());
    if (transport.isTls) {
      options.setSocketFactory(site.tls().getSocketFactory());
    }
    Mail will = login.will();
    if (will != null) {
      options.setWill(will.topic(), will.payload(), will.qos(), will.retain());
    }
    IMqttToken token = opened.connect(options);
    token.waitForCompletion(MILLIS);
    return token.getSessionPresent();
  }

  @Override
  void publish(Mail mail) throws MqttException {
    client()
        .publish(mail.topic(), mail.payload(), mail.qos(), mail.retain())
        .waitForCompletion(MILLIS);
  }

  @Override
  void subscribe(String filter, int qos) throws MqttException {
    client().subscribe(filter, qos).waitForCompletion(MILLIS);
  }

  @Override
  void unsubscribe(String filter) throws MqttException {
    client().unsubscribe(filter).waitForCompletion(MILLIS);
  }

  @Override
  void disconnect() throws MqttException {
    client().disconnect(0).waitForCompletion(MILLIS);
  }

  @Override
  public void messageArrived(String topic, MqttMessage message) {
    arrived(new Mail(topic, message.getPayload(), message.getQos(), message.isRetained()));
  }

  @Override
  public void connectionLost(Throwable cause) {
    ended();
  }

  @Override
  public void deliveryComplete(IMqttDeliveryToken token) {
    // publish() waits for it
  }

  @Override
  void free() throws MqttException {
    MqttAsyncClient opened = client;
    if (opened != null) {
      if (opened.isConnected()) {
        disconnect();
      }
      opened.close(true);
    }
  }
}
