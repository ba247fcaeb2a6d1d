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

/**
 * The acknowledgements a client sends by hand. One thread.
 *
 * @param <S> what the script goes on with
 */
public abstract sealed class AckScript<S> extends ConnectScript<S> permits WirePeer {
  AckScript(String clientId) {
    super(clientId);
  }

  /** Sends bytes on the accepted connection. */
  public abstract S send(byte[] bytes);

  /** Sends an acknowledgement; a code other than 0 needs 5.0. */
  public S ack(PacketType type, int id, int code) {
    Bytes body = Bytes.bytes().u16(id);
    if (code != 0) {
      body.u8(code);
    }
    return send(body.packet(type));
  }

  /** Sends PUBACK. */
  public S puback(int id) {
    return ack(PacketType.PUBACK, id, 0);
  }

  /** Sends PUBREC. */
  public S pubrec(int id) {
    return ack(PacketType.PUBREC, id, 0);
  }

  /** Sends PUBREL. */
  public S pubrel(int id) {
    return ack(PacketType.PUBREL, id, 0);
  }

  /** Sends PUBCOMP. */
  public S pubcomp(int id) {
    return ack(PacketType.PUBCOMP, id, 0);
  }
}
