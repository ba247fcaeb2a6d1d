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

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;

/**
 * MQTT in WebSocket frames, with every frame under the test's control (RFC 6455; MQTT section 6).
 * One thread.
 */
public final class WsWire implements Wire {
  /** Opcodes of RFC 6455, section 5.2. */
  public static final int CONTINUATION = 0;

  public static final int TEXT = 1;
  public static final int BINARY = 2;
  public static final int CLOSE = 8;
  public static final int PING = 9;
  public static final int PONG = 10;

  private final Socket socket;
  private final InputStream raw;
  private final InputStream mqtt = new Frames();
  private final int status;
  private final Map<String, String> headers;
  private int closeCode = -1;
  private int pongs;

  private WsWire(Socket socket, String path, Map<String, String> extraHeaders) throws IOException {
    this.socket = socket;
    this.raw = new BufferedInputStream(socket.getInputStream());
    byte[] nonce = new byte[16];
    RandomGenerator.getDefault().nextBytes(nonce);
    StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\n");
    request.append("Host: localhost:").append(socket.getPort()).append("\r\n");
    request.append("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n");
    request.append("Sec-WebSocket-Key: ").append(Base64.getEncoder().encodeToString(nonce));
    extraHeaders.forEach((k, v) -> request.append("\r\n").append(k).append(": ").append(v));
    request.append("\r\n\r\n");
    socket.setSoTimeout(15_000);
    socket.getOutputStream().write(request.toString().getBytes(ISO_8859_1));
    this.headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    this.status = readResponse();
  }

  /** Asks for an upgrade on {@code /mqtt} with the sub-protocol {@code mqtt}. */
  public static WsWire open(int port) throws IOException {
    return open(port, "/mqtt", Map.of("Sec-WebSocket-Protocol", "mqtt"));
  }

  /** The same over TLS. */
  public static WsWire openTls(int port, SSLContext context) throws IOException {
    return new WsWire(
        TcpWire.secured(port, context), "/mqtt", Map.of("Sec-WebSocket-Protocol", "mqtt"));
  }

  /** Asks for an upgrade; what the server answered is in {@link #status()}. */
  public static WsWire open(int port, String path, Map<String, String> headers) throws IOException {
    return new WsWire(TcpWire.connected(port), path, headers);
  }

  /** The HTTP status of the answer; 101 if the upgrade was granted. */
  public int status() {
    return status;
  }

  /** A header of the answer, or the empty string. */
  public String header(String name) {
    return headers.getOrDefault(name, "");
  }

  /** The code of the Close frame that came, or −1; 1005 if it carried none. */
  public int closeCode() {
    return closeCode;
  }

  /** How many Pong frames came. */
  public int pongs() {
    return pongs;
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    frame(BINARY, true, bytes);
  }

  /** Sends one masked frame. */
  public void frame(int opcode, boolean last, byte[] payload) throws IOException {
    Bytes frame = Bytes.bytes().u8((last ? 0x80 : 0) | opcode);
    if (payload.length < 126) {
      frame.u8(0x80 | payload.length);
    } else if (payload.length < 65_536) {
      frame.u8(0x80 | 126).u16(payload.length);
    } else {
      frame.u8(0x80 | 127).u32(0).u32(payload.length);
    }
    byte[] mask = {0x11, 0x22, 0x33, 0x44};
    frame.raw(mask);
    byte[] masked = new byte[payload.length];
    for (int i = 0; i < payload.length; i++) {
      masked[i] = (byte) (payload[i] ^ mask[i & 3]);
    }
    socket.getOutputStream().write(frame.raw(masked).toArray());
    socket.getOutputStream().flush();
  }

  @Override
  public InputStream in() {
    return mqtt;
  }

  @Override
  public void timeout(Duration limit) throws IOException {
    socket.setSoTimeout(Math.max(1, (int) limit.toMillis()));
  }

  @Override
  public void cut() throws IOException {
    socket.close();
  }

  private int readResponse() throws IOException {
    String statusLine = line();
    for (String next = line(); !next.isEmpty(); next = line()) {
      int colon = next.indexOf(':');
      headers.put(
          next.substring(0, colon).toLowerCase(Locale.ROOT), next.substring(colon + 1).strip());
    }
    return Integer.parseInt(statusLine.split(" ", 3)[1]);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = octet(); c != '\n'; c = octet()) {
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(ISO_8859_1);
  }

  private int octet() throws IOException {
    int c = raw.read();
    if (c < 0) {
      throw new EOFException("the server closed without a frame or an answer");
    }
    return c;
  }

  /** The payload of the binary frames, one behind the other. */
  private final class Frames extends InputStream {
    private byte[] current = new byte[0];
    private int at;
    private boolean ended;

    @Override
    public int read() throws IOException {
      while (!ended && at == current.length) {
        next();
      }
      return ended ? -1 : current[at++] & 0xFF;
    }

    private void next() throws IOException {
      int first = raw.read();
      if (first < 0) {
        ended = true;
        return;
      }
      int second = octet();
      if ((second & 0x80) != 0) {
        throw new AssertionError("a server must not mask its frames");
      }
      long length = second & 0x7F;
      int more = length == 126 ? 2 : length == 127 ? 8 : 0;
      if (more > 0) {
        length = 0;
        for (int i = 0; i < more; i++) {
          length = length << 8 | octet();
        }
      }
      byte[] payload = raw.readNBytes((int) length);
      switch (first & 15) {
        case BINARY, CONTINUATION -> {
          current = payload;
          at = 0;
        }
        case PING -> frame(PONG, true, payload);
        case PONG -> pongs++;
        case CLOSE -> {
          closeCode = payload.length < 2 ? 1005 : (payload[0] & 0xFF) << 8 | (payload[1] & 0xFF);
          ended = true;
        }
        default -> throw new AssertionError("frame with opcode " + (first & 15));
      }
    }
  }
}
