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

import io.mqueduct.app.BrokerOptions;
import io.mqueduct.routing.TopicFault;
import io.mqueduct.routing.TopicRules;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.mqtt.MqttClientOptions;
import io.vertx.mqtt.MqttClientWillOptions;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code pub} and {@code sub} that say how to connect. */
final class ConnectionOptions extends BrokerOptions {
  private static final int MAX_PACKET = 268_435_460;

  /** What every broker takes for a topic, in as many levels as there can be. */
  static final TopicRules TOPICS = new TopicRules(TopicRules.MAX_BYTES + 1);

  @Option(
      names = {"-i", "--id"},
      paramLabel = "ID",
      description = "Client id. Default: mqueduct-pub- or mqueduct-sub- and some random letters.")
  private @Nullable String clientId;

  @Option(
      names = {"-P", "--pw", "--password"},
      paramLabel = "PASSWORD",
      description =
          "Password. Others can see it in the list of processes: better set MQUEDUCT_PASSWORD in"
              + " the environment.")
  private @Nullable String password;

  @Option(
      names = {"-c", "--no-clean"},
      description = "Keep the session when the connection ends; needs --id.")
  private boolean keepSession;

  @Option(
      names = {"-x", "--session-expiry"},
      paramLabel = "SECONDS",
      description = "With -c and 5: how long the session is kept. Default: for ever.")
  private @Nullable Long sessionExpirySeconds;

  @Option(names = "--will-topic", paramLabel = "TOPIC", description = "Topic of the will.")
  private @Nullable String willTopic;

  @Option(names = "--will-payload", paramLabel = "TEXT", description = "Payload of the will.")
  private String willPayload = "";

  @Option(names = "--will-qos", paramLabel = "QOS", description = "QoS of the will. Default: 0.")
  private int willQos;

  @Option(names = "--will-retain", description = "The will is retained.")
  private boolean willRetain;

  int port() {
    return port(1883, 8883);
  }

  /** A QoS, or wrong use. */
  int checkedQos(String option, int qos) {
    if (qos < 0 || qos > 2) {
      throw wrong(option + " " + qos + " is not allowed; expected 0, 1 or 2");
    }
    return qos;
  }

  /** A topic to publish to, or wrong use. */
  void checkTopic(String option, String topic) {
    TopicFault fault = TOPICS.checkName(topic);
    if (fault != TopicFault.NONE) {
      throw wrong(option + " \"" + topic + "\": a topic that " + fault.text());
    }
  }

  MqttClientOptions clientOptions() {
    MqttClientOptions options = new MqttClientOptions();
    options.setVersion(isVersion5() ? 5 : 4);
    options.setClientId(id());
    options.setCleanSession(!keepSession);
    options.setKeepAliveInterval(keepAliveSeconds());
    options.setAutoKeepAlive(keepAliveSeconds() > 0);
    options.setAutoAck(false);
    options.setMaxInflightQueue(65_535);
    options.setMaxMessageSize(MAX_PACKET);
    options.setConnectTimeout(10_000);
    options.setTcpNoDelay(true);
    credentials(options);
    session(options);
    will(options);
    if (isTls()) {
      tls(options);
    }
    return options;
  }

  private String id() {
    if (clientId == null && keepSession) {
      throw wrong("--no-clean needs --id: a session is found again by its client id");
    }
    String random = UUID.randomUUID().toString().substring(0, 8);
    return clientId == null ? "mqueduct-" + commandName() + "-" + random : clientId;
  }

  private void credentials(MqttClientOptions options) {
    String secret = password == null ? passwordOfEnvironment() : password;
    String userName = userName();
    if (userName != null) {
      options.setUsername(userName);
    }
    if (secret != null && (userName != null || password != null)) {
      options.setPassword(secret);
    }
  }

  private void session(MqttClientOptions options) {
    if (sessionExpirySeconds != null && (!isVersion5() || !keepSession)) {
      throw wrong("--session-expiry needs --no-clean and -V 5");
    }
    if (sessionExpirySeconds != null
        && (sessionExpirySeconds < 0 || sessionExpirySeconds > 0xFFFF_FFFFL)) {
      throw wrong("-x " + sessionExpirySeconds + " is not allowed; expected 0 to 4294967295");
    }
    if (isVersion5() && keepSession) {
      options.setSessionExpireInterval(
          sessionExpirySeconds == null ? 0xFFFF_FFFFL : sessionExpirySeconds);
    }
  }

  private void will(MqttClientOptions options) {
    if (willTopic != null) {
      checkTopic("--will-topic", willTopic);
      MqttClientWillOptions will = new MqttClientWillOptions();
      will.setTopic(willTopic)
          .setMessageBytes(Buffer.buffer(willPayload))
          .setQos(checkedQos("--will-qos", willQos))
          .setRetain(willRetain);
      options.setWillOptions(will);
    }
  }

  private void tls(MqttClientOptions options) {
    options.setSsl(true);
    options.setTrustAll(isInsecure());
    options.setHostnameVerificationAlgorithm(isInsecure() ? "" : "HTTPS");
    byte[] authorities = authorities();
    byte[] certificate = certificate();
    byte[] key = privateKey();
    if (authorities != null) {
      options.setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(authorities)));
    }
    if (certificate != null && key != null) {
      options.setKeyCertOptions(
          new PemKeyCertOptions()
              .addCertValue(Buffer.buffer(certificate))
              .addKeyValue(Buffer.buffer(key)));
    }
  }
}
