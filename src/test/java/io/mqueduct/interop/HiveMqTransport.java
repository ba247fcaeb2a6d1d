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

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttWebSocketConfig;

/** The part of HiveMQ's client that both of its versions share. */
final class HiveMqTransport {
  private HiveMqTransport() {}

  static MqttClientBuilder of(Site site, Transport transport) {
    MqttClientBuilder builder =
        MqttClient.builder().serverHost("localhost").serverPort(site.port(transport.listener()));
    if (transport.isTls) {
      builder =
          builder.sslConfig(
              MqttClientSslConfig.builder().trustManagerFactory(site.trust()).build());
    }
    if (transport.isWebSocket) {
      builder = builder.webSocketConfig(MqttWebSocketConfig.builder().serverPath("mqtt").build());
    }
    return builder;
  }
}
