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

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Plain TCP, or TLS over it. One thread. */
public final class TcpWire implements Wire {
  private final Socket socket;
  private final InputStream in;

  private TcpWire(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** Connects to a port of this machine. */
  public static TcpWire plain(int port) throws IOException {
    return new TcpWire(connected(port));
  }

  /** Over a socket that is connected already. */
  public static TcpWire of(Socket socket) throws IOException {
    return new TcpWire(socket);
  }

  /** Connects to a port of this machine and shakes hands. */
  public static TcpWire tls(int port, SSLContext context) throws IOException {
    return new TcpWire(secured(port, context));
  }

  static Socket secured(int port, SSLContext context) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            context.getSocketFactory().createSocket(connected(port), "localhost", port, true);
    socket.setSoTimeout(30_000);
    socket.startHandshake();
    return socket;
  }

  static Socket connected(int port) throws IOException {
    Socket socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 30_000);
    return socket;
  }

  /** The socket, for what no other method offers. */
  public Socket socket() {
    return socket;
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  @Override
  public InputStream in() {
    return in;
  }

  @Override
  public void timeout(Duration limit) throws IOException {
    socket.setSoTimeout(Math.max(1, (int) limit.toMillis()));
  }

  @Override
  public void cut() throws IOException {
    socket.close();
  }
}
