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

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However the network cuts the stream, the same packets come out. */
class SplitDecodingTest {
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5})
  void decodesTheSameByteByByteAndAtEverySplit(int version) {
    byte[] stream = stream(version);
    List<Decoded> whole = decode(stream, stream.length);
    assertThat(whole).hasSameSizeAs(Samples.of(version)).allMatch(Packet.class::isInstance);

    assertSame(decode(stream, 1), whole);
    for (int split = 1; split < stream.length; split++) {
      assertSame(decode(stream, split, stream.length), whole);
    }
    for (int step = 2; step < 40; step++) {
      assertSame(decode(stream, step), whole);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5})
  void refusesEveryConnectThatIsCutShort(int version) {
    List<byte[]> samples = Samples.of(version);
    Decoded connect = decode(samples.get(0), 1_000).get(0);
    assertThat(connect).isInstanceOf(Connect.class);
    byte[] body = bodyOf(samples.get(0));
    for (int length = 0; length < body.length; length++) {
      byte[] cut = Wire.packet(0x10, Arrays.copyOf(body, length));
      Decoded decoded = Wire.decode(0, cut);
      if (decoded instanceof Connect shorter) {
        // Only in MQTT 3.1: the packet may end before user name and password.
        assertThat(version).isEqualTo(3);
        assertThat(shorter.password()).isNull();
      } else {
        assertThat(decoded).isInstanceOf(Violation.class);
      }
    }
  }

  private static byte[] bodyOf(byte[] packet) {
    assertThat(packet[1]).isPositive(); // a length of one byte
    return Arrays.copyOfRange(packet, 2, packet.length);
  }

  private static byte[] stream(int version) {
    ByteBuf all = Unpooled.buffer();
    Samples.of(version).forEach(all::writeBytes);
    byte[] bytes = new byte[all.readableBytes()];
    all.readBytes(bytes);
    return bytes;
  }

  /** Feeds the bytes up to each of the ends; the last one may be repeated as a step. */
  private static List<Decoded> decode(byte[] stream, int... ends) {
    PacketDecoder decoder = Wire.decoder();
    ByteBuf in = Unpooled.buffer();
    List<Decoded> result = new ArrayList<>();
    int fed = 0;
    for (int i = 0; fed < stream.length; i++) {
      int upTo = ends.length == 1 ? Math.min(stream.length, fed + ends[0]) : ends[Math.min(i, 1)];
      in.writeBytes(stream, fed, upTo - fed);
      fed = upTo;
      Decoded decoded = decoder.decode(in);
      while (decoded instanceof Packet) {
        result.add(decoded);
        decoded = decoder.decode(in);
      }
      assertThat(decoded).isEqualTo(NeedMore.NEED_MORE);
    }
    return result;
  }

  private static void assertSame(List<Decoded> actual, List<Decoded> expected) {
    assertThat(texts(actual)).isEqualTo(texts(expected));
  }

  /** Every component of every packet as text, arrays with their content. */
  private static List<String> texts(List<Decoded> all) {
    return all.stream().map(SplitDecodingTest::text).toList();
  }

  private static String text(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return Arrays.toString(bytes);
    }
    if (!(value instanceof Record)) {
      return String.valueOf(value);
    }
    StringBuilder text = new StringBuilder(value.getClass().getSimpleName());
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      try {
        text.append(' ').append(component.getName()).append('=');
        text.append(text(component.getAccessor().invoke(value)));
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }
    return text.toString();
  }
}
