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
package io.mqueduct.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The packets that come over a wire, and those that were read but not yet asked for. One thread.
 */
final class PacketStream {
  private final Wire wire;
  private final Version version;
  private final Duration patience;
  private final Deque<Packet> kept = new ArrayDeque<>();

  PacketStream(Wire wire, Version version, Duration patience) throws IOException {
    this.wire = wire;
    this.version = version;
    this.patience = patience;
    wire.timeout(patience);
  }

  Wire wire() {
    return wire;
  }

  void write(byte[] bytes) {
    try {
      wire.write(bytes);
    } catch (SocketException e) {
      // the broker has closed already; what it said before is still to be read
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Packet next() {
    Packet packet = kept.isEmpty() ? read() : kept.removeFirst();
    if (packet == null) {
      throw new AssertionError("the broker closed the connection");
    }
    return packet;
  }

  <T extends Packet> T expect(Class<T> kind) {
    for (Packet packet : kept) {
      if (kind.isInstance(packet)) {
        kept.remove(packet);
        return kind.cast(packet);
      }
    }
    while (true) {
      Packet packet = read();
      if (packet != null && kind.isInstance(packet)) {
        return kind.cast(packet);
      }
      if (packet == null || packet instanceof Packet.Disconnect) {
        throw new AssertionError(
            "waited for " + kind.getSimpleName() + ", but the connection ended: " + packet);
      }
      kept.add(packet);
    }
  }

  List<Packet> drain() {
    List<Packet> all = new ArrayList<>(kept);
    kept.clear();
    for (Packet packet = read(); packet != null; packet = read()) {
      all.add(packet);
    }
    return all;
  }

  <T extends Packet> List<T> takeKept(Class<T> kind) {
    List<T> taken = kept.stream().filter(kind::isInstance).map(kind::cast).toList();
    kept.removeAll(taken);
    return taken;
  }

  void expectNothingKept() {
    assertThat(kept).as("packets that came").isEmpty();
  }

  void expectSilence(Duration span) {
    expectNothingKept();
    try {
      wire.timeout(span);
      int b = wire.in().read();
      throw new AssertionError(b < 0 ? "the broker closed" : "a packet came, first byte " + b);
    } catch (SocketTimeoutException e) {
      resume();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void resume() {
    try {
      wire.timeout(patience);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads one packet; null at the end of the stream. */
  private @Nullable Packet read() {
    InputStream in = wire.in();
    try {
      int first = in.read();
      if (first < 0) {
        return null;
      }
      int length = 0;
      int shift = 0;
      int b;
      do {
        b = in.read();
        length |= (b & 0x7F) << shift;
        shift += 7;
      } while ((b & 0x80) != 0 && shift < 28);
      byte[] body = in.readNBytes(length);
      if (body.length < length) {
        throw new AssertionError("the stream ended inside a packet");
      }
      return Packet.decode(first, body, version);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("nothing came within " + patience + "; kept: " + kept, e);
    } catch (SocketException | EOFException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
