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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mqueduct.message.BrokerException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAccessTest {
  @TempDir Path directory;

  @Test
  void theFirstRuleThatSaysAnythingDecides() throws IOException {
    var access =
        access(
            client("c1", "alice"),
            """
            # people
            deny  user=mallory publish,subscribe #
            allow user=alice   publish           a/b
            deny  all          publish           a/#
            allow all          publish,subscribe #
            """);

    assertThat(access.mayPublish("a/b", 1, false)).isTrue();
    assertThat(access.mayPublish("a/c", 1, false)).isFalse();
    assertThat(access.mayPublish("b", 1, false)).isTrue();
    assertThat(access.maySubscribe("b/#", 1)).isTrue();
  }

  @Test
  void deniesWhatNoRuleSpeaksOfUnlessToldOtherwise() {
    var rules = List.of(rule(true, "a"));
    var client = client("c1", null);

    assertThat(new Authorizer(rules, false, 32).forClient(client).mayPublish("b", 0, false))
        .isFalse();
    assertThat(new Authorizer(rules, true, 32).forClient(client).mayPublish("b", 0, false))
        .isTrue();
    assertThat(new Authorizer(List.of(), false, 32).forClient(client).maySubscribe("b", 0))
        .isFalse();
    assertThat(new Authorizer(List.of(), true, 32).forClient(client).maySubscribe("b", 0)).isTrue();
  }

  @Test
  void anAllowedFilterMustCoverAllOfTheSubscription() throws IOException {
    var access = access(client("c1", null), "allow all subscribe a/+/c b/#");

    assertThat(access.maySubscribe("a/x/c", 0)).isTrue();
    assertThat(access.maySubscribe("a/+/c", 0)).isTrue();
    assertThat(access.maySubscribe("b/+/x", 0)).isTrue();
    assertThat(access.maySubscribe("a/#", 0)).isFalse();
    assertThat(access.maySubscribe("#", 0)).isFalse();
    assertThat(access.mayPublish("b/x", 0, false)).isFalse();
  }

  @Test
  void aDeniedFilterIsNotReadThroughAWiderSubscription() throws IOException {
    var access = access(client("c1", null), "deny all subscribe secret/#\nallow all subscribe #");

    assertThat(access.maySubscribe("secret/a", 0)).isFalse();
    assertThat(access.maySubscribe("#", 0)).isFalse();
    assertThat(access.maySubscribe("+/a", 0)).isFalse();
    assertThat(access.maySubscribe("open/#", 0)).isTrue();
  }

  @Test
  void exactTopicsMeanTheirTextOnly() throws IOException {
    var access = access(client("c1", null), "deny all subscribe eq:#\nallow all subscribe #");

    assertThat(access.maySubscribe("#", 0)).isFalse();
    assertThat(access.maySubscribe("a/#", 0)).isTrue();
    var exact = access(client("c1", null), "allow all subscribe eq:a/+");
    assertThat(exact.maySubscribe("a/+", 0)).isTrue();
    assertThat(exact.maySubscribe("a/b", 0)).isFalse();
  }

  @Test
  void wildcardsThatAllowLeaveOutDollarTopicsAndThoseThatDenyTakeThemIn() throws IOException {
    var open = access(client("c1", null), "allow all publish,subscribe #");
    assertThat(open.maySubscribe("$SYS/#", 0)).isFalse();
    assertThat(open.mayConsume("orders", 1)).isFalse();
    var closed = access(client("c1", null), "deny all subscribe #\nallow all subscribe $SYS/#");
    assertThat(closed.maySubscribe("$SYS/a", 0)).isFalse();
  }

  @Test
  void sharedSubscriptionsNeedTheirFilterAndQueuesTheirLiteralTopic() throws IOException {
    var access = access(client("c1", null), "allow all subscribe a/# $queue/orders");

    assertThat(access.maySubscribe("$share/g/a/b", 0)).isTrue();
    assertThat(access.maySubscribe("$share/g/b", 0)).isFalse();
    assertThat(access.mayConsume("orders", 1)).isTrue();
    assertThat(access.maySubscribe("$queue/orders", 1)).isTrue();
    assertThat(access.mayConsume("bills", 1)).isFalse();
  }

  @Test
  void placeholdersStandForTheClientsOwnNames() throws IOException {
    var rules =
        """
        allow all publish   d/${clientid}/up d-${username}
        allow all subscribe d/${clientid}/# cert/${cert_cn}/+
        """;
    var access = access(new ClientIdentity("c1", "bob", "dev 7", null, false, List.of()), rules);

    assertThat(access.mayPublish("d/c1/up", 0, false)).isTrue();
    assertThat(access.mayPublish("d/c2/up", 0, false)).isFalse();
    assertThat(access.mayPublish("d-bob", 0, false)).isTrue();
    assertThat(access.maySubscribe("d/c1/+/x", 0)).isTrue();
    assertThat(access.maySubscribe("d/+/x", 0)).isFalse();
    assertThat(access.maySubscribe("cert/dev 7/a", 0)).isTrue();
    assertThat(access(client("c1", null), rules).maySubscribe("cert/x/a", 0)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"+", "#", "x/y", "/", "", "a+", "a\0"})
  void aClientNeverGainsByANameThatLooksLikeAFilter(String clientId) throws IOException {
    var allows =
        access(
            client(clientId, null),
            "allow all publish,subscribe d/${clientid}/# eq:e/${clientid} f/${clientid}");

    for (var filter :
        List.of(
            "d/#",
            "d/+/#",
            "d/x/#",
            "d/x/y/#",
            "d/" + clientId + "/#",
            "e/" + clientId,
            "f/" + clientId)) {
      assertThat(allows.maySubscribe(filter, 0)).as(filter).isFalse();
    }
    assertThat(allows.mayPublish("d/x/y/z", 0, false)).isFalse();

    var denies =
        access(
            client(clientId, null),
            "deny all publish d/${clientid}/up\nallow all publish,subscribe #");
    assertThat(denies.mayPublish("d/x/y/up", 0, false)).isFalse();
    assertThat(denies.mayPublish("d/x", 0, false)).isFalse();
    assertThat(denies.mayPublish("e", 0, false)).isTrue();
  }

  @Test
  void aNameAtTheFrontNeverReachesDollarTopics() throws IOException {
    var access =
        access(client("$SYS", "$queue"), "allow all publish,subscribe ${clientid}/# ${username}/#");

    assertThat(access.maySubscribe("$SYS/#", 0)).isFalse();
    assertThat(access.mayConsume("orders", 0)).isFalse();
  }

  @Test
  void deniesWideWhenALaterPlaceholderHasNoUsableName() throws IOException {
    var access =
        access(
            client("c1", null),
            "deny all publish d/${clientid}/${username}/x\nallow all publish #");

    assertThat(access.mayPublish("d/c1/anything", 0, false)).isFalse();
    assertThat(access.mayPublish("d/c2/anything", 0, false)).isTrue();
  }

  @Test
  void rulesLookAtQosAndRetain() throws IOException {
    var access =
        access(
            client("c1", null),
            """
            allow all publish   qos=0,1 retain=false t
            allow all subscribe qos=0 t
            """);

    assertThat(access.mayPublish("t", 1, false)).isTrue();
    assertThat(access.mayPublish("t", 2, false)).isFalse();
    assertThat(access.mayPublish("t", 0, true)).isFalse();
    assertThat(access.maySubscribe("t", 0)).isTrue();
    assertThat(access.maySubscribe("t", 1)).isFalse();
  }

  @Test
  void termsOfOneKindAreAlternativesAndEveryKindMustHold() throws IOException {
    var rules = "allow user=alice user=\"b o b\" ipaddr=10.0.0.0/8 ipaddr=::1 publish t";

    assertThat(at("alice", "10.1.2.3", rules)).isTrue();
    assertThat(at("b o b", "::1", rules)).isTrue();
    assertThat(at("alice", "11.1.2.3", rules)).isFalse();
    assertThat(at("carol", "10.1.2.3", rules)).isFalse();
    assertThat(at("alice", null, rules)).isFalse();
    assertThat(at("alice", null, "allow authenticated publish t")).isTrue();
    assertThat(at(null, null, "allow authenticated publish t")).isFalse();
    assertThat(at(null, null, "allow anonymous publish t")).isTrue();
    assertThat(at("alice", null, "allow clientid=c1 publish t")).isTrue();
    assertThat(at("alice", null, "allow cert_cn=x publish t")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.0.1, true",
    "10.0.0.0/8, 11.0.0.1, false",
    "192.168.1.128/25, 192.168.1.200, true",
    "192.168.1.128/25, 192.168.1.100, false",
    "0.0.0.0/0, 1.2.3.4, true",
    "0.0.0.0/0, ::1, false",
    "127.0.0.1, 127.0.0.1, true",
    "127.0.0.1, 127.0.0.2, false",
    "fe80::/10, fe80::1, true",
    "fe80::/10, fec0::1, false",
  })
  void networksHaveTheAddressesOfTheirPrefix(String network, String address, boolean expected)
      throws UnknownHostException {
    assertThat(Cidr.parse(network).contains(InetAddress.getByName(address))).isEqualTo(expected);
  }

  @Test
  void theExampleOfTheDocumentationIsAValidRuleFile() throws IOException {
    var page = Files.readString(Path.of("docs/authentication.md"));
    var from = page.indexOf("# effect");
    var example = page.substring(from, page.indexOf("```", from));
    var access = access(client("c1", "alice"), example);

    assertThat(access.mayPublish("sensors/c1/a", 0, false)).isTrue();
    assertThat(access.mayPublish("sensors/c2/a", 0, false)).isFalse();
    assertThat(access.mayConsume("orders", 1)).isFalse();
  }

  @Test
  void superusersMayDoEverything() throws IOException {
    var root = new ClientIdentity("c1", "root", null, null, true, List.of());

    assertThat(access(root, "deny all publish,subscribe #").maySubscribe("$SYS/#", 2)).isTrue();
  }

  @Test
  void rulesOfTheCredentialsComeBeforeThoseOfTheFile() throws IOException {
    var own = List.of(rule(true, "own/${clientid}"), rule(false, "shared"));
    var access =
        access(
            new ClientIdentity("c1", "u", null, null, false, own),
            "deny all publish own/#\nallow all publish shared other");

    assertThat(access.mayPublish("own/c1", 0, false)).isTrue();
    assertThat(access.mayPublish("shared", 0, false)).isFalse();
    assertThat(access.mayPublish("other", 0, false)).isTrue();
  }

  @Test
  void remembersDecisionsUntilTheFileChanges() throws IOException {
    var path = Files.writeString(directory.resolve("acl"), "allow all publish #");
    var file = RuleFile.open(path);
    var authorizer = new Authorizer(file.rules(), false, 32);
    var access = authorizer.forClient(client("c1", null));
    for (var round = 0; round < 2; round++) {
      for (var i = 0; i < 100; i++) {
        assertThat(access.mayPublish("t/" + i, 0, false)).isTrue();
        assertThat(access.maySubscribe("t/" + i, 0)).isFalse();
      }
    }
    assertThat(access.mayPublish("x".repeat(1000), 0, false)).isTrue();

    Files.writeString(path, "deny all publish #");
    assertThat(file.reload()).isEqualTo(new Reloaded.Changed(1));
    assertThat(file.reload()).isEqualTo(new Reloaded.Unchanged());
    authorizer.replace(file.rules(), true);

    assertThat(access.mayPublish("t/1", 0, false)).isFalse();
    assertThat(access.maySubscribe("t/1", 0)).isTrue();
    Files.writeString(path, "nonsense");
    assertThat(file.reload()).isInstanceOf(Reloaded.Failed.class);
    assertThat(file.rules()).hasSize(1);
  }

  @Test
  void consumingAndDeclaringQueuesAreRightsOfTheirOwnOrPartOfSubscribing() throws IOException {
    var own = access(client("c1", null), "allow all consume $queue/a\nallow all declare q/#");
    assertThat(own.mayConsume("a", 1)).isTrue();
    assertThat(own.mayConsume("b", 1)).isFalse();
    assertThat(own.mayDeclare("q/+", 1)).isTrue();
    assertThat(own.mayDeclare("#", 1)).isFalse();
    assertThat(own.maySubscribe("q/+", 1)).isFalse();

    var part = access(client("c1", null), "allow all subscribe q/# $queue/+");
    assertThat(part.mayConsume("a", 1)).isTrue();
    assertThat(part.mayDeclare("q/+", 1)).isTrue();
  }

  @Test
  void rulesWithoutPartsFitEverything() {
    var rules = List.of(AccessRule.of(RuleTerms.forAll(true, Set.of(), List.of())));
    var access = new Authorizer(rules, false, 32).forClient(client("c1", null));

    assertThat(access.maySubscribe("$SYS/#", 2)).isTrue();
    assertThat(access.mayPublish("a", 2, true)).isTrue();
    assertThat(access.mayDeclare("#", 1)).isTrue();
  }

  @Test
  void namesBetweenSlashesAreExpressionsForTheWholeName() throws IOException {
    var rules = "allow user=/dev-[0-9]+/ user=root publish t";

    assertThat(at("dev-17", null, rules)).isTrue();
    assertThat(at("root", null, rules)).isTrue();
    assertThat(at("my-dev-17", null, rules)).isFalse();
    assertThat(at("dev-17x", null, rules)).isFalse();
    assertThat(at(null, null, rules)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "permit all publish t | a rule begins with allow or deny",
        "allow | expected: allow|",
        "allow publish t | expected: allow|",
        "allow all write t | 'write' is no action",
        "allow all publish,read t | 'read' is no action",
        "allow bob publish t | 'bob' says not who",
        "allow user= publish t | 'user' says not who",
        "allow name=bob publish t | 'name' says not who",
        "allow ipaddr=localhost publish t | 'localhost' is not an IP address",
        "allow ipaddr=1.2.3.999 publish t | is not an IP address",
        "allow ipaddr=10.0.0.0/33 publish t | network length is 33, allowed are 0 to 32",
        "allow all publish | no topic",
        "allow user=/[/ publish t | /[/ is no regular expression",
        "allow authenticated=x publish t | 'authenticated' says not who",
        "allow all publish qos=3 t | qos is 3, allowed are 0 to 2",
        "allow all publish retain=yes t | retain is true or false",
        "allow all publish,subscribe retain=true t | retain= goes with publish alone",
        "allow all publish a/#/b | # is not the whole last level",
        "allow all publish a/b+ | + is not a whole level",
        "allow all publish eq: | a topic is not empty",
        "allow all publish a/${user} | ${user} is not known; known are ${clientid}",
        "allow user=\"bob publish t | a quote is not closed",
      })
  void saysInOneLineWhatIsWrongWithARule(String line, String message) throws IOException {
    var path = Files.writeString(directory.resolve("acl"), "# rules\n" + line);

    assertThatExceptionOfType(BrokerException.class)
        .isThrownBy(() -> RuleFile.open(path))
        .withMessageStartingWith(path + ":2: ")
        .withMessageContaining(message);
  }

  private static AccessRule rule(boolean allow, String topic) {
    return AccessRule.of(RuleTerms.forAll(allow, Set.of(Action.PUBLISH), List.of(topic)));
  }

  private boolean at(@Nullable String user, @Nullable String peer, String rules)
      throws IOException {
    var address = peer == null ? null : InetAddress.getByName(peer);
    return access(new ClientIdentity("c1", user, null, address, false, List.of()), rules)
        .mayPublish("t", 0, false);
  }

  private ClientAccess access(ClientIdentity client, String rules) throws IOException {
    var path = Files.writeString(directory.resolve("acl"), rules);
    return new Authorizer(RuleFile.open(path).rules(), false, 32).forClient(client);
  }

  private static ClientIdentity client(String clientId, @Nullable String userName) {
    return new ClientIdentity(clientId, userName, null, null, false, List.of());
  }
}
