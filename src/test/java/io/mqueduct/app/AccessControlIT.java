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

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.auth.PasswordScheme;
import io.mqueduct.config.ConfigException;
import io.mqueduct.message.BrokerException;
import io.mqueduct.testkit.Bytes;
import io.mqueduct.testkit.LogLines;
import io.mqueduct.testkit.Packet;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Properties5;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.Subscribe;
import io.mqueduct.testkit.WirePeer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sections authentication and authorization, over real sockets. */
class AccessControlIT {
  private static final String ALICE = account("alice", "right");
  private static final String BOB = account("bob", "open");

  @TempDir Path directory;
  private @Nullable FollowingBroker broker;

  @AfterEach
  void stop() {
    if (broker != null) {
      broker.close();
    }
  }

  @Test
  void onlyUsersOfThePasswordFileWithTheRightPasswordConnect() {
    FollowingBroker running = start(passwords(file("passwd", ALICE)));

    as(running.connect("a"), "alice", "right").open();
    as(running.connect("b").v311(), "alice", "right").open();
    as(running.connect("c"), "alice", "wrong").refused(0x86);
    as(running.connect("d").v311(), "alice", "wrong").refused(4);
    as(running.connect("e"), "nobody", "right").refused(0x86);
    running.connect("f").refused(0x87);
    running.connect("g").v311().refused(5);
  }

  @Test
  void anonymousClientsConnectBesideUsersWhenThatIsAllowedButNotWithAWrongName() {
    FollowingBroker running =
        start(passwords(file("passwd", ALICE)) + "authorization: {no_match: allow}\n", true);

    running.connect("a").open();
    as(running.connect("b"), "mallory", "right").refused(0x86);
  }

  @Test
  void aChangedPasswordFileIsUsedForTheNextLoginAndLeavesConnectionsAlone() {
    Path passwd = file("passwd", ALICE);
    FollowingBroker running = start(passwords(passwd));
    WirePeer alice = as(running.connect("a"), "alice", "right").open();

    try (LogLines log = LogLines.of("io.mqueduct.app")) {
      running.rewrite(passwd, BOB);

      assertThat(log.all()).containsExactly("INFO " + passwd + ": read again, 1 accounts");
    }
    as(running.connect("b"), "bob", "open").open();
    as(running.connect("c"), "alice", "right").refused(0x86);
    alice.ping();
  }

  @Test
  void aWrongPasswordFileIsOneLineInTheLogAndTheAccountsOfBeforeStay() {
    Path passwd = file("passwd", ALICE);
    FollowingBroker running = start(passwords(passwd));

    try (LogLines log = LogLines.of("io.mqueduct.app")) {
      running.rewrite(passwd, BOB + "carol\n");

      assertThat(log.all())
          .containsExactly(
              "WARN not read again, the accounts of before stay: "
                  + passwd
                  + ":2: expected user:hash");
    }
    as(running.connect("a"), "alice", "right").open();
    as(running.connect("b"), "bob", "open").refused(0x86);
  }

  @Test
  void aWrongFileAtTheStartIsOneLineThatNamesFileAndLine() {
    Path passwd = file("passwd", "carol\n");

    assertThatThrownBy(() -> start(passwords(passwd)))
        .isInstanceOf(BrokerException.class)
        .hasMessage(passwd + ":1: expected user:hash");
  }

  @Test
  void aWrongRuleAtTheStartIsOneLineThatNamesTheRule() {
    assertThatThrownBy(
            () -> start("authorization: {rules: [{topics: [a]}, {topics: ['a/#/b']}]}\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("authorization.rules.1: ");
  }

  @Test
  void scramLetsInWhoProvesThePasswordAndNobodyElse() throws Exception {
    Path passwd = file("passwd", scramAccount("dora", "pencil"));
    FollowingBroker running =
        start("authentication: {providers: [{type: scram, file: " + passwd + "}]}\n", true);

    assertThat(scram(running.connect("a"), "dora", "pencil")).isZero();
    assertThat(scram(running.connect("b"), "dora", "crayon")).isEqualTo(0x87);
    assertThat(scram(running.connect("c"), "nobody", "pencil")).isEqualTo(0x87);
    running.connect("d").with(PropertyId.AUTHENTICATION_METHOD, "GS2-KRB5").refused(0x8C);
    // a name without its proof does not make an anonymous client
    as(running.connect("e"), "dora", "pencil").refused(0x86);
    running.connect("f").open();
  }

  @Test
  void theSecretOfTheInstallationIsKeptForItsOwnerAndOutlivesARestart() throws IOException {
    Path passwd = file("passwd", scramAccount("dora", "pencil"));
    String yaml = "authentication: {providers: [{type: scram, file: " + passwd + "}]}\n";
    start(yaml).close();
    Path secret = directory.resolve("data").resolve("instance.secret");
    byte[] first = Files.readAllBytes(secret);

    start(yaml);

    assertThat(secret).hasBinaryContent(first);
    assertThat(Files.getPosixFilePermissions(secret))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void rulesOfTheConfigurationComeBeforeThoseOfTheFileAndTheRestIsDenied() {
    Path rules = file("acl", "allow all publish,subscribe open/#\ndeny all publish never/#\n");
    FollowingBroker running =
        start(
            """
            authorization:
              file: %s
              rules:
                - {permission: deny, topics: [open/secret], actions: [publish]}
                - {permission: allow, topics: ['own/${clientid}/#'], clients: ['/dev-.*/']}
                - {permission: allow, topics: [near], addresses: [127.0.0.0/8], qos: [1]}
                - {permission: allow, topics: [far], addresses: [10.0.0.0/8]}
                - {permission: allow, topics: [flag], retain: false}
            """
                .formatted(rules));

    WirePeer peer = running.connect("dev-1");
    assertThat(code(peer, "open/a")).isLessThan(0x80);
    assertThat(code(peer, "open/secret")).isEqualTo(0x87);
    assertThat(code(peer, "own/dev-1/a")).isLessThan(0x80);
    assertThat(code(peer, "own/dev-2/a")).isEqualTo(0x87);
    assertThat(code(peer, "near")).isLessThan(0x80);
    assertThat(code(peer, "far")).isEqualTo(0x87);
    assertThat(code(peer, "other")).isEqualTo(0x87);
    assertThat(peer.publishForCode(Publish.to("flag").qos(1, 0))).isLessThan(0x80);
    assertThat(peer.publishForCode(Publish.to("flag").qos(1, 0).retained())).isEqualTo(0x87);
    assertThat(peer.subscribe(Subscribe.to("open/+", 0).and("#", 0).and("own/dev-1/#", 1)).codes())
        .containsExactly(0, 0x87, 1);
    assertThat(code(running.connect("guest"), "own/guest/a")).isEqualTo(0x87);
  }

  @Test
  void aChangedRuleFileHoldsForClientsThatAreConnected() {
    Path rules = file("acl", "allow all publish a\n");
    FollowingBroker running = start("authorization: {file: " + rules + "}\n");
    WirePeer peer = running.connect("a");
    assertThat(code(peer, "a")).isLessThan(0x80);

    running.rewrite(rules, "allow all publish b\n");
    assertThat(code(peer, "a")).isEqualTo(0x87);
    assertThat(code(peer, "b")).isLessThan(0x80);

    running.rewrite(rules, "allow everybody publish c\n");
    assertThat(code(peer, "b")).isLessThan(0x80);
  }

  @Test
  void aChangedConfigurationIsTakenUpAsAWholeOrNotAtAll() {
    Path passwd = file("passwd", ALICE);
    Path broken = file("broken", "carol\n");
    FollowingBroker running = start("{}");
    running.connect("a").open();

    running.reconfigure(passwords(passwd));
    running.connect("b").refused(0x87);
    as(running.connect("c"), "alice", "right").open();

    running.reconfigure(passwords(broken) + "authorization: {no_match: allow}\n");
    WirePeer alice = as(running.connect("d"), "alice", "right");
    assertThat(code(alice, "x")).isEqualTo(0x87);
  }

  @Test
  void withoutProviderAndRuleEverythingIsAllowed() {
    assertThat(code(start("{}").connect("a"), "x")).isLessThan(0x80);
  }

  @Test
  void aDeniedPublishIsAnsweredAndIgnored() {
    FollowingBroker running = start("authorization: {no_match: deny}\n");
    WirePeer peer = running.connect("a");

    assertThat(peer.publishForCode(Publish.to("x").qos(1, 0))).isEqualTo(0x87);
    assertThat(peer.publishForCode(Publish.to("x").qos(2, 0))).isEqualTo(0x87);
    peer.publish("x", 0, "").ping();
    // before 5.0 there is no other answer than success or the end of the connection
    running.connect("b").v311().publish("x", 1, "").publish("x", 2, "").publish("x", 0, "").ping();
  }

  @Test
  void aDeniedPublishEndsTheConnectionWhenThatIsConfigured() {
    FollowingBroker running = start("authorization: {no_match: deny, deny_action: disconnect}\n");

    for (int qos = 0; qos <= 2; qos++) {
      WirePeer peer = running.connect("a" + qos).open();
      peer.send(Publish.to("x").qos(qos, qos == 0 ? 0 : 1)).expectDisconnect(0x87);
      WirePeer older = running.connect("b" + qos).v311().open();
      older.send(Publish.to("x").qos(qos, qos == 0 ? 0 : 1)).expectHangup();
    }
  }

  private FollowingBroker start(String yaml) {
    FollowingBroker started = FollowingBroker.start(directory, yaml);
    broker = started;
    return started;
  }

  private FollowingBroker start(String yaml, boolean allowAnonymous) {
    return start(yaml.replace("{providers", "{allow_anonymous: " + allowAnonymous + ", providers"));
  }

  private Path file(String name, String text) {
    Path file = directory.resolve(name);
    FollowingBroker.replace(file, text.getBytes(UTF_8));
    return file;
  }

  private static String passwords(Path file) {
    return "authentication: {providers: [{type: password_file, file: " + file + "}]}\n";
  }

  /** A line of a password file, cheaper to check than those that are made for real use. */
  private static String account(String user, String password) {
    byte[] salt = "saltsaltsaltsalt".getBytes(UTF_8);
    Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
    return user
        + ":$pbkdf2-sha256$i=100$"
        + base64.encodeToString(salt)
        + "$"
        + base64.encodeToString(pbkdf2(password, salt, 100))
        + "\n";
  }

  private static String scramAccount(String user, String password) {
    return user
        + ":"
        + PasswordScheme.SCRAM_SHA_256.hash(password.getBytes(UTF_8), new SecureRandom()).encoded()
        + "\n";
  }

  private static byte[] pbkdf2(String password, byte[] salt, int rounds) {
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
          .generateSecret(new PBEKeySpec(password.toCharArray(), salt, rounds, 256))
          .getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static WirePeer as(WirePeer peer, String user, String password) {
    return peer.userName(user).password(password.getBytes(UTF_8));
  }

  private static int code(WirePeer peer, String topic) {
    return peer.publishForCode(Publish.to(topic).qos(1, 0));
  }

  /** Logs in with SCRAM-SHA-256 (RFC 5802) and tells the code of the CONNACK. */
  private static int scram(WirePeer peer, String user, String password) throws Exception {
    String first = "n=" + user + ",r=abcdef";
    peer.with(PropertyId.AUTHENTICATION_METHOD, "SCRAM-SHA-256")
        .with(PropertyId.AUTHENTICATION_DATA, ("n,," + first).getBytes(UTF_8))
        .sendConnect();
    String challenge = data(peer.expect(Packet.Auth.class).properties());
    String[] parts = challenge.split(",");
    byte[] salt = Base64.getDecoder().decode(parts[1].substring(2));
    int rounds = Integer.parseInt(parts[2].substring(2));
    byte[] salted = pbkdf2(password, salt, rounds);
    byte[] clientKey = hmac(salted, "Client Key");
    String last = "c=biws," + parts[0];
    byte[] stored = MessageDigest.getInstance("SHA-256").digest(clientKey);
    byte[] signature = hmac(stored, first + "," + challenge + "," + last);
    for (int i = 0; i < clientKey.length; i++) {
      clientKey[i] ^= signature[i];
    }
    byte[] proof = (last + ",p=" + Base64.getEncoder().encodeToString(clientKey)).getBytes(UTF_8);
    peer.sendRaw(
        Bytes.bytes()
            .u8(0x18)
            .raw(
                Properties5.none()
                    .with(PropertyId.AUTHENTICATION_METHOD, "SCRAM-SHA-256")
                    .with(PropertyId.AUTHENTICATION_DATA, proof)
                    .encoded())
            .packet(PacketType.AUTH));
    return peer.expect(Packet.Connack.class).code();
  }

  private static String data(Properties5 properties) {
    return new String(properties.data(PropertyId.AUTHENTICATION_DATA), UTF_8);
  }

  private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(UTF_8));
  }
}
