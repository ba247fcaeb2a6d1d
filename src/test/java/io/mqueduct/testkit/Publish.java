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

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * A PUBLISH, to be sent or received. Immutable but for its properties.
 *
 * @param topic empty if an alias alone names it
 * @param qos 0 to 3: a test may well send 3
 * @param id the packet identifier; 0 with QoS 0
 * @param properties nothing for clients before 5.0
 */
public record Publish(
    String topic,
    int qos,
    boolean retain,
    boolean dup,
    int id,
    Properties5 properties,
    byte[] payload)
    implements Packet {

  /** An empty QoS 0 message to start from. */
  public static Publish to(String topic) {
    return new Publish(topic, 0, false, false, 0, Properties5.none(), new byte[0]);
  }

  /** The same at QoS 1 or 2 with a packet identifier. */
  public Publish qos(int newQos, int newId) {
    return new Publish(topic, newQos, retain, dup, newId, properties, payload);
  }

  /** The same with a payload. */
  public Publish payload(String text) {
    return payload(text.getBytes(UTF_8));
  }

  /** The same with a payload. */
  public Publish payload(byte[] bytes) {
    return new Publish(topic, qos, retain, dup, id, properties, bytes);
  }

  /** The same with RETAIN set. */
  public Publish retained() {
    return new Publish(topic, qos, true, dup, id, properties, payload);
  }

  /** The same with DUP set. */
  public Publish again() {
    return new Publish(topic, qos, retain, true, id, properties, payload);
  }

  /** The same with a numeric property more. */
  public Publish with(PropertyId property, long value) {
    properties.with(property, value);
    return this;
  }

  /** The same with a string property more. */
  public Publish with(PropertyId property, String value) {
    properties.with(property, value);
    return this;
  }

  /** The same with a user property more. */
  public Publish user(String key, String value) {
    properties.user(key, value);
    return this;
  }

  /** The payload as text. */
  public String text() {
    return new String(payload, UTF_8);
  }

  /** Its bytes on the wire. */
  public byte[] encoded(Version version) {
    Bytes body = Bytes.bytes().utf8(topic);
    if (qos > 0) {
      body.u16(id);
    }
    if (version.isV5()) {
      body.raw(properties.encoded());
    }
    return body.raw(payload).packet(0x30 | (dup ? 8 : 0) | qos << 1 | (retain ? 1 : 0));
  }

  static Publish decode(int flags, byte[] bytes, Version version) {
    ByteCursor in = new ByteCursor(bytes);
    int qos = flags >> 1 & 3;
    boolean dup = (flags & 8) != 0;
    if (qos == 3 || (qos == 0 && dup)) {
      throw new AssertionError("a PUBLISH came with the flags " + flags);
    }
    String topic = in.utf8();
    int id = qos > 0 ? in.u16() : 0;
    if (qos > 0 && id == 0) {
      throw new AssertionError("a PUBLISH came with packet identifier 0");
    }
    Properties5 properties =
        version.isV5() ? Properties5.decode(in, PacketType.PUBLISH) : Properties5.none();
    return new Publish(topic, qos, (flags & 1) != 0, dup, id, properties, in.rest());
  }

  @Override
  public String toString() {
    return "PUBLISH %s qos=%d%s%s id=%d %s %s"
        .formatted(
            topic,
            qos,
            retain ? " retain" : "",
            dup ? " dup" : "",
            id,
            properties,
            payload.length > 40 ? payload.length + " bytes" : text());
  }
}
