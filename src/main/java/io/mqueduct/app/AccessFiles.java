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

import io.mqueduct.auth.AccessRule;
import io.mqueduct.auth.Action;
import io.mqueduct.auth.PasswordFile;
import io.mqueduct.auth.Reloaded;
import io.mqueduct.auth.RuleFile;
import io.mqueduct.auth.RuleTerms;
import io.mqueduct.config.AuthenticationSettings;
import io.mqueduct.config.AuthorizationSettings;
import io.mqueduct.config.ConfigException;
import io.mqueduct.config.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files and rules that the sections {@code authentication} and {@code authorization} name, read
 * and ready for use. Every method blocks, and belongs to one caller at a time on a worker.
 */
final class AccessFiles {
  private static final Logger LOG = LoggerFactory.getLogger(AccessFiles.class);

  private final Map<String, PasswordFile> passwords;
  private final List<AccessRule> inline;
  private final String ruleFileName;
  private final @Nullable RuleFile ruleFile;

  private AccessFiles(
      Map<String, PasswordFile> passwords,
      List<AccessRule> inline,
      String ruleFileName,
      @Nullable RuleFile ruleFile) {
    this.passwords = passwords;
    this.inline = inline;
    this.ruleFileName = ruleFileName;
    this.ruleFile = ruleFile;
  }

  /**
   * Reads all of them.
   *
   * @throws ConfigException with one line for a rule that is wrong
   * @throws io.mqueduct.message.BrokerException with one line for a file that is wrong
   */
  static AccessFiles open(Settings settings) {
    Map<String, PasswordFile> passwords = new LinkedHashMap<>();
    for (AuthenticationSettings.Provider provider : settings.authentication().providers()) {
      String file = fileOf(provider);
      if (file != null) {
        passwords.computeIfAbsent(file, name -> PasswordFile.open(Path.of(name)));
      }
    }
    String name = settings.authorization().file();
    return new AccessFiles(
        passwords,
        inline(settings.authorization().rules()),
        name,
        name.isEmpty() ? null : RuleFile.open(Path.of(name)));
  }

  private static @Nullable String fileOf(AuthenticationSettings.Provider provider) {
    if (provider instanceof AuthenticationSettings.PasswordFile passwords) {
      return passwords.file();
    }
    return provider instanceof AuthenticationSettings.Scram scram ? scram.file() : null;
  }

  /** The accounts of a file that a provider names. */
  PasswordFile passwords(String file) {
    PasswordFile accounts = passwords.get(file);
    if (accounts == null) {
      throw new IllegalArgumentException(file + " is no file of a provider");
    }
    return accounts;
  }

  /** The rules of the configuration, then those of the file. */
  List<AccessRule> rules() {
    List<AccessRule> all = new ArrayList<>(inline);
    if (ruleFile != null) {
      all.addAll(ruleFile.rules());
    }
    return all;
  }

  /** Reads those of the files again that are among the named ones; one log line for each. */
  void reload(Set<String> changed) {
    passwords.forEach(
        (name, file) -> {
          if (changed.contains(name)) {
            told(name, "accounts", file.reload());
          }
        });
    if (ruleFile != null && changed.contains(ruleFileName)) {
      told(ruleFileName, "rules", ruleFile.reload());
    }
  }

  private static void told(String file, String what, Reloaded outcome) {
    if (outcome instanceof Reloaded.Changed changed) {
      LOG.info("{}: read again, {} {}", file, changed.entries(), what);
    } else if (outcome instanceof Reloaded.Failed failed) {
      LOG.warn("not read again, the {} of before stay: {}", what, failed.why());
    }
  }

  private static List<AccessRule> inline(List<AuthorizationSettings.Rule> rules) {
    List<AccessRule> all = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      try {
        all.add(AccessRule.of(terms(rules.get(i))));
      } catch (IllegalArgumentException e) {
        throw new ConfigException("authorization.rules." + i + ": " + e.getMessage());
      }
    }
    return all;
  }

  private static RuleTerms terms(AuthorizationSettings.Rule rule) {
    return new RuleTerms(
        rule.permission() == AuthorizationSettings.Permission.ALLOW,
        rule.users(),
        rule.clients(),
        rule.certCns(),
        rule.addresses(),
        chosen(rule.authenticated()),
        rule.actions().stream().map(AccessFiles::action).collect(Collectors.toSet()),
        new HashSet<>(rule.qos()),
        chosen(rule.retain()),
        rule.topics());
  }

  private static @Nullable Boolean chosen(AuthorizationSettings.Choice choice) {
    return switch (choice) {
      case ANY -> null;
      case TRUE -> true;
      case FALSE -> false;
    };
  }

  private static Action action(AuthorizationSettings.Action action) {
    return switch (action) {
      case PUBLISH -> Action.PUBLISH;
      case SUBSCRIBE -> Action.SUBSCRIBE;
      case CONSUME -> Action.CONSUME;
      case DECLARE -> Action.DECLARE;
    };
  }
}
