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
package io.mqueduct.fuzz;

/**
 * What a reader who only looks at fixed headers makes of the bytes of a client: enough to say what
 * the broker owes it.
 *
 * @param pings PINGREQ packets
 * @param goodbye whether there is a DISCONNECT, after which silence is right
 * @param version 5 if the first packet is a whole CONNECT whose protocol name and level say so,
 *     likewise 4 and 3; 0 if nobody can know
 * @param keepAlive of that CONNECT, seconds
 * @param missing bytes that the last packet still needs; -1 if not even its length is whole
 * @param hopeless whether a length has more than four bytes, or is above what the broker takes
 */
record Frames(
    int pings, boolean goodbye, int version, int keepAlive, int missing, boolean hopeless) {

  static Frames of(byte[] bytes, int most) {
    int pings = 0;
    boolean goodbye = false;
    int version = 0;
    int keepAlive = 0;
    int at = 0;
    while (at < bytes.length) {
      int first = bytes[at] & 0xFF;
      int length = 0;
      int lengthBytes = 0;
      boolean more = true;
      int i = at + 1;
      while (more && i < bytes.length && lengthBytes < 4) {
        length |= (bytes[i] & 0x7F) << 7 * lengthBytes++;
        more = bytes[i++] < 0;
      }
      if (more && lengthBytes == 4) {
        return new Frames(pings, goodbye, version, keepAlive, 0, true);
      }
      if (more) {
        return new Frames(pings, goodbye, version, keepAlive, -1, false);
      }
      if (at == 0 && first == 0x10 && i + (long) length <= bytes.length) {
        version = version(bytes, i, i + length);
        int name = version == 3 ? 6 : 4;
        if (version > 0 && i + name + 6 <= Math.min(bytes.length, i + length)) {
          keepAlive = (bytes[i + name + 4] & 0xFF) << 8 | bytes[i + name + 5] & 0xFF;
        }
      }
      if (length > most) {
        return new Frames(pings, goodbye, version, keepAlive, 0, true);
      }
      if (i + (long) length > bytes.length) {
        int missing = i + length - bytes.length;
        return new Frames(pings, goodbye, version, keepAlive, missing, false);
      }
      pings += first == 0xC0 && length == 0 ? 1 : 0;
      goodbye |= first >> 4 == 14;
      at = i + length;
    }
    return new Frames(pings, goodbye, version, keepAlive, 0, false);
  }

  private static int version(byte[] bytes, int from, int to) {
    int end = Math.min(bytes.length, to);
    if (starts(bytes, from, end, "\0\6MQIsdp\3")) {
      return 3;
    }
    if (starts(bytes, from, end, "\0\4MQTT\4")) {
      return 4;
    }
    return starts(bytes, from, end, "\0\4MQTT\5") ? 5 : 0;
  }

  private static boolean starts(byte[] bytes, int from, int end, String text) {
    if (end - from < text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (bytes[from + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
