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
import java.util.function.Supplier;

/**
 * Decides who may publish and subscribe: rules that came with the client's credentials first, then
 * those of the rule file, then what is said for no match. Immutable; shared by all event loops,
 * each connection asks its own {@link ClientAccess}.
 */
public final class Authorizer {
  private final Supplier<List<AccessRule>> rules;
  private final boolean allowNoMatch;

  private Authorizer(Supplier<List<AccessRule>> rules, boolean allowNoMatch) {
    this.rules = rules;
    this.allowNoMatch = allowNoMatch;
  }

  /**
   * Rules of a file, fresh after each {@link RuleFile#reload}; {@code allowNoMatch} should be
   * false.
   */
  public static Authorizer of(RuleFile file, boolean allowNoMatch) {
    return new Authorizer(file::rules, allowNoMatch);
  }

  /** No rule file: only {@code allowNoMatch} and what comes with credentials decide. */
  public static Authorizer withoutRules(boolean allowNoMatch) {
    List<AccessRule> none = List.of();
    return new Authorizer(() -> none, allowNoMatch);
  }

  /** What decides for one client. */
  public ClientAccess forClient(ClientIdentity client) {
    return new ClientAccess(this, client);
  }

  List<AccessRule> rules() {
    return rules.get();
  }

  boolean allowNoMatch() {
    return allowNoMatch;
  }
}
