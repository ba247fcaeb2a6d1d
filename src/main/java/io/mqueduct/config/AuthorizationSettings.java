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
package io.mqueduct.config;

import java.util.List;

/** Who may do what: the section {@code authorization}. */
public record AuthorizationSettings(
    @Setting(
            key = "no_match",
            def = "auto",
            hot = true,
            doc =
                "What holds when no rule matches: allow, deny, or auto: deny as soon as there is an"
                    + " authentication provider or a rule, else allow.")
        NoMatch noMatch,
    @Setting(
            key = "deny_action",
            def = "ignore",
            hot = true,
            doc =
                "What a denied PUBLISH leads to beside its reason code: ignore, or disconnect"
                    + " (0x87). 3.1 and 3.1.1 have no reason codes: with ignore the message is"
                    + " acknowledged and dropped.")
        DenyAction denyAction,
    @Setting(
            key = "file",
            file = true,
            hot = true,
            doc =
                "File with access rules, asked after rules. One a line: allow or deny, who, what,"
                    + " topics, as in \"allow user=alice publish,subscribe sensors/#\"; the form is"
                    + " described in docs/authentication.md.")
        String file,
    @Section(key = "rules", doc = "Rules, the first that matches holds.") List<Rule> rules,
    @Setting(
            key = "cache_size",
            def = "32",
            max = 100_000,
            doc = "Decisions of each client that are remembered until rules change. 0: none.")
        int cacheSize) {

  /** What holds without a matching rule. */
  public enum NoMatch {
    /** Deny as soon as anything is configured to check with. */
    AUTO,
    /** It is allowed. */
    ALLOW,
    /** It is denied. */
    DENY
  }

  /** What a denied publish leads to. */
  public enum DenyAction {
    /** Its reason code. */
    IGNORE,
    /** The end of the connection. */
    DISCONNECT
  }

  /** One access rule: all of what it names must fit. Empty parts fit everything. */
  public record Rule(
      @Setting(key = "permission", def = "allow", hot = true, doc = "allow or deny.")
          Permission permission,
      @Setting(key = "clients", hot = true, doc = "Client ids; /…/ is a regular expression.")
          List<String> clients,
      @Setting(key = "users", hot = true, doc = "User names; /…/ is a regular expression.")
          List<String> users,
      @Setting(
              key = "cert_cns",
              hot = true,
              doc = "Common names of client certificates; /…/ is a regular expression.")
          List<String> certCns,
      @Setting(
              key = "authenticated",
              def = "any",
              hot = true,
              doc = "true: clients with a proven user name; false: those without; any.")
          Choice authenticated,
      @Setting(key = "addresses", hot = true, doc = "IP addresses or CIDR blocks.")
          List<String> addresses,
      @Setting(
              key = "actions",
              hot = true,
              doc = "publish, subscribe, consume (a queue), declare (a queue). Empty: all.")
          List<Action> actions,
      @Setting(
              key = "topics",
              hot = true,
              doc =
                  "Topic filters; ${clientid}, ${username}, ${cert_cn} are replaced. After eq: the"
                      + " very filter, wildcards taken literally.")
          List<String> topics,
      @Setting(key = "qos", hot = true, max = 2, doc = "QoS values, as [0, 1].") List<Integer> qos,
      @Setting(key = "retain", def = "any", hot = true, doc = "true, false or any.")
          Choice retain) {}

  /** What a rule says. */
  public enum Permission {
    /** Yes. */
    ALLOW,
    /** No. */
    DENY
  }

  /** What a client wants to do. */
  public enum Action {
    /** Send to a topic. */
    PUBLISH,
    /** Subscribe to a filter. */
    SUBSCRIBE,
    /** Consume a named queue. */
    CONSUME,
    /** Create a named queue. */
    DECLARE
  }

  /** Which of two kinds a rule is about. */
  public enum Choice {
    /** Both. */
    ANY,
    /** Those that are. */
    TRUE,
    /** Those that are not. */
    FALSE
  }
}
