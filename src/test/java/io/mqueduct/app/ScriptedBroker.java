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
package io.mqueduct.app;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker that says what a test wants, on a real socket, to one client after the other. */
public final class ScriptedBroker implements AfterEachCallback {
  private static final String DISCONNECT = "E0";

  private final ServerSocket server;

  public ScriptedBroker() {
    try {
      server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return server.getLocalPort();
  }

  /** Answers the packets of the next client in turn; what is written in hex may have spaces. */
  public void answer(String... packets) {
    Thread thread =
        new Thread(
            () -> {
              try (Socket client = server.accept()) {
                for (String packet : packets) {
                  skipPacket(client.getInputStream());
                  client.getOutputStream().write(HexFormat.of().parseHex(packet.replace(" ", "")));
                }
                if (!packets[packets.length - 1].startsWith(DISCONNECT)) {
                  client.getInputStream().readAllBytes();
                }
              } catch (IOException e) {
                // the client has gone; what it said is looked at
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private static void skipPacket(InputStream in) throws IOException {
    in.read();
    int length = in.read();
    if (length < 0) {
      throw new EOFException();
    }
    in.readNBytes(length);
  }

  /** What a command says that must fail, in one line; where it went to is {@code 127.0.0.1}. */
  public String said(String words) {
    CommandRun run = CommandRun.of((words + " -h 127.0.0.1 -p " + port()).split(" ", -1));
    if (run.code() != 1 || run.err().lines().count() != 1) {
      throw new AssertionError(words + " ended with " + run.code() + ": " + run.err());
    }
    return run.err().strip().replace(":" + port(), "");
  }

  @Override
  public void afterEach(ExtensionContext test) throws IOException {
    server.close();
  }
}
