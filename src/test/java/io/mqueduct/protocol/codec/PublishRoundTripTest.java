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

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** What is encoded is decoded again, here and by Netty, and is exactly as long as was said. */
class PublishRoundTripTest {
  private static final int[] NO_IDS = {};

  @Property(tries = 500)
  void decodesWhatItEncodes(
      @ForAll @IntRange(min = 3, max = 5) int version,
      @ForAll("topics") String topic,
      @ForAll @IntRange(min = 1, max = 65_535) int packetId,
      @ForAll @IntRange(max = 2) int qos,
      @ForAll boolean dup,
      @ForAll boolean retain,
      @ForAll @Size(max = 400) byte[] payload,
      @ForAll("blocks") byte[] properties,
      @ForAll @LongRange(min = -1, max = 0xFFFFFFFFL) long expiry,
      @ForAll @IntRange(max = 65_535) int alias) {
    TopicName name = TopicName.of(topic);
    ByteBuf out = Unpooled.buffer();
    PublishEncoder.write(
        out,
        version,
        name.utf8(),
        packetId,
        qos,
        dup && qos > 0,
        retain,
        payload,
        properties,
        expiry,
        NO_IDS,
        alias);
    assertThat((long) out.readableBytes())
        .isEqualTo(
            PublishEncoder.size(
                version,
                name.utf8().length,
                qos,
                payload.length,
                properties.length,
                expiry,
                NO_IDS,
                alias));

    Decoded decoded = Wire.connected(version).decode(out);

    boolean five = version == 5;
    assertThat(decoded)
        .usingRecursiveComparison()
        .ignoringFields("utf8Payload")
        .isEqualTo(
            new Publish(
                name,
                five ? alias : 0,
                qos > 0 ? packetId : 0,
                qos,
                dup && qos > 0,
                retain,
                payload,
                five ? properties : Message.NO_BYTES,
                five ? expiry : -1,
                false));
    assertThat(out.isReadable()).isFalse();
  }

  @Property(tries = 300)
  void isUnderstoodByNetty(
      @ForAll("topics") String topic,
      @ForAll @Size(max = 300) byte[] payload,
      @ForAll @LongRange(min = -1, max = 0x7FFFFFFFL) long expiry,
      @ForAll @Size(max = 5) List<@IntRange(min = 1, max = 268_435_455) Integer> ids,
      @ForAll @IntRange(max = 65_535) int alias,
      @ForAll("blocks") byte[] properties) {
    int[] subscriptionIds = ids.stream().mapToInt(Integer::intValue).toArray();
    ByteBuf out = Unpooled.buffer();
    byte[] name = topic.getBytes(StandardCharsets.UTF_8);
    PublishEncoder.write(
        out, 5, name, 7, 1, false, false, payload, properties, expiry, subscriptionIds, alias);
    assertThat((long) out.readableBytes())
        .isEqualTo(
            PublishEncoder.size(
                5,
                name.length,
                1,
                payload.length,
                properties.length,
                expiry,
                subscriptionIds,
                alias));

    MqttPublishMessage message = (MqttPublishMessage) NettyWire.decode(5, out);

    assertThat(message.variableHeader().topicName()).isEqualTo(topic);
    assertThat(message.variableHeader().packetId()).isEqualTo(7);
    byte[] read = new byte[message.payload().readableBytes()];
    message.payload().readBytes(read);
    assertThat(read).isEqualTo(payload);
    MqttProperties found = message.variableHeader().properties();
    assertThat(integer(found, 0x02)).isEqualTo(expiry);
    assertThat(integer(found, 0x23)).isEqualTo(alias == 0 ? -1 : alias);
    List<Integer> foundIds = new ArrayList<>();
    for (MqttProperties.MqttProperty<?> property : found.getProperties(0x0B)) {
      foundIds.add((Integer) property.value());
    }
    assertThat(foundIds).isEqualTo(ids);
    message.release();
  }

  private static long integer(MqttProperties properties, int id) {
    MqttProperties.MqttProperty<?> property = properties.getProperty(id);
    return property == null ? -1 : (Integer) property.value();
  }

  @Property(tries = 1, edgeCases = net.jqwik.api.EdgeCasesMode.NONE)
  void saysThatAPacketBeyondTheFormatIsBeyondAnyLimit() {
    assertThat(PublishEncoder.size(4, 1, 0, 268_435_452, 0, -1, NO_IDS, 0)).isEqualTo(268_435_460L);
    assertThat(PublishEncoder.size(4, 1, 0, 268_435_453, 0, -1, NO_IDS, 0))
        .isEqualTo(Long.MAX_VALUE);
  }

  @Provide
  Arbitrary<String> topics() {
    return Arbitraries.strings()
        .ofMinLength(1)
        .ofMaxLength(60)
        .excludeChars('+', '#', '\0')
        .filter(text -> StandardCharsets.UTF_8.newEncoder().canEncode(text));
  }

  /** Forwardable properties in any order. */
  @Provide
  Arbitrary<byte[]> blocks() {
    Arbitrary<byte[]> one =
        Arbitraries.of(
            Wire.bytes("26 0001 'k' 0003 'val'"),
            Wire.bytes("26 0000 0000"),
            Wire.bytes("26 0002 C3A4 0050" + "41".repeat(80)));
    return one.list()
        .ofMaxSize(6)
        .map(
            parts -> {
              ByteArrayOutputStream all = new ByteArrayOutputStream();
              for (int i = 0; i < parts.size(); i++) {
                all.writeBytes(parts.get(i));
                all.writeBytes(single(i, parts.size()));
              }
              return all.toByteArray();
            });
  }

  private static byte[] single(int index, int salt) {
    return switch ((index + salt) % 8) {
      case 0 -> Wire.bytes("01 00");
      case 1 -> Wire.bytes("03 0004 'text'");
      case 2 -> Wire.bytes("08 0003 'r/t'");
      case 3 -> Wire.bytes("09 0003 00FF80");
      default -> Message.NO_BYTES;
    };
  }
}
