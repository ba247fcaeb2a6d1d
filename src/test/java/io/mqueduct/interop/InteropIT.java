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

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.interop.Device.Login;
import io.mqueduct.interop.Device.Mail;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The libraries that most devices use, each over every transport it has, do with this broker what
 * their users do with them.
 */
class InteropIT {
  private static final AtomicInteger RUNS = new AtomicInteger();
  private static Site site;

  @RegisterExtension static final BeforeAllCallback SITE = context -> site = Site.of(context);

  private final List<Device> devices = new ArrayList<>();
  private String run;

  /** A library at the end of a transport. */
  record Maker(
      String library, Transport transport, boolean isV5, BiFunction<Site, Transport, Device> make) {
    @Override
    public String toString() {
      return library + " over " + transport;
    }
  }

  static Stream<Maker> libraries() {
    List<Maker> all = new ArrayList<>();
    for (Transport each : Transport.values()) {
      all.add(new Maker("Paho 3.1.1", each, false, Paho3Device::new));
      all.add(new Maker("Paho 5.0", each, true, Paho5Device::new));
      all.add(new Maker("HiveMQ 3.1.1", each, false, HiveMq3Device::new));
      all.add(new Maker("HiveMQ 5.0", each, true, HiveMq5Device::new));
      if (!each.isWebSocket) { // that client has no WebSocket
        all.add(new Maker("Vert.x 3.1.1", each, false, VertxDevice::new));
      }
    }
    return all.stream();
  }

  static Stream<Maker> librariesOf5() {
    return libraries().filter(Maker::isV5);
  }

  @BeforeEach
  void names() {
    run = "i" + RUNS.incrementAndGet();
  }

  @AfterEach
  void close() throws Exception {
    for (Device each : devices) {
      each.free();
    }
  }

  private Device device(Maker maker) {
    Device device = maker.make().apply(site, maker.transport());
    devices.add(device);
    return device;
  }

  private Device connected(Maker maker, String name) throws Exception {
    Device device = device(maker);
    assertThat(device.connect(Login.clean(run + name))).as("session present").isFalse();
    return device;
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void deliversEachQosBothWays(Maker maker) throws Exception {
    Device publisher = connected(maker, "p");
    Device subscriber = connected(maker, "s");
    subscriber.subscribe(run + "/t", 2);

    for (int qos = 0; qos <= 2; qos++) {
      publisher.publish(Mail.of(run + "/t", "at " + qos, qos));
    }

    for (int qos = 0; qos <= 2; qos++) {
      Mail mail = subscriber.take();
      assertThat(mail.text()).isEqualTo("at " + qos);
      assertThat(mail.qos()).isEqualTo(qos);
      assertThat(mail.retain()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void deliversAtTheLowerQosOfSubscriptionAndMessage(Maker maker) throws Exception {
    Device device = connected(maker, "d");
    device.subscribe(run + "/0", 0);
    device.subscribe(run + "/1", 1);

    device.publish(Mail.of(run + "/0", "a", 2));
    device.publish(Mail.of(run + "/1", "b", 2));

    assertThat(device.take().qos()).isZero();
    assertThat(device.take().qos()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void keepsTheLastRetainedMessage(Maker maker) throws Exception {
    Device device = connected(maker, "d");
    device.publish(Mail.of(run + "/r", "old", 1).retained());
    device.publish(Mail.of(run + "/r", "new", 1).retained());

    device.subscribe(run + "/r", 1);

    Mail mail = device.take();
    assertThat(mail.text()).isEqualTo("new");
    assertThat(mail.retain()).isTrue();
    device.publish(new Mail(run + "/r", new byte[0], 1, true));
    assertThat(device.take().payload()).isEmpty();
    device.subscribe(run + "/r", 1);
    device.publish(Mail.of(run + "/r", "fence", 1));
    assertThat(device.take().text()).as("nothing is retained any more").isEqualTo("fence");
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void endsTheOlderOfTwoConnectionsAndPublishesItsWill(Maker maker) throws Exception {
    Device watcher = connected(maker, "w");
    watcher.subscribe(run + "/will", 1);
    Device older = device(maker);
    older.connect(Login.clean(run + "d").withWill(Mail.of(run + "/will", "gone", 1)));

    Device younger = connected(maker, "d");

    older.awaitLost();
    assertThat(watcher.take().text()).isEqualTo("gone");
    younger.subscribe(run + "/t", 1);
    younger.publish(Mail.of(run + "/t", "mine", 1));
    assertThat(younger.take().text()).isEqualTo("mine");
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void dropsTheWillOfAClientThatSaysGoodbye(Maker maker) throws Exception {
    Device watcher = connected(maker, "w");
    watcher.subscribe(run + "/will", 1);
    Device device = device(maker);
    device.connect(Login.clean(run + "d").withWill(Mail.of(run + "/will", "gone", 1)));

    device.disconnect();

    connected(maker, "d").publish(Mail.of(run + "/will", "fence", 1));
    assertThat(watcher.take().text()).isEqualTo("fence");
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void matchesWildcards(Maker maker) throws Exception {
    Device device = connected(maker, "d");
    device.subscribe(run + "/+/temperature", 1);
    device.subscribe(run + "/kitchen/#", 1);

    device.publish(Mail.of(run + "/hall/temperature", "a", 1));
    device.publish(Mail.of(run + "/hall/light", "nobody's", 1));
    device.publish(Mail.of(run + "/kitchen/oven/door", "b", 1));
    device.publish(Mail.of(run + "/kitchen", "c", 1));

    assertThat(List.of(device.take().text(), device.take().text(), device.take().text()))
        .containsExactly("a", "b", "c");
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void keepsASessionAndWhatCameMeanwhile(Maker maker) throws Exception {
    Device first = device(maker);
    assertThat(first.connect(Login.durable(run + "d"))).as("session present").isFalse();
    first.subscribe(run + "/t", 2);
    first.disconnect();
    Device publisher = connected(maker, "p");
    for (int i = 0; i < 20; i++) {
      publisher.publish(Mail.of(run + "/t", "m" + i, 1));
    }

    Device again = device(maker);

    assertThat(again.connect(Login.durable(run + "d"))).as("session present").isTrue();
    for (int i = 0; i < 20; i++) {
      assertThat(again.take().text()).isEqualTo("m" + i);
    }
    again.disconnect();
    assertThat(device(maker).connect(Login.clean(run + "d"))).as("session present").isFalse();
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void carriesLargePayloads(Maker maker) throws Exception {
    byte[] payload = new byte[900_000];
    new Random(7).nextBytes(payload);
    Device device = connected(maker, "d");
    device.subscribe(run + "/t", 2);

    for (int qos = 0; qos <= 2; qos++) {
      device.publish(new Mail(run + "/t", payload, qos, false));
      assertThat(device.take().payload()).isEqualTo(payload);
    }
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void deliversNothingAfterUnsubscribe(Maker maker) throws Exception {
    Device device = connected(maker, "d");
    device.subscribe(run + "/a", 1);
    device.subscribe(run + "/b", 1);

    device.unsubscribe(run + "/a");

    device.publish(Mail.of(run + "/a", "unwanted", 1));
    device.publish(Mail.of(run + "/b", "wanted", 1));
    assertThat(device.take().text()).isEqualTo("wanted");
    assertThat(device.isIdle()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("librariesOf5")
  void dealsMessagesOutInASharedGroup(Maker maker) throws Exception {
    Device one = connected(maker, "1");
    Device two = connected(maker, "2");
    one.subscribe("$share/" + run + "/" + run + "/t", 1);
    two.subscribe("$share/" + run + "/" + run + "/t", 1);
    Device publisher = connected(maker, "p");

    for (int i = 0; i < 10; i++) {
      publisher.publish(Mail.of(run + "/t", "m" + i, 1));
    }

    List<String> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) { // in turn is the default
      all.add(one.take().text());
      all.add(two.take().text());
    }
    assertThat(all).doesNotHaveDuplicates().hasSize(10);
    assertThat(one.isIdle() && two.isIdle()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("librariesOf5")
  void carriesUserPropertiesInOrder(Maker maker) throws Exception {
    Map<String, String> user = new LinkedHashMap<>();
    user.put("zeta", "1");
    user.put("alpha", "ü ☃");
    user.put("empty", "");
    Device device = connected(maker, "d");
    device.subscribe(run + "/t", 1);

    device.publish(Mail.of(run + "/t", "x", 1).withUser(user));

    assertThat(device.take().user()).containsExactlyEntriesOf(user);
  }

  @ParameterizedTest
  @MethodSource("librariesOf5")
  void carriesARequestAndItsResponse(Maker maker) throws Exception {
    Device server = connected(maker, "s");
    server.subscribe(run + "/ask", 1);
    Device client = connected(maker, "c");
    client.subscribe(run + "/answer", 1);
    byte[] correlation = {0, (byte) 0xFF, 7};

    client.publish(Mail.of(run + "/ask", "2+2", 1).answeredAt(run + "/answer", correlation));

    Mail request = server.take();
    assertThat(request.correlation()).isEqualTo(correlation);
    server.publish(
        new Mail(
            request.responseTopic(),
            "4".getBytes(StandardCharsets.UTF_8),
            1,
            false,
            Map.of(),
            null,
            request.correlation()));
    Mail response = client.take();
    assertThat(response.text()).isEqualTo("4");
    assertThat(response.correlation()).isEqualTo(correlation);
  }
}
