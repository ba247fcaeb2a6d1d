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

import org.jspecify.annotations.Nullable;

/**
 * How a client is to connect: a CONNECT being put together, in which every field may be made wrong.
 * One thread.
 *
 * @param <S> what the script goes on with
 */
public abstract sealed class ConnectScript<S> permits AckScript {
  private Version version = Version.V5;
  private String clientId;
  private boolean cleanStart = true;
  private int keepAlive;
  private @Nullable String user;
  private byte @Nullable [] password;
  private @Nullable Publish will;
  private final Properties5 properties = Properties5.none();
  private int level = -1;
  private @Nullable String protocolName;
  private int flags = -1;

  ConnectScript(String clientId) {
    this.clientId = clientId;
  }

  abstract S self();

  /** The version it speaks. */
  public Version version() {
    return version;
  }

  /** Speaks that version. */
  public S version(Version version) {
    this.version = version;
    return self();
  }

  /** Speaks 3.1. */
  public S v31() {
    return version(Version.V31);
  }

  /** Speaks 3.1.1. */
  public S v311() {
    return version(Version.V311);
  }

  /** Speaks 5.0. */
  public S v5() {
    return version(Version.V5);
  }

  /** Exactly this client identifier. */
  public S clientId(String clientId) {
    this.clientId = clientId;
    return self();
  }

  /** Clean Start, or Clean Session before 5.0. */
  public S cleanStart(boolean clean) {
    cleanStart = clean;
    return self();
  }

  /** A session that outlives the connection, in whatever way the version asks for it. */
  public S durable() {
    cleanStart(false);
    return version.isV5() ? expiry(300) : self();
  }

  /** Session Expiry Interval in seconds. */
  public S expiry(long seconds) {
    return with(PropertyId.SESSION_EXPIRY_INTERVAL, seconds);
  }

  /** Receive Maximum. */
  public S receiveMaximum(int packets) {
    return with(PropertyId.RECEIVE_MAXIMUM, packets);
  }

  /** Maximum Packet Size. */
  public S maximumPacketSize(long bytes) {
    return with(PropertyId.MAXIMUM_PACKET_SIZE, bytes);
  }

  /** Topic Alias Maximum. */
  public S topicAliasMaximum(int aliases) {
    return with(PropertyId.TOPIC_ALIAS_MAXIMUM, aliases);
  }

  /** Any numeric CONNECT property, in the order of the calls. */
  public S with(PropertyId id, long value) {
    properties.with(id, value);
    return self();
  }

  /** Any CONNECT property that is a string. */
  public S with(PropertyId id, String value) {
    properties.with(id, value);
    return self();
  }

  /** Any CONNECT property that is binary. */
  public S with(PropertyId id, byte[] value) {
    properties.with(id, value);
    return self();
  }

  /** A user property of CONNECT. */
  public S user(String key, String value) {
    properties.user(key, value);
    return self();
  }

  /** Keep Alive in seconds; 0 unless told. */
  public S keepAlive(int seconds) {
    keepAlive = seconds;
    return self();
  }

  /** User Name. */
  public S userName(String name) {
    user = name;
    return self();
  }

  /** Password. */
  public S password(byte[] secret) {
    password = secret;
    return self();
  }

  /** The will: topic, QoS, retain, payload and will properties of that PUBLISH. */
  public S will(Publish will) {
    this.will = will;
    return self();
  }

  /** Another protocol level than the version's. */
  public S level(int level) {
    this.level = level;
    return self();
  }

  /** Another protocol name than the version's. */
  public S protocolName(String name) {
    protocolName = name;
    return self();
  }

  /** These connect flags, whatever the payload holds. */
  public S connectFlags(int flags) {
    this.flags = flags;
    return self();
  }

  /** The bytes of the CONNECT as configured. */
  public byte[] connectBytes() {
    Bytes body = Bytes.bytes();
    body.utf8(protocolName != null ? protocolName : version.protocolName());
    body.u8(level >= 0 ? level : version.level());
    body.u8(flags >= 0 ? flags : flags());
    body.u16(keepAlive);
    if (version.isV5()) {
      body.raw(properties.encoded());
    }
    body.utf8(clientId);
    if (will != null) {
      if (version.isV5()) {
        body.raw(will.properties().encoded());
      }
      body.utf8(will.topic()).binary(will.payload());
    }
    if (user != null) {
      body.utf8(user);
    }
    if (password != null) {
      body.binary(password);
    }
    return body.packet(PacketType.CONNECT);
  }

  private int flags() {
    int bits = cleanStart ? 0x02 : 0;
    if (will != null) {
      bits |= 0x04 | will.qos() << 3 | (will.retain() ? 0x20 : 0);
    }
    if (password != null) {
      bits |= 0x40;
    }
    if (user != null) {
      bits |= 0x80;
    }
    return bits;
  }
}
