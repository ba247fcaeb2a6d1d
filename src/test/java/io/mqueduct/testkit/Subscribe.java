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

/** A SUBSCRIBE being put together, one filter after the other. One thread. */
public final class Subscribe {
  /** No Local, section 3.8.3.1. */
  public static final int NO_LOCAL = 0x04;

  /** Retain As Published, section 3.8.3.1. */
  public static final int RETAIN_AS_PUBLISHED = 0x08;

  /** Retain Handling 1: retained messages only for a new subscription. */
  public static final int RETAINED_IF_NEW = 0x10;

  /** Retain Handling 2: no retained messages. */
  public static final int NO_RETAINED = 0x20;

  private final Properties5 properties = Properties5.none();
  private final Bytes filters = Bytes.bytes();

  /** With a first filter, and an options byte that is the QoS alone before 5.0. */
  public static Subscribe to(String filter, int options) {
    return new Subscribe().and(filter, options);
  }

  /** Without any filter, which the standard forbids. */
  public static Subscribe toNothing() {
    return new Subscribe();
  }

  /** With one more filter. */
  public Subscribe and(String filter, int options) {
    filters.utf8(filter).u8(options);
    return this;
  }

  /** With a Subscription Identifier. */
  public Subscribe identifier(int value) {
    properties.with(PropertyId.SUBSCRIPTION_IDENTIFIER, value);
    return this;
  }

  /** With a user property. */
  public Subscribe user(String key, String value) {
    properties.user(key, value);
    return this;
  }

  /** Its bytes on the wire. */
  public byte[] encoded(Version version, int id) {
    Bytes body = Bytes.bytes().u16(id);
    if (version.isV5()) {
      body.raw(properties.encoded());
    }
    return body.raw(filters.toArray()).packet(PacketType.SUBSCRIBE);
  }
}
