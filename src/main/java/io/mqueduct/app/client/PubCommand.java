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

import io.mqueduct.app.CommandFailure;
import io.mqueduct.app.Place;
import io.mqueduct.message.FileReason;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.vertx.core.buffer.Buffer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mqueduct pub}. Runs on the main thread. */
@Command(
    name = "pub",
    sortOptions = false,
    description = {
      "Publishes a message, or one for each line of standard input, and waits until the broker has"
          + " acknowledged all (QoS 1 and 2)."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:all published", "1:failed, with one line why", "2:wrong use"},
    footer = {
      "",
      "Examples:",
      "  mqueduct pub -t home/door -m open -q 1 -r",
      "  mqueduct pub -t jobs -m '{\"n\":1}' --repeat 100 --interval 10",
      "  seq 1000 | mqueduct pub -t numbers -l -q 1",
      "  mqueduct pub -h broker.example --tls -u ada -t a/b -f picture.png",
      "",
      "Speaks MQTT 3.1.1 and 5 over TCP and TLS; not over WebSocket."
    })
public final class PubCommand implements Callable<Integer> {
  @Option(
      names = {"-t", "--topic"},
      paramLabel = "TOPIC",
      required = true,
      description = "Topic to publish to.")
  private String topic = "";

  @ArgGroup(multiplicity = "1")
  private Payload payload = new Payload();

  /** Where the payload comes from: exactly one. */
  private static final class Payload {
    @Option(
        names = {"-m", "--message"},
        paramLabel = "TEXT",
        description = "The payload.")
    private @Nullable String text;

    @Option(
        names = {"-f", "--file"},
        paramLabel = "FILE",
        converter = Place.class,
        description = "The content of a file is the payload.")
    private @Nullable Path file;

    @Option(
        names = {"-l", "--stdin-line"},
        description = "Each line of standard input is a message.")
    private boolean lines;

    @Option(
        names = {"-s", "--stdin"},
        description = "All of standard input is one payload.")
    private boolean stdin;

    @Option(
        names = {"-n", "--null-message"},
        description = "The payload is empty; with -r this removes a retained message.")
    private boolean empty;
  }

  @Option(
      names = {"-q", "--qos"},
      paramLabel = "QOS",
      description = "0, 1 or 2. Default: 0.")
  private int qos;

  @Option(
      names = {"-r", "--retain"},
      description = "The broker keeps the message for later subscribers.")
  private boolean retain;

  @Option(names = "--repeat", paramLabel = "N", description = "Publish N times. Default: 1.")
  private int repeat = 1;

  @Option(
      names = "--interval",
      paramLabel = "MS",
      description = "Milliseconds between two messages. Default: 0.")
  private long intervalMillis;

  @Option(
      names = {"-W", "--timeout"},
      paramLabel = "SECONDS",
      description = "Fail if acknowledgements stay away for this long. Default: 30.")
  private long timeoutSeconds = 30;

  @Option(
      names = {"-D", "--user-property"},
      paramLabel = "NAME=VALUE",
      description = "User property (5). Repeatable; order is kept.")
  private List<String> userProperties = new ArrayList<>();

  @Option(
      names = "--message-expiry",
      paramLabel = "SECONDS",
      description = "Message Expiry Interval (5).")
  private @Nullable Integer expirySeconds;

  @Option(names = "--content-type", paramLabel = "TYPE", description = "Content Type (5).")
  private @Nullable String contentType;

  @Option(names = "--response-topic", paramLabel = "TOPIC", description = "Response Topic (5).")
  private @Nullable String responseTopic;

  @Option(names = "--correlation-data", paramLabel = "TEXT", description = "Correlation Data (5).")
  private @Nullable String correlationData;

  @Mixin private ConnectionOptions connection = new ConnectionOptions();

  @Override
  public Integer call() {
    connection.checkedQos("-q", qos);
    connection.checkTopic("-t", topic);
    if (repeat < 1 || intervalMillis < 0 || timeoutSeconds < 1) {
      throw connection.wrong("--repeat and -W must be at least 1, --interval at least 0");
    }
    MqttProperties properties = properties();
    try (ClientConnection open = ClientConnection.prepare(connection)) {
      Publisher publisher =
          new Publisher(open, connection.isVersion5(), Duration.ofSeconds(timeoutSeconds));
      open.open(connection);
      publisher.start(
          payload ->
              open.client().publish(topic, payload, Publisher.qos(qos), false, retain, properties),
          qos > 0);
      send(publisher);
      publisher.finish();
    }
    return 0;
  }

  private void send(Publisher publisher) {
    if (payload.lines) {
      eachLine(publisher);
      return;
    }
    Buffer body = body();
    for (int i = 0; i < repeat; i++) {
      pause(i);
      publisher.publish(body);
    }
  }

  private void eachLine(Publisher publisher) {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      int sent = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        for (int i = 0; i < repeat; i++) {
          pause(sent++);
          publisher.publish(Buffer.buffer(line));
        }
      }
    } catch (IOException e) {
      throw new CommandFailure("standard input cannot be read: " + FileReason.of(e));
    }
  }

  private void pause(int sent) {
    if (intervalMillis > 0 && sent > 0) {
      try {
        Thread.sleep(intervalMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CommandFailure("interrupted");
      }
    }
  }

  private Buffer body() {
    try {
      if (payload.file != null) {
        return Buffer.buffer(Files.readAllBytes(payload.file));
      }
      if (payload.stdin) {
        return Buffer.buffer(System.in.readAllBytes());
      }
    } catch (IOException e) {
      String source = payload.file == null ? "standard input" : payload.file.toString();
      throw new CommandFailure(source + " cannot be read: " + FileReason.of(e));
    }
    return payload.empty || payload.text == null ? Buffer.buffer() : Buffer.buffer(payload.text);
  }

  private MqttProperties properties() {
    MqttProperties properties = new MqttProperties();
    for (String pair : userProperties) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw connection.wrong("-D " + pair + ": expected NAME=VALUE");
      }
      properties.add(
          new MqttProperties.UserProperty(pair.substring(0, equals), pair.substring(equals + 1)));
    }
    if (expirySeconds != null) {
      if (expirySeconds < 0) {
        throw connection.wrong("--message-expiry " + expirySeconds + ": expected 0 or more");
      }
      properties.add(
          new MqttProperties.IntegerProperty(
              MqttProperties.PUBLICATION_EXPIRY_INTERVAL, expirySeconds));
    }
    text(properties, MqttProperties.CONTENT_TYPE, contentType);
    text(properties, MqttProperties.RESPONSE_TOPIC, responseTopic);
    if (correlationData != null) {
      properties.add(
          new MqttProperties.BinaryProperty(
              MqttProperties.CORRELATION_DATA, correlationData.getBytes(StandardCharsets.UTF_8)));
    }
    if (!properties.isEmpty() && !connection.isVersion5()) {
      throw connection.wrong("properties of a message need -V 5");
    }
    return properties;
  }

  private static void text(MqttProperties properties, int type, @Nullable String value) {
    if (value != null) {
      properties.add(new MqttProperties.StringProperty(type, value));
    }
  }
}
