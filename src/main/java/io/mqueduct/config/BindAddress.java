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
package io.mqueduct.config;

import java.util.Locale;

/**
 * Where a listener listens.
 *
 * @param host host name or address without brackets; {@code 0.0.0.0} for all addresses
 * @param port 0–65535; 0 lets the system choose
 */
public record BindAddress(String host, int port) {

  /** Whether only this machine can connect. Names are not looked up: only localhost counts. */
  public boolean isLoopback() {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.equals("localhost")
        || lower.equals("::1")
        || lower.equals("0:0:0:0:0:0:0:1")
        || lower.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
  }

  /** {@code host:port}, with brackets around an IPv6 address. */
  @Override
  public String toString() {
    return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
  }
}
