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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class FrameReaderTest {
  private final List<String> frames = new ArrayList<>();
  private final FrameReader reader =
      new FrameReader(
          (first, in, at, length) -> frames.add(first + ":" + ByteBufUtil.hexDump(in, at, length)));

  @Property(tries = 200)
  void packetsComeOutWholeHoweverTheyAreCut(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 0, max = 40_000) Integer> lengths,
      @ForAll @IntRange(min = 1, max = 5_000) int cut) {
    frames.clear();
    List<String> expected = new ArrayList<>();
    ByteBuf all = Unpooled.buffer();
    for (int length : lengths) {
      byte[] body = new byte[length];
      java.util.Arrays.fill(body, (byte) length);
      all.writeByte(0x30);
      Frames.writeLength(all, length);
      all.writeBytes(body);
      expected.add("48:" + ByteBufUtil.hexDump(body));
    }

    while (all.isReadable()) {
      ByteBuf part = all.readBytes(Math.min(cut, all.readableBytes()));
      reader.read(part, ByteBufAllocator.DEFAULT);
      assertThat(part.refCnt()).isZero();
    }

    assertThat(frames).isEqualTo(expected);
    reader.close();
  }

  @Test
  void aLengthOfFiveBytesIsRefusedAndTheBytesAreReleased() {
    ByteBuf in = Unpooled.copiedBuffer(new byte[] {0x30, -1, -1, -1, -1, 1});

    assertThatThrownBy(() -> reader.read(in, ByteBufAllocator.DEFAULT))
        .isInstanceOf(BenchFailure.class)
        .hasMessageContaining("malformed");
    assertThat(in.refCnt()).isZero();
  }
}
