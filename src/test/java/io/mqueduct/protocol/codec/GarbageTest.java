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
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Whatever a client sends, the decoder gives a value and moves on. The number of seeds can be
 * raised with {@code -Dcodec.garbage.seeds}.
 */
class GarbageTest {
  private static final int SEEDS = Integer.getInteger("codec.garbage.seeds", 200_000);

  private static final List<List<byte[]>> SAMPLES =
      List.of(Samples.of(3), Samples.of(4), Samples.of(5));
  private static final List<byte[]> CONNECTS =
      List.of(Wire.connect(3), Wire.connect(4), Wire.connect(5));

  private final Workspace workspace = new Workspace(new TopicCache(16));

  @Test
  void neverThrowsAndAlwaysEnds() {
    int packets = 0;
    int violations = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int version = random.nextInt(6);
      ByteBuf in = Unpooled.wrappedBuffer(random.nextInt(3) == 0 ? noise(random) : spoilt(random));
      PacketDecoder decoder = new PacketDecoder(workspace, 10_000);
      if (version >= 3) {
        decoder.decode(Unpooled.wrappedBuffer(CONNECTS.get(version - 3)));
      }
      Decoded decoded;
      try {
        decoded = decoder.decode(in);
        while (decoded instanceof Packet) {
          packets++;
          decoded = decoder.decode(in);
        }
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
      if (decoded instanceof Violation violation) {
        violations++;
        assertThat(violation.code().isError()).isTrue();
        assertThat(in.isReadable()).isFalse();
      }
    }
    // Both outcomes must be common, or this test tests nothing.
    assertThat(packets).isGreaterThan(SEEDS / 20);
    assertThat(violations).isGreaterThan(SEEDS / 20);
  }

  private static byte[] noise(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(64)];
    random.nextBytes(bytes);
    if (bytes.length > 1 && random.nextBoolean()) {
      bytes[1] = (byte) (bytes.length - 2);
    }
    return bytes;
  }

  /** A good packet with a few bytes changed, mostly not the length. */
  private static byte[] spoilt(SplittableRandom random) {
    List<byte[]> samples = SAMPLES.get(random.nextInt(3));
    byte[] bytes = samples.get(random.nextInt(samples.size())).clone();
    for (int i = random.nextInt(4); i > 0; i--) {
      int at = random.nextInt(4) == 0 ? 0 : random.nextInt(bytes.length);
      bytes[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : bytes[at] ^ 1);
    }
    return bytes;
  }
}
