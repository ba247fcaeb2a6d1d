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
package io.mqueduct.auth;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * A network of IPv4 or IPv6 addresses such as {@code 10.0.0.0/8}; a single address without {@code
 * /}. Immutable.
 */
final class Cidr {
  private static final Pattern V4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
  private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:.]*");

  private final byte[] network;
  private final int bits;

  private Cidr(byte[] network, int bits) {
    this.network = network;
    this.bits = bits;
  }

  /**
   * Reads an address or a network. Never asks a name service.
   *
   * @throws IllegalArgumentException with one line that says what is wrong
   */
  static Cidr parse(String text) {
    var slash = text.indexOf('/');
    var address = address(slash < 0 ? text : text.substring(0, slash));
    var bits =
        slash < 0
            ? address.length * 8
            : Fields.number(text.substring(slash + 1), "network length", 0, address.length * 8);
    return new Cidr(address, bits);
  }

  private static byte[] address(String text) {
    if (V4.matcher(text).matches() || V6.matcher(text).matches()) {
      try {
        return InetAddress.getByName(text).getAddress();
      } catch (UnknownHostException e) {
        throw new IllegalArgumentException(ForLog.quote(text) + " is not an IP address", e);
      }
    }
    throw new IllegalArgumentException(ForLog.quote(text) + " is not an IP address");
  }

  /** True when the address is in the network; never for one of the other family. */
  boolean contains(InetAddress address) {
    var bytes = address.getAddress();
    if (bytes.length != network.length) {
      return false;
    }
    var whole = bits / 8;
    for (var i = 0; i < whole; i++) {
      if (bytes[i] != network[i]) {
        return false;
      }
    }
    var rest = 8 - bits % 8;
    return rest == 8 || (bytes[whole] & 0xFF) >> rest == (network[whole] & 0xFF) >> rest;
  }
}
