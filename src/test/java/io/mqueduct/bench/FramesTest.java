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
package io.mqueduct.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is read by a decoder of others. */
class FramesTest {
  private final EmbeddedChannel peer = new EmbeddedChannel(new MqttDecoder(1_000_000));

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void connectCarriesNameAndPasswordAndAsksForTheSession(boolean version5) {
    connect(target(version5, "me", "secret"), false, true);

    MqttConnectMessage read = peer.readInbound();
    assertThat(read.decoderResult().isSuccess()).isTrue();
    assertThat(read.variableHeader().version()).isEqualTo(version5 ? 5 : 4);
    assertThat(read.variableHeader().isCleanSession()).isFalse();
    assertThat(read.variableHeader().keepAliveTimeSeconds()).isEqualTo(60);
    assertThat(read.payload().clientIdentifier()).isEqualTo("id");
    assertThat(read.payload().userName()).isEqualTo("me");
    assertThat(read.payload().passwordInBytes()).isEqualTo(utf8("secret"));
    MqttProperties.MqttProperty<?> expiry = read.variableHeader().properties().getProperty(0x11);
    assertThat(expiry == null ? 0 : expiry.value()).isEqualTo(version5 ? 3600 : 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void connectWithoutNameBeginsANewSession(boolean version5) {
    connect(target(version5, null, null), true, false);

    MqttConnectMessage read = peer.readInbound();
    assertThat(read.decoderResult().isSuccess()).isTrue();
    assertThat(read.variableHeader().isCleanSession()).isTrue();
    assertThat(read.variableHeader().hasUserName()).isFalse();
    assertThat(read.variableHeader().hasPassword()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void subscribeHasOneFilter(boolean version5) {
    connect(target(version5, null, null), true, false);
    peer.readInbound();
    ByteBuf out = Unpooled.buffer();
    Frames.subscribe(out, version5, 7, "a/#", 2);
    peer.writeInbound(out);

    MqttSubscribeMessage read = peer.readInbound();
    assertThat(read.variableHeader().messageId()).isEqualTo(7);
    assertThat(read.payload().topicSubscriptions()).hasSize(1);
    assertThat(read.payload().topicSubscriptions().get(0).topicFilter()).isEqualTo("a/#");
    assertThat(read.payload().topicSubscriptions().get(0).qualityOfService().value()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {Frames.PUBACK, Frames.PUBREC, Frames.PUBREL, Frames.PUBCOMP})
  void acknowledgementsCarryTheIdentifier(int type) {
    ByteBuf out = Unpooled.buffer();
    Frames.acknowledge(out, type, 65_535);
    peer.writeInbound(out);

    MqttMessage read = peer.readInbound();
    assertThat(read.decoderResult().isSuccess()).isTrue();
    assertThat(read.fixedHeader().messageType()).isEqualTo(MqttMessageType.valueOf(type));
    assertThat(((MqttMessageIdVariableHeader) read.variableHeader()).messageId()).isEqualTo(65_535);
  }

  @ParameterizedTest
  @CsvSource({"false,0", "false,1", "true,0", "true,2"})
  void aMessageIsStamped(boolean version5, int qos) {
    connect(target(version5, null, null), true, false);
    peer.readInbound();
    Template template =
        new Template("t", Integer.MAX_VALUE, true, qos, version5, 200, 0xFEDC, 65_000);
    ByteBuf out = Unpooled.buffer();
    template.write(out, 5, 1_234, Long.MAX_VALUE);
    template.write(out, 6, 1_235, 2);
    peer.writeInbound(out);

    MqttPublishMessage first = peer.readInbound();
    assertThat(first.variableHeader().topicName()).isEqualTo("t/00001234");
    assertThat(first.fixedHeader().isRetain()).isTrue();
    assertThat(first.fixedHeader().qosLevel().value()).isEqualTo(qos);
    assertThat(first.payload().readableBytes()).isEqualTo(200);
    assertThat(Stamp.sentAt(first.payload(), 0)).isEqualTo(Long.MAX_VALUE);
    assertThat(Stamp.run(first.payload(), 0)).isEqualTo(0xFEDC);
    assertThat(Stamp.publisher(first.payload(), 0)).isEqualTo(65_000);
    assertThat(Stamp.sequence(first.payload(), 0)).isEqualTo(1_234);
    first.release();
    MqttPublishMessage second = peer.readInbound();
    assertThat(second.variableHeader().topicName()).isEqualTo("t/00001235");
    assertThat(second.variableHeader().packetId()).isEqualTo(qos == 0 ? -1 : 6);
    second.release();
  }

  @Test
  void aMessageGoesToSoManyTopicsInTurn() {
    connect(target(true, null, null), true, false);
    peer.readInbound();
    Template template = new Template("t", 3, false, 0, true, 16, 1, 1);
    ByteBuf out = Unpooled.buffer();
    for (int i = 1; i <= 4; i++) {
      template.write(out, 0, i, 1);
    }
    peer.writeInbound(out);

    for (int i = 1; i <= 4; i++) {
      MqttPublishMessage read = peer.readInbound();
      assertThat(read.variableHeader().topicName()).isEqualTo("t/0000000" + i % 3);
      read.release();
    }
  }

  private void connect(Target target, boolean clean, boolean kept) {
    ByteBuf out = Unpooled.buffer();
    Frames.connect(out, target, "id", clean, kept);
    peer.writeInbound(out);
  }

  private static Target target(boolean version5, @Nullable String user, @Nullable String password) {
    return new Target(
        "localhost", 1883, version5, user, password, null, false, null, 60, List.of());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
