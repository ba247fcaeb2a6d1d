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
package io.mqueduct.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one event loop has counted. Written by that loop only, so that counting is one plain store;
 * any thread may read, a little late.
 */
public final class LoopStats {
  private long messagesReceived;
  private long bytesReceived;
  private long messagesSent;
  private long bytesSent;
  private long packetsReceived;
  private long packetsSent;
  private long wireBytesReceived;
  private long wireBytesSent;

  /** Connections that are up. */
  public final Count connected = new Count();

  /** Connections that ever were up. */
  public final Count connects = new Count();

  /** CONNECT packets that were refused. */
  public final Count connectsRefused = new Count();

  /** PUBLISH packets that were refused. */
  public final Count publishesRefused = new Count();

  /** QoS 0 PUBLISH packets that were dropped since memory is nearly used up. */
  public final Count publishesDropped = new Count();

  /** PUBLISH packets above the granted Receive Maximum that were let through. */
  public final Count receiveMaximumExceeded = new Count();

  /** Packets that ran into a fault of the broker. */
  public final Count faults = new Count();

  /** A number that its loop changes and everybody reads. */
  public static final class Count {
    private static final VarHandle VALUE;

    static {
      try {
        VALUE = MethodHandles.lookup().findVarHandle(Count.class, "value", long.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    @SuppressWarnings("UnusedVariable") // through VALUE
    private long value;

    void increment() {
      VALUE.setOpaque(this, value + 1);
    }

    void decrement() {
      VALUE.setOpaque(this, value - 1);
    }

    /** The number as it was a moment ago. */
    public long get() {
      return (long) VALUE.getOpaque(this);
    }
  }

  void received(int payloadBytes) {
    messagesReceived++;
    bytesReceived += payloadBytes;
  }

  void sent(int payloadBytes) {
    messagesSent++;
    bytesSent += payloadBytes;
  }

  void packetReceived() {
    packetsReceived++;
  }

  void packetSent() {
    packetsSent++;
  }

  void read(int bytes) {
    wireBytesReceived += bytes;
  }

  void written(int bytes) {
    wireBytesSent += bytes;
  }

  /** Packets of all kinds from clients. */
  public long packetsReceived() {
    return packetsReceived;
  }

  /** Packets of all kinds to clients. */
  public long packetsSent() {
    return packetsSent;
  }

  /** Bytes of MQTT from clients, without TLS and WebSocket. */
  public long wireBytesReceived() {
    return wireBytesReceived;
  }

  /** Bytes of MQTT to clients, without TLS and WebSocket. */
  public long wireBytesSent() {
    return wireBytesSent;
  }

  /** PUBLISH packets from clients. */
  public long messagesReceived() {
    return messagesReceived;
  }

  /** Payload bytes from clients. */
  public long bytesReceived() {
    return bytesReceived;
  }

  /** PUBLISH packets to clients. */
  public long messagesSent() {
    return messagesSent;
  }

  /** Payload bytes to clients. */
  public long bytesSent() {
    return bytesSent;
  }
}
