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
package io.mqueduct.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The name of a topic that a message is published to, kept both as text (for rules and people) and
 * as the UTF-8 bytes that go on the wire, so that a delivery never encodes it again.
 *
 * <p>Immutable, any thread. The bytes are shared: nobody may change them. Validity (no wildcards,
 * no U+0000, at least one character, MQTT 5.0 section 4.7) is the business of whoever creates it.
 */
public final class TopicName {
  private final String text;
  private final byte[] utf8;

  private TopicName(String text, byte[] utf8) {
    this.text = text;
    this.utf8 = utf8;
  }

  /** A topic name from text. */
  public static TopicName of(String text) {
    return new TopicName(text, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A topic name from bytes that are known to be well-formed UTF-8; takes the array over. */
  public static TopicName ofUtf8(byte[] utf8) {
    return new TopicName(new String(utf8, StandardCharsets.UTF_8), utf8);
  }

  /** The name as text. */
  public String text() {
    return text;
  }

  /** The name as it goes on the wire, without the length. Not to be changed. */
  public byte[] utf8() {
    return utf8;
  }

  /** Topics that begin with $ are hidden from filters that begin with a wildcard. */
  public boolean isDollar() {
    return utf8.length > 0 && utf8[0] == '$';
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TopicName that && Arrays.equals(utf8, that.utf8);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
