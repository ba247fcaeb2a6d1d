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
package io.mqueduct.bench;

import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The broker and how it is spoken to.
 *
 * @param version5 MQTT 5, else 3.1.1
 * @param tls null: none
 * @param webSocketPath null: MQTT straight on the connection
 * @param checkHost whether the certificate must be for the host
 * @param keepAliveSeconds 0: none
 * @param sources local addresses that connections are made from in turn; none: the system's choice
 */
public record Target(
    String host,
    int port,
    boolean version5,
    @Nullable String user,
    @Nullable String password,
    @Nullable SslContext tls,
    boolean checkHost,
    @Nullable String webSocketPath,
    int keepAliveSeconds,
    List<InetSocketAddress> sources) {

  /** A target whose lists nobody changes. */
  public Target {
    sources = List.copyOf(sources);
  }
}
