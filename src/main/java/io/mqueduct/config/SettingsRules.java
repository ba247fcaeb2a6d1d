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

import io.mqueduct.config.ListenerSettings.Switch;
import io.mqueduct.config.TlsSettings.ClientAuth;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Rules that span several keys. Each broken one is a line that names the key and what to do. */
final class SettingsRules {
  private final Settings settings;
  private final Map<String, String> origins = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  private SettingsRules(Settings settings, List<EffectiveValue> values) {
    this.settings = settings;
    values.stream()
        .filter(v -> !v.isDefault())
        .forEach(v -> origins.put(v.key(), v.origin() + ": "));
  }

  /** The rules that are broken. */
  static List<String> check(
      Settings settings, List<EffectiveValue> values, SettingsLoader.Check further) {
    SettingsRules rules = new SettingsRules(settings, values);
    rules.listeners();
    rules.sameAddressOnce();
    rules.limits();
    rules.queues();
    rules.priorities();
    rules.api();
    if (rules.problems.isEmpty()) {
      further.faults(settings).forEach(rules::refuse);
    }
    return rules.problems;
  }

  /** Files that are named and cannot be read. */
  static List<String> unreadableFiles(List<EffectiveValue> values) {
    return values.stream()
        .filter(v -> v.setting().file() && !v.value().isEmpty())
        .filter(v -> !Files.isReadable(Path.of(v.value())) || Files.isDirectory(Path.of(v.value())))
        .map(v -> v.origin() + ": " + v.key() + ": " + v.value() + " is no readable file")
        .toList();
  }

  private void refuse(String key, String what) {
    problems.add(origins.getOrDefault(key, "") + key + ": " + what);
  }

  private static String key(ListenerSettings listener, String name) {
    String kind = listener.transport().name().toLowerCase(Locale.ROOT);
    return "listeners." + kind + "." + listener.name() + "." + name;
  }

  private void listeners() {
    for (ListenerSettings listener : settings.listeners()) {
      if (!listener.name().matches("[0-9A-Za-z_-]+")) {
        refuse(key(listener, "bind"), "a listener's name has letters, digits, _ and - only");
      }
      if (listener.transport().isTls()) {
        tls(listener.ssl(), key(listener, "ssl"));
        if (listener.enable() == Switch.TRUE && !listener.ssl().hasCertificate()) {
          refuse(key(listener, "enable"), "needs ssl.certfile and ssl.keyfile, or ssl.pkcs12");
        }
      }
      if (!listener.path().startsWith("/")) {
        refuse(key(listener, "path"), '"' + listener.path() + "\" must begin with /");
      }
      if (listener.isEnabled()) {
        safeByDefault(listener);
      }
    }
    if (settings.listeners().stream().noneMatch(ListenerSettings::isEnabled)) {
      refuse("listeners", "every listener is off; enable at least one");
    }
  }

  private void safeByDefault(ListenerSettings listener) {
    boolean open = settings.authentication().isOpen() && !listener.requiresClientCertificate();
    boolean allowed = settings.authentication().allowAnonymous();
    if (open && !allowed && !listener.bind().isLoopback()) {
      refuse(
          key(listener, "bind"),
          listener.bind()
              + " can be reached from other machines and anybody could connect: set"
              + " authentication.providers, or authentication.allow_anonymous: true if that is"
              + " wanted");
    }
  }

  private void tls(TlsSettings tls, String path) {
    if (tls.certFile().isEmpty() != tls.keyFile().isEmpty()) {
      String given = tls.certFile().isEmpty() ? ".keyfile" : ".certfile";
      refuse(path + given, "certfile and keyfile belong together");
    }
    if (!tls.pkcs12File().isEmpty() && !tls.certFile().isEmpty()) {
      refuse(path + ".pkcs12", "either pkcs12, or certfile and keyfile");
    }
    if (tls.clientAuth() != ClientAuth.NONE && tls.caCertFile().isEmpty()) {
      refuse(path + ".verify", "needs cacertfile, the authorities of client certificates");
    }
    for (String version : tls.versions()) {
      if (!version.equals("TLSv1.2") && !version.equals("TLSv1.3")) {
        refuse(path + ".versions", '"' + version + "\" is not allowed; expected TLSv1.2, TLSv1.3");
      }
    }
    if (tls.versions().isEmpty()) {
      refuse(path + ".versions", "expected TLSv1.2, TLSv1.3");
    }
  }

  private void sameAddressOnce() {
    Map<String, String> taken = new HashMap<>();
    if (settings.api().enable() && settings.api().bind().port() != 0) {
      taken.put(settings.api().bind().toString(), "api.bind");
    }
    for (ListenerSettings listener : settings.listeners()) {
      if (listener.isEnabled() && listener.bind().port() != 0) {
        String key = key(listener, "bind");
        String other = taken.put(listener.bind().toString(), key);
        if (other != null) {
          refuse(key, listener.bind() + " is used by " + other + " already");
        }
      }
    }
  }

  private void limits() {
    LimitsSettings limits = settings.limits();
    if (limits.sendBufferLow() > limits.sendBufferHigh()) {
      refuse("limits.send_buffer_low", "must not be above limits.send_buffer_high");
    }
    if (limits.memoryGuard().high() > limits.memoryGuard().critical()) {
      refuse("limits.memory_guard.high", "must not be above limits.memory_guard.critical");
    }
  }

  private void queues() {
    MqSettings.AutoCreate autoCreate = settings.mq().autoCreate();
    if (autoCreate.regular().enable() && autoCreate.lastvalue().enable()) {
      refuse(
          "mq.auto_create.regular.enable",
          "only one kind can be made by subscribing: set mq.auto_create.lastvalue: false");
    }
    template("mq.auto_create.regular", autoCreate.regular());
    template("mq.auto_create.lastvalue", autoCreate.lastvalue());
  }

  private void template(String path, MqSettings.Template template) {
    if (!template.deadLetterQueue().isEmpty() && !template.deadLetterTopic().isEmpty()) {
      refuse(path + ".dead_letter_topic", "either a queue or a topic for dead letters");
    }
  }

  private void priorities() {
    for (String filter : settings.mqtt().mqueuePriorities().keySet()) {
      String[] levels = filter.split("/", -1);
      for (int i = 0; i < levels.length; i++) {
        boolean wildcard = levels[i].contains("#") || levels[i].contains("+");
        boolean inPlace =
            levels[i].equals("+") || (levels[i].equals("#") && i == levels.length - 1);
        if (filter.isEmpty() || (wildcard && !inPlace)) {
          refuse("mqtt.mqueue_priorities", '"' + filter + "\" is no topic filter");
          break;
        }
      }
    }
  }

  private void api() {
    tls(settings.api().tls(), "api.tls");
    for (String entry : settings.api().bootstrap()) {
      if (!entry.matches("[^:\\s]+:[^:\\s]+(:(administrator|viewer|publisher))?")) {
        refuse(
            "api.bootstrap",
            "expected KEY:SECRET or KEY:SECRET:ROLE, with administrator, viewer or publisher");
      }
    }
  }
}
