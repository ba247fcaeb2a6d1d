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

import io.mqueduct.config.ListenerSettings;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The other end of a socket, read once when it was accepted, since a closed socket no longer tells.
 *
 * @param address its address (of the PROXY header, if there is one), or null if it was gone already
 * @param listener the listener that it came in through
 * @param certificates what it presented, leaf first; empty without TLS client authentication
 */
record Peer(
    @Nullable InetSocketAddress address,
    ListenerSettings listener,
    List<X509Certificate> certificates) {

  /** For log lines. */
  @Override
  public String toString() {
    return address == null
        ? "gone"
        : address.getAddress().getHostAddress() + ":" + address.getPort();
  }
}
