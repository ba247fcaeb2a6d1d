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
import org.jspecify.annotations.Nullable;

/**
 * Who a connection was found to be. Immutable.
 *
 * @param userName the proven user name; null for an anonymous client (a claimed but unproven name
 *     is not one)
 * @param superuser true when access rules do not apply
 * @param rules access rules that came with the credentials (claims of a token, answer of a
 *     service), tried before those of the rule file; empty when there are none
 */
public record Principal(@Nullable String userName, boolean superuser, List<AccessRule> rules) {
  /** A client that proved nothing and was let in. */
  public static final Principal ANONYMOUS = new Principal(null, false, List.of());

  /** Copies the rules. */
  public Principal {
    rules = List.copyOf(rules);
  }

  /** An ordinary user without rules of its own. */
  public static Principal user(String userName) {
    return new Principal(userName, false, List.of());
  }
}
