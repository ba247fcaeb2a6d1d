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
package io.mqueduct.interop;

/** Ways to the broker; the name of the listener and the parts of the address. */
enum Transport {
  TCP(false, false),
  SSL(true, false),
  WS(false, true),
  WSS(true, true);

  final boolean isTls;
  final boolean isWebSocket;

  Transport(boolean isTls, boolean isWebSocket) {
    this.isTls = isTls;
    this.isWebSocket = isWebSocket;
  }

  String listener() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** As the Paho libraries want it. */
  String uri(Site site) {
    String scheme = this == SSL ? "ssl" : listener();
    String path = isWebSocket ? "/mqtt" : "";
    return scheme + "://localhost:" + site.port(listener()) + path;
  }
}
