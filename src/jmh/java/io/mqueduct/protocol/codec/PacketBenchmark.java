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

import io.mqueduct.message.TopicName;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A PUBLISH QoS 1 of 64 bytes, and its PUBACK, read and written. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PacketBenchmark {
  private static final byte[] PAYLOAD = new byte[64];
  private static final byte[] NO_PROPERTIES = new byte[0];
  private static final int[] NO_IDENTIFIERS = {};

  /** 4 for 3.1.1. */
  @Param({"4", "5"})
  public int version;

  private final TopicName topic = TopicName.of("plant/7/line/3/sensor/temperature");
  private final ByteBuf out = PooledByteBufAllocator.DEFAULT.directBuffer(4096);
  private final ByteBuf publish = PooledByteBufAllocator.DEFAULT.directBuffer(4096);
  private final ByteBuf puback = PooledByteBufAllocator.DEFAULT.directBuffer(64);
  private PacketDecoder decoder;

  /** Writes what is read again and again. */
  @Setup
  public void prepare() {
    decoder = new PacketDecoder(new Workspace(new TopicCache(4096)), 1_000_000);
    decoder.decode(Unpooled.wrappedBuffer(Wire.connect(version)));
    write(publish);
    PacketEncoder.ack(puback, PacketType.PUBACK, 7);
  }

  private void write(ByteBuf to) {
    PublishEncoder.write(
        to,
        version,
        topic.utf8(),
        7,
        1,
        false,
        false,
        PAYLOAD,
        NO_PROPERTIES,
        -1,
        NO_IDENTIFIERS,
        0);
  }

  /** PUBLISH to a client. */
  @Benchmark
  public ByteBuf encodePublish() {
    out.clear();
    write(out);
    return out;
  }

  /** PUBACK to a client. */
  @Benchmark
  public ByteBuf encodePuback() {
    out.clear();
    PacketEncoder.ack(out, PacketType.PUBACK, 7);
    return out;
  }

  /** PUBLISH of a client on a topic that the loop knows. */
  @Benchmark
  public Decoded decodePublish() {
    publish.readerIndex(0);
    return decoder.decode(publish);
  }

  /** PUBACK of a client. */
  @Benchmark
  public Decoded decodePuback() {
    puback.readerIndex(0);
    return decoder.decode(puback);
  }
}
