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
package io.mqueduct.app.client;

import static java.util.Locale.ROOT;

import io.mqueduct.message.ReasonCode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a broker refuses with, in the words of the standard. Stateless. */
final class CodeText {
  private static final int FIRST_OF_311 = 1;
  private static final String[] CONNACK_311 = {
    "unacceptable protocol version",
    "identifier rejected",
    "server unavailable",
    "bad user name or password",
    "not authorized"
  };

  private CodeText() {}

  /**
   * A Reason Code of MQTT 5.0, section 2.4: "quota exceeded (0x97): the queue is full".
   *
   * @param code the byte, of which the sign does not count
   * @param reason the Reason String, if there is one
   */
  static String of(int code, @Nullable String reason) {
    int value = code & 0xFF;
    String name =
        Arrays.stream(ReasonCode.values())
            .filter(known -> known.value() == value)
            .map(known -> words(known.name()))
            .findAny()
            .orElse("unknown code");
    return with(name, value, reason);
  }

  /** A return code of SUBACK in MQTT 3.1.1, section 3.9.3, which has one for all failures. */
  static String ofSubAck311(int code) {
    int value = code & 0xFF;
    return with(value == 0x80 ? "failure" : "unknown code", value, null);
  }

  /** A code of CONNACK, which is one of MQTT 3.1.1, section 3.2.2.3, or of 5.0. */
  static String ofConnAck(int code, @Nullable String reason) {
    int index = (code & 0xFF) - FIRST_OF_311;
    return index >= 0 && index < CONNACK_311.length
        ? with(CONNACK_311[index], code, reason)
        : of(code, reason);
  }

  private static String with(String name, int value, @Nullable String reason) {
    String code = String.format(ROOT, "%s (0x%02X)", name, value);
    return reason == null ? code : code + ": " + reason;
  }

  /** The words of a constant's name. */
  private static String words(String constant) {
    return constant.toLowerCase(ROOT).replace('_', ' ');
  }
}
