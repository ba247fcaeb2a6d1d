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
package io.mqueduct.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.ReasonCode;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption.RetainedHandlingPolicy;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Packets that another encoder made are read as they were meant. */
class NettyEncodedTest {
  @ParameterizedTest
  @EnumSource(MqttVersion.class)
  void readsConnect(MqttVersion version) {
    MqttConnectMessage message =
        MqttMessageBuilders.connect()
            .protocolVersion(version)
            .clientId("device-1")
            .cleanSession(false)
            .keepAlive(77)
            .willFlag(true)
            .willQoS(MqttQoS.EXACTLY_ONCE)
            .willRetain(true)
            .willTopic("will/é")
            .willMessage(new byte[] {1, 2, 0})
            .hasUser(true)
            .username("user")
            .hasPassword(true)
            .password(new byte[] {(byte) 0xFF, 0})
            .build();

    Connect connect =
        (Connect) Wire.decoder().decode(NettyWire.encode(version.protocolLevel(), message));

    assertThat(connect.version()).isEqualTo(version.protocolLevel());
    assertThat(connect.clientId()).isEqualTo("device-1");
    assertThat(connect.cleanStart()).isFalse();
    assertThat(connect.keepAliveSeconds()).isEqualTo(77);
    assertThat(connect.username()).isEqualTo("user");
    assertThat(connect.password()).isEqualTo(new byte[] {(byte) 0xFF, 0});
    Will will = connect.will();
    assertThat(will).isNotNull();
    assertThat(will.topic().text()).isEqualTo("will/é");
    assertThat(will.payload()).isEqualTo(new byte[] {1, 2, 0});
    assertThat(will.qos()).isEqualTo(2);
    assertThat(will.retain()).isTrue();
    assertThat(will.expirySeconds()).isEqualTo(-1);
  }

  @Test
  void readsSubscribeAndUnsubscribe() {
    MqttProperties properties = new MqttProperties();
    properties.add(new MqttProperties.IntegerProperty(0x0B, 200_000));
    MqttMessage subscribe =
        MqttMessageBuilders.subscribe()
            .messageId(12)
            .addSubscription(
                "a/+",
                new MqttSubscriptionOption(
                    MqttQoS.AT_LEAST_ONCE,
                    true,
                    true,
                    RetainedHandlingPolicy.DONT_SEND_AT_SUBSCRIBE))
            .addSubscription(MqttQoS.EXACTLY_ONCE, "b")
            .properties(properties)
            .build();
    MqttMessage unsubscribe =
        MqttMessageBuilders.unsubscribe().messageId(13).addTopicFilter("a/+").build();

    assertThat(Wire.connected(5).decode(NettyWire.encode(5, subscribe)))
        .isEqualTo(
            new Subscribe(
                12,
                200_000,
                List.of(
                    new Subscribe.Filter("a/+", 1, true, true, 2),
                    new Subscribe.Filter("b", 2, false, false, 0))));
    assertThat(Wire.connected(5).decode(NettyWire.encode(5, unsubscribe)))
        .isEqualTo(new Unsubscribe(13, List.of("a/+")));
    assertThat(Wire.connected(4).decode(NettyWire.encode(4, unsubscribe)))
        .isEqualTo(new Unsubscribe(13, List.of("a/+")));
  }

  @Test
  void readsPubackAndDisconnectOfFive() {
    MqttMessage puback = MqttMessageBuilders.pubAck().packetId(9).reasonCode((byte) 0x97).build();
    MqttMessage disconnect = MqttMessageBuilders.disconnect().reasonCode((byte) 0x04).build();

    assertThat(Wire.connected(5).decode(NettyWire.encode(5, puback)))
        .isEqualTo(new Ack(PacketType.PUBACK, 9, ReasonCode.QUOTA_EXCEEDED, null));
    assertThat(Wire.connected(5).decode(NettyWire.encode(5, disconnect)))
        .isEqualTo(new Disconnect(ReasonCode.DISCONNECT_WITH_WILL, -1, null));
  }

  @Test
  void vertxMqttGetsNoKeepAliveNoWillAndTheGivenId() {
    Connect connect =
        (Connect)
            Wire.decode(
                0,
                Wire.packet(
                    0x10, "0004 'MQTT' 05 C4 003C 00 0000 00 0001 'w' 0000 0001 'u' 0002 FFFE"));

    MqttConnectMessage message = NettyConnect.of(connect, "assigned");

    assertThat(message.payload().clientIdentifier()).isEqualTo("assigned");
    assertThat(message.payload().userName()).isEqualTo("u");
    assertThat(message.payload().passwordInBytes()).isEqualTo(new byte[] {-1, -2});
    assertThat(message.variableHeader().version()).isEqualTo(5);
    assertThat(message.variableHeader().name()).isEqualTo("MQTT");
    assertThat(message.variableHeader().keepAliveTimeSeconds()).isZero();
    assertThat(message.variableHeader().isWillFlag()).isFalse();
    assertThat(message.variableHeader().isCleanSession()).isFalse();
    ByteBuf bytes = NettyWire.encode(5, message);
    Decoded again = Wire.decoder().decode(bytes);
    assertThat(((Connect) again).clientId()).isEqualTo("assigned");
  }
}
