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

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Whom a rule speaks of. Immutable. */
@FunctionalInterface
interface Who {
  boolean includes(ClientIdentity client);

  /**
   * The clients that all terms of a rule fit.
   *
   * @throws IllegalArgumentException with one line that says what is wrong with a term
   */
  static Who of(RuleTerms terms) {
    Who user = named(terms.users(), ClientIdentity::userName);
    Who clientId = named(terms.clients(), ClientIdentity::clientId);
    Who certCn = named(terms.certCns(), ClientIdentity::certCn);
    Who address = at(terms.addresses());
    var authenticated = terms.authenticated();
    return client ->
        user.includes(client)
            && clientId.includes(client)
            && certCn.includes(client)
            && address.includes(client)
            && (authenticated == null || authenticated == (client.userName() != null));
  }

  private static Who named(List<String> terms, Function<ClientIdentity, @Nullable String> nameOf) {
    var names = terms.stream().filter(term -> !isExpression(term)).toList();
    var expressions = terms.stream().filter(Who::isExpression).map(Who::expression).toList();
    return client -> {
      var name = nameOf.apply(client);
      return terms.isEmpty()
          || (name != null
              && (names.contains(name) || expressions.stream().anyMatch(e -> e.matches(name))));
    };
  }

  private static boolean isExpression(String term) {
    return term.length() > 2 && term.startsWith("/") && term.endsWith("/");
  }

  private static Pattern expression(String term) {
    try {
      return Pattern.compile(term.substring(1, term.length() - 1));
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          term + " is no regular expression: " + e.getDescription(), e);
    }
  }

  private static Who at(List<String> terms) {
    var networks = terms.stream().map(Cidr::parse).toList();
    return client ->
        networks.isEmpty()
            || (client.peer() != null
                && networks.stream().anyMatch(network -> network.contains(client.peer())));
  }
}
