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

/**
 * Decides who may publish and subscribe: rules that came with the client's credentials first, then
 * those given here in their order, then what is said for no match. Shared by all event loops, each
 * connection asks its own {@link ClientAccess}; {@link #replace} is for the one thread that applies
 * a changed configuration or rule file.
 */
public final class Authorizer {
  private final int cacheSize;
  // written by the thread that changes the configuration, read by any
  private volatile Rules rules;

  /** What is in force until it is replaced; told apart by identity. */
  static final class Rules {
    private final List<AccessRule> inOrder;
    private final boolean allowNoMatch;

    Rules(List<AccessRule> inOrder, boolean allowNoMatch) {
      this.inOrder = inOrder;
      this.allowNoMatch = allowNoMatch;
    }

    List<AccessRule> inOrder() {
      return inOrder;
    }

    boolean allowNoMatch() {
      return allowNoMatch;
    }
  }

  /**
   * Rules in the order they are tried.
   *
   * @param allowNoMatch what holds when no rule says anything; false as soon as there is anything
   *     to check clients with
   * @param cacheSize how many decisions are remembered for each client; 0 for none
   */
  public Authorizer(List<AccessRule> rules, boolean allowNoMatch, int cacheSize) {
    this.rules = new Rules(List.copyOf(rules), allowNoMatch);
    this.cacheSize = cacheSize;
  }

  /** Other rules, in force for every client from its next question on. */
  public void replace(List<AccessRule> next, boolean allowNoMatch) {
    rules = new Rules(List.copyOf(next), allowNoMatch);
  }

  /** What decides for one client. */
  public ClientAccess forClient(ClientIdentity client) {
    return new ClientAccess(this, client);
  }

  Rules rules() {
    return rules;
  }

  int cacheSize() {
    return cacheSize;
  }
}
