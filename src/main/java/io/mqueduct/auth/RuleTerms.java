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

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An access rule as a person writes it. A rule fits when each part fits; a list fits when one of
 * its entries does, an empty one always.
 *
 * @param allow true to allow, false to deny
 * @param users proven user names; {@code /RE2/} is a regular expression for the whole name
 * @param clients client identifiers, likewise
 * @param certCns common names of TLS certificates, likewise
 * @param addresses IP addresses or networks such as {@code 10.0.0.0/8}
 * @param authenticated true for clients with a proven user name, false for those without, null for
 *     both
 * @param actions what is done
 * @param qos QoS of a publication, or that a subscription asks for; 0 to 2
 * @param retain what the retain flag of a publication must be; null for either
 * @param topics topic filters with {@code ${clientid}}, {@code ${username}}, {@code ${cert_cn}};
 *     after {@code eq:} or {@code eq } a topic or filter that is meant to the letter
 */
public record RuleTerms(
    boolean allow,
    List<String> users,
    List<String> clients,
    List<String> certCns,
    List<String> addresses,
    @Nullable Boolean authenticated,
    Set<Action> actions,
    Set<Integer> qos,
    @Nullable Boolean retain,
    List<String> topics) {
  /** Copies what can change. */
  public RuleTerms {
    users = List.copyOf(users);
    clients = List.copyOf(clients);
    certCns = List.copyOf(certCns);
    addresses = List.copyOf(addresses);
    actions = Set.copyOf(actions);
    qos = Set.copyOf(qos);
    topics = List.copyOf(topics);
  }

  /** Terms that speak of everybody. */
  public static RuleTerms forAll(boolean allow, Set<Action> actions, List<String> topics) {
    return new RuleTerms(
        allow, List.of(), List.of(), List.of(), List.of(), null, actions, Set.of(), null, topics);
  }
}
