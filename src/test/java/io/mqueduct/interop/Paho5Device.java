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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;
import org.jspecify.annotations.Nullable;

/** Eclipse Paho for 5.0. */
final class Paho5Device extends Device implements MqttCallback {
  private static final long MILLIS = PATIENCE * 1000;

  private final Site site;
  private final Transport transport;
  private @Nullable MqttAsyncClient client;

  Paho5Device(Site site, Transport transport) {
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
    MqttConnectionOptions options = new MqttConnectionOptions();
    options.setCleanStart(!login.durable());
    options.setSessionExpiryInterval(login.durable() ? 300L : 0L);
    if (transport.isTls) {
      options.setSocketFactory(site.tls().getSocketFactory());
    }
    if (login.will() != null) {
      options.setWill(login.will().topic(), message(login.will()));
    }
    IMqttToken token = opened.connect(options);
    token.waitForCompletion(MILLIS);
    return token.getSessionPresent();
  }

  private static MqttMessage message(Mail mail) {
    MqttProperties properties = new MqttProperties();
    List<UserProperty> user = new ArrayList<>();
    mail.user().forEach((key, value) -> user.add(new UserProperty(key, value)));
    properties.setUserProperties(user);
    if (mail.responseTopic() != null) {
      properties.setResponseTopic(mail.responseTopic());
    }
    if (mail.correlation() != null) {
      properties.setCorrelationData(mail.correlation());
    }
    return new MqttMessage(mail.payload(), mail.qos(), mail.retain(), properties);
  }

  @Override
  void publish(Mail mail) throws MqttException {
    client().publish(mail.topic(), message(mail)).waitForCompletion(MILLIS);
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
    Map<String, String> user = new LinkedHashMap<>();
    MqttProperties properties = message.getProperties();
    properties.getUserProperties().forEach(each -> user.put(each.getKey(), each.getValue()));
    arrived(
        new Mail(
            topic,
            message.getPayload(),
            message.getQos(),
            message.isRetained(),
            user,
            properties.getResponseTopic(),
            properties.getCorrelationData()));
  }

  @Override
  public void disconnected(MqttDisconnectResponse response) {
    ended();
  }

  @Override
  public void mqttErrorOccurred(MqttException exception) {
    // the failure itself comes as the token's or as disconnected()
  }

  @Override
  public void deliveryComplete(IMqttToken token) {
    // publish() waits for it
  }

  @Override
  public void connectComplete(boolean reconnect, String serverUri) {
    // connect() waits for it
  }

  @Override
  public void authPacketArrived(int reasonCode, MqttProperties properties) {
    throw new IllegalStateException("nobody asked for AUTH");
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
