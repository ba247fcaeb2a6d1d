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
import java.lang.management.ManagementFactory;

/**
 * Nanoseconds of CPU and bytes of garbage per packet, on one thread: PUBLISH QoS 1 of 64 bytes on a
 * repeated topic, PUBACK. Run {@code main} with {@code --add-opens java.base/java.nio=ALL-UNNAMED};
 * not a test.
 */
final class CodecBenchmark {
  private static final int BATCH = 1_000;
  private static final byte[] PAYLOAD = new byte[64];
  private static final byte[] NO_PROPERTIES = new byte[0];
  private static final int[] NO_IDS = {};
  private static final PacketDecoder[] DECODERS = {decoder(3), decoder(4), decoder(5)};
  private static long sink;

  private CodecBenchmark() {}

  public static void main(String[] arguments) {
    TopicName topic = TopicName.of("plant/7/line/3/sensor/temperature");
    for (int version = 4; version <= 5; version++) {
      int five = version;
      ByteBuf publishes = PooledByteBufAllocator.DEFAULT.directBuffer(1 << 20);
      ByteBuf alternating = PooledByteBufAllocator.DEFAULT.directBuffer(1 << 20);
      ByteBuf acks = PooledByteBufAllocator.DEFAULT.directBuffer(1 << 16);
      for (int i = 1; i <= BATCH; i++) {
        publish(publishes, version, topic, i, NO_PROPERTIES, -1);
        publish(alternating, version, TopicName.of(topic.text() + i % 100), i, NO_PROPERTIES, -1);
        PacketEncoder.ack(acks, PacketType.PUBACK, i);
      }
      measure("decode PUBLISH v" + version + ", one topic", () -> decode(five, publishes));
      measure("decode PUBLISH v" + version + ", 100 topics", () -> decode(five, alternating));
      measure("decode PUBACK v" + version, () -> decode(five, acks));
      ByteBuf out = PooledByteBufAllocator.DEFAULT.directBuffer(1 << 20);
      measure(
          "encode PUBLISH v" + version,
          () -> {
            out.clear();
            for (int i = 1; i <= BATCH; i++) {
              publish(out, five, topic, i, NO_PROPERTIES, -1);
            }
            sink += out.readableBytes();
          });
      measure(
          "encode PUBACK v" + version,
          () -> {
            out.clear();
            for (int i = 1; i <= BATCH; i++) {
              PacketEncoder.ack(out, PacketType.PUBACK, i);
            }
            sink += out.readableBytes();
          });
    }
    ByteBuf properties = PooledByteBufAllocator.DEFAULT.directBuffer(1 << 20);
    byte[] block = Wire.bytes("01 01 03 0004 'json' 26 0005 'trace' 0008 'abcdefgh'");
    for (int i = 1; i <= BATCH; i++) {
      publish(properties, 5, topic, i, block, 3_600);
    }
    measure("decode PUBLISH v5 with 4 properties", () -> decode(5, properties));
    System.out.println("(" + sink + ")");
  }

  private static void publish(
      ByteBuf out, int version, TopicName topic, int id, byte[] properties, long expiry) {
    PublishEncoder.write(
        out, version, topic.utf8(), id, 1, false, false, PAYLOAD, properties, expiry, NO_IDS, 0);
  }

  private static PacketDecoder decoder(int version) {
    PacketDecoder decoder = new PacketDecoder(new Workspace(new TopicCache(4096)), 1_000_000);
    decoder.decode(Unpooled.wrappedBuffer(Wire.connect(version)));
    return decoder;
  }

  private static void decode(int version, ByteBuf in) {
    PacketDecoder decoder = DECODERS[version - 3];
    in.readerIndex(0);
    for (int i = 0; i < BATCH; i++) {
      Decoded decoded = decoder.decode(in);
      if (!(decoded instanceof Packet packet)) {
        throw new AssertionError(decoded);
      }
      sink += packet.type().value();
    }
  }

  private static void measure(String what, Runnable batch) {
    for (int i = 0; i < 3_000; i++) {
      batch.run();
    }
    int rounds = 3_000;
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = threads.getCurrentThreadAllocatedBytes();
    long nanos = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < rounds; i++) {
      batch.run();
    }
    nanos = threads.getCurrentThreadCpuTime() - nanos;
    bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
    double packets = (double) rounds * BATCH;
    System.out.printf("%-40s %6.1f ns %6.0f bytes%n", what, nanos / packets, bytes / packets);
  }
}
