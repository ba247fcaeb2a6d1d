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

import io.mqueduct.config.ListenerSettings.Transport;
import io.mqueduct.config.RecordFields.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table of all keys, read from the annotations of the section records. */
final class KeyTable {
  /** What {@code type} means for a provider. */
  static final Map<String, Class<?>> PROVIDERS = providers();

  private KeyTable() {}

  /** One key, with the path that the reference shows ({@code listeners.tcp.NAME.bind}). */
  record Entry(String path, Setting setting, Type type, String defaultText) {}

  /** A heading with its keys. */
  record Group(String path, String doc, List<Entry> entries) {}

  private static Map<String, Class<?>> providers() {
    Map<String, Class<?>> types = new LinkedHashMap<>();
    types.put("password_file", AuthenticationSettings.PasswordFile.class);
    types.put("x509", AuthenticationSettings.X509.class);
    types.put("scram", AuthenticationSettings.Scram.class);
    return types;
  }

  /** Every key, in the order of the records. */
  static List<Group> groups() {
    List<Group> groups = new ArrayList<>();
    for (Field field : RecordFields.of(Settings.class).fields()) {
      Section section = section(field);
      if (section.key().equals("listeners")) {
        listeners(groups, section);
      } else {
        walk(groups, field.raw(), section.key(), section.doc(), "", Map.of());
      }
    }
    return groups;
  }

  /** Every key without its group. */
  static List<Entry> entries() {
    return groups().stream().flatMap(g -> g.entries().stream()).toList();
  }

  private static void listeners(List<Group> groups, Section section) {
    for (Transport transport : Transport.values()) {
      String kind = transport.name().toLowerCase(Locale.ROOT);
      walk(
          groups,
          ListenerSettings.class,
          "listeners." + kind + ".NAME",
          section.doc(),
          kind,
          listenerDefaults(transport));
    }
  }

  /** Defaults of the listener that is named default. */
  static Map<String, String> listenerDefaults(Transport transport) {
    return Map.of("bind", "127.0.0.1:" + transport.defaultPort());
  }

  private static void walk(
      List<Group> groups,
      Class<?> type,
      String path,
      String doc,
      String scope,
      Map<String, String> defaults) {
    List<Entry> entries = new ArrayList<>();
    groups.add(new Group(path, doc, entries));
    for (Field field : RecordFields.of(type).fields()) {
      if (!field.isIn(scope)) {
        continue;
      }
      Setting setting = field.setting();
      if (setting != null) {
        String text = defaults.getOrDefault(setting.key(), setting.def());
        entries.add(new Entry(path + "." + setting.key(), setting, field.type(), text));
      } else if (field.section() != null) {
        subsection(groups, field, path, scope);
      }
    }
  }

  private static void subsection(List<Group> groups, Field field, String path, String scope) {
    Section section = section(field);
    String inner = path + "." + section.key();
    if (field.raw() != List.class) {
      String innerScope = section.switchable() ? section.key() : scope;
      walk(groups, field.raw(), inner, section.doc(), innerScope, defaults(section));
      return;
    }
    Class<?> element = element(field.type());
    if (element == AuthenticationSettings.Provider.class) {
      groups.add(new Group(inner, section.doc(), List.of()));
      PROVIDERS.forEach(
          (type, record) ->
              walk(
                  groups,
                  record,
                  inner + ".N",
                  "A provider of type: " + type + ".",
                  type,
                  Map.of()));
    } else {
      walk(groups, element, inner + ".N", section.doc(), "", Map.of());
    }
  }

  /** The element type of a list. */
  static Class<?> element(Type type) {
    return (Class<?>) ((ParameterizedType) type).getActualTypeArguments()[0];
  }

  /** Defaults that a section sets for its keys. */
  static Map<String, String> defaults(Section section) {
    Map<String, String> defaults = new LinkedHashMap<>();
    for (String pair : section.defaults()) {
      int equals = pair.indexOf('=');
      defaults.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return defaults;
  }

  private static Section section(Field field) {
    Section section = field.section();
    if (section == null) {
      throw new IllegalStateException(field + " is no section");
    }
    return section;
  }
}
