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

import io.mqueduct.message.ReasonCode;
import io.vertx.core.Future;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One SCRAM-SHA-256 exchange: client-first, server-first, client-final, server-final (RFC 5802,
 * section 5). Owned by the connection's loop. A client that sends no data with CONNECT is asked for
 * its first message once.
 */
final class ScramExchange implements EnhancedExchange {
  /** Real messages have some hundred bytes. */
  private static final int MAX_BYTES = 4096;

  private static final int MAX_NONCE_CHARS = 512;

  private final ScramSha256 scram;
  private final String serverNonce;
  private final @Nullable Principal current;

  private State state = State.BEGUN;
  private String gs2Header = "";
  private String clientFirstBare = "";
  private String serverFirst = "";
  private String nonce = "";
  private @Nullable Account account;
  private @Nullable ScramSha256Credential credential;

  private enum State {
    BEGUN,
    ASKED_FOR_FIRST,
    AWAITS_FINAL,
    ENDED
  }

  /** Why an exchange fails; for the log. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String why) {
      super(why, null, false, false);
    }
  }

  ScramExchange(ScramSha256 scram, String serverNonce, @Nullable Principal current) {
    this.scram = scram;
    this.serverNonce = serverNonce;
    this.current = current;
  }

  @Override
  public Future<EnhancedStep> step(byte @Nullable [] data) {
    return Future.succeededFuture(next(data));
  }

  private EnhancedStep next(byte @Nullable [] data) {
    try {
      if (state == State.BEGUN && (data == null || data.length == 0)) {
        state = State.ASKED_FOR_FIRST;
        return new EnhancedStep.Continue(new byte[0]);
      }
      return switch (state) {
        case BEGUN, ASKED_FOR_FIRST -> first(text(data));
        case AWAITS_FINAL -> last(text(data));
        case ENDED -> throw new Refused("the exchange has ended");
      };
    } catch (Refused e) {
      state = State.ENDED;
      // not 0x86, which DISCONNECT may not carry (MQTT 5.0, section 3.14.2.1)
      return new EnhancedStep.Failure(ReasonCode.NOT_AUTHORIZED, "SCRAM: " + e.getMessage());
    }
  }

  /** {@code gs2-header [reserved-mext ","] username "," nonce ["," extensions]}. */
  private EnhancedStep first(String message) throws Refused {
    var comma = message.indexOf(',');
    var bareAt = message.indexOf(',', comma + 1) + 1;
    if (comma < 0 || bareAt == 0) {
      throw new Refused("the first message has no GS2 header");
    }
    var binding = message.substring(0, comma);
    // 'y': the client could bind and thinks that we cannot, which is so
    if (!binding.equals("n") && !binding.equals("y")) {
      throw new Refused("channel binding is not offered");
    }
    gs2Header = message.substring(0, bareAt);
    clientFirstBare = message.substring(bareAt);
    var attributes = attributes(clientFirstBare);
    if (attributes.size() < 2) {
      throw new Refused("the first message has no nonce");
    }
    var userName = name(value(attributes.get(0), 'n'));
    var asOther = message.substring(comma + 1, bareAt - 1);
    if (!asOther.isEmpty() && !name(value(asOther, 'a')).equals(userName)) {
      throw new Refused("acting as another user is not offered");
    }
    nonce = checkedNonce(value(attributes.get(1), 'r')) + serverNonce;
    return answerFirst(userName);
  }

  private EnhancedStep answerFirst(String userName) {
    var found = scram.account(userName);
    var known =
        found != null && found.password() instanceof ScramSha256Credential real ? real : null;
    var standIn = scram.standIn(userName); // made for known users too: it takes time
    var used = known == null ? standIn : known;
    account = known == null ? null : found;
    credential = used;
    serverFirst =
        "r="
            + nonce
            + ",s="
            + Base64.getEncoder().encodeToString(used.salt().bytes())
            + ",i="
            + used.rounds();
    state = State.AWAITS_FINAL;
    return new EnhancedStep.Continue(bytes(serverFirst));
  }

  /** {@code channel-binding "," nonce ["," extensions] "," proof}. */
  private EnhancedStep last(String message) throws Refused {
    var proofAt = message.lastIndexOf(",p=");
    if (proofAt < 0) {
      throw new Refused("the last message has no proof");
    }
    var withoutProof = message.substring(0, proofAt);
    var attributes = attributes(withoutProof);
    var header = Base64.getEncoder().encodeToString(bytes(gs2Header));
    if (attributes.size() < 2 || !value(attributes.get(0), 'c').equals(header)) {
      throw new Refused("the channel binding is not that of the first message");
    }
    if (!value(attributes.get(1), 'r').equals(nonce)) {
      throw new Refused("the nonce is not that of this exchange");
    }
    var stored = credential;
    if (stored == null) {
      throw new Refused("no first message");
    }
    var signed = bytes(clientFirstBare + "," + serverFirst + "," + withoutProof);
    var right = proves(stored, signed, base64(message.substring(proofAt + 3)));
    var user = account;
    if (!right || user == null) {
      throw new Refused(user == null ? "no such user" : "wrong password");
    }
    if (current != null && !user.userName().equals(current.userName())) {
      throw new Refused("the connection is another user's");
    }
    state = State.ENDED;
    var signature = Hmac.sha256(stored.serverKey().bytes(), signed);
    return new EnhancedStep.Success(
        bytes("v=" + Base64.getEncoder().encodeToString(signature)),
        new Principal(user.userName(), user.superuser(), List.of()));
  }

  /**
   * The proof is ClientKey XOR HMAC(StoredKey, messages), and StoredKey is the hash of ClientKey.
   */
  private static boolean proves(ScramSha256Credential stored, byte[] signed, byte[] proof) {
    var clientKey = Hmac.sha256(stored.storedKey().bytes(), signed);
    if (proof.length != clientKey.length) {
      return false;
    }
    for (var i = 0; i < clientKey.length; i++) {
      clientKey[i] ^= proof[i];
    }
    return stored.storedKey().equals(new Digest(Hmac.hash256(clientKey)));
  }

  private static List<String> attributes(String message) throws Refused {
    var attributes = List.of(message.split(",", -1));
    if (attributes.get(0).startsWith("m=")) {
      throw new Refused("a mandatory extension is not known");
    }
    return attributes;
  }

  private static String value(String attribute, char name) throws Refused {
    if (attribute.length() < 3 || attribute.charAt(0) != name || attribute.charAt(1) != '=') {
      throw new Refused("expected " + name + "=VALUE");
    }
    return attribute.substring(2);
  }

  /**
   * A name in which a comma is written {@code =2C} and an equals sign {@code =3D}, prepared with
   * SASLprep.
   */
  private static String name(String written) throws Refused {
    var read = written.replace("=2C", ",").replace("=3D", "=");
    var escapes = written.replace("=2C", "").replace("=3D", "");
    var prepared = escapes.indexOf('=') >= 0 ? null : SaslPrep.prepare(read);
    if (prepared == null) {
      throw new Refused("the user name is not well formed");
    }
    return prepared;
  }

  private static String checkedNonce(String nonce) throws Refused {
    // printable ASCII; a comma cannot be there, it ends the attribute
    if (nonce.length() > MAX_NONCE_CHARS || nonce.chars().anyMatch(c -> c < 0x21 || c > 0x7E)) {
      throw new Refused("the nonce is not well formed");
    }
    return nonce;
  }

  private static byte[] base64(String text) throws Refused {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new Refused("the proof is not base64");
    }
  }

  private static String text(byte @Nullable [] data) throws Refused {
    if (data == null || data.length == 0 || data.length > MAX_BYTES) {
      throw new Refused("the message is empty or longer than " + MAX_BYTES + " bytes");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString();
    } catch (CharacterCodingException e) {
      throw new Refused("the message is not UTF-8");
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
