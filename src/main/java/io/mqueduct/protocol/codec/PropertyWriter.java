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

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects the properties of one packet to a 5.0 client, other than PUBLISH: the ones that must be
 * there, and the ones that are left out if they would make the packet too large for the client
 * (MQTT-3.2.2-19, -20 and their like for the other packets). Lives for one packet.
 */
final class PropertyWriter {
  private static final int MAX_TEXT = 65_535;

  private final ByteArrayOutputStream required = new ByteArrayOutputStream();
  private final List<byte[]> optional = new ArrayList<>(2);

  PropertyWriter text(int id, @Nullable String value) {
    return value == null ? this : binary(id, value.getBytes(StandardCharsets.UTF_8));
  }

  PropertyWriter binary(int id, byte @Nullable [] value) {
    if (value != null) {
      required.write(id);
      append(required, value);
    }
    return this;
  }

  /** A text for people, left out if there is no room for it. */
  PropertyWriter optionalText(int id, @Nullable String value) {
    byte[] utf8 = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
    if (utf8 != null && utf8.length <= MAX_TEXT) {
      var bytes = new ByteArrayOutputStream();
      bytes.write(id);
      append(bytes, utf8);
      optional.add(bytes.toByteArray());
    }
    return this;
  }

  /** User properties, each left out if there is no room for it. */
  PropertyWriter optionalUserProperties(List<UserProperty> properties) {
    for (UserProperty property : properties) {
      byte[] name = property.name().getBytes(StandardCharsets.UTF_8);
      byte[] value = property.value().getBytes(StandardCharsets.UTF_8);
      if (name.length <= MAX_TEXT && value.length <= MAX_TEXT) {
        var bytes = new ByteArrayOutputStream();
        bytes.write(PropertyIds.USER_PROPERTY);
        append(bytes, name);
        append(bytes, value);
        optional.add(bytes.toByteArray());
      }
    }
    return this;
  }

  /**
   * The block without its length.
   *
   * @param otherLength bytes of the packet's body that are neither the block nor its length
   * @param maxPacketSize of the client
   */
  byte[] fit(int otherLength, long maxPacketSize) {
    int length = required.size();
    for (byte[] property : optional) {
      int wanted = length + property.length;
      if (Varint.packetSize(otherLength + Varint.size(wanted) + wanted) <= maxPacketSize) {
        required.writeBytes(property);
        length = wanted;
      }
    }
    return required.toByteArray();
  }

  private static void append(ByteArrayOutputStream target, byte[] bytes) {
    if (bytes.length > MAX_TEXT) {
      throw new IllegalArgumentException("property of " + bytes.length + " bytes");
    }
    target.write(bytes.length >>> 8);
    target.write(bytes.length);
    target.writeBytes(bytes);
  }
}
