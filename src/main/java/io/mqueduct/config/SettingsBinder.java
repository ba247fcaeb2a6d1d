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
import io.mqueduct.config.RawValue.Scalar;
import io.mqueduct.config.RawValue.Sequence;
import io.mqueduct.config.RawValue.Table;
import io.mqueduct.config.RecordFields.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Builds {@link Settings} from layers of raw values, the last layer winning. Problems are
 * collected, so that all can be told at once. Used once, by one thread.
 */
final class SettingsBinder {
  /** Keys near which somebody may have written a secret. */
  private static final String SECRETIVE = ".*(secret|password|bootstrap|headers).*";

  private final List<String> problems = new ArrayList<>();
  private final List<EffectiveValue> values = new ArrayList<>();

  /**
   * A section while it is bound.
   *
   * @param path its full key
   * @param scope listener kind or provider type, empty for others
   * @param defaults defaults of its keys that differ from the table
   * @param layers what was written for it, weakest first
   */
  private record Place(
      String path, String scope, Map<String, String> defaults, List<RawValue> layers) {
    String path(String key) {
      return path.isEmpty() ? key : path + "." + key;
    }

    List<RawValue> below(String key) {
      List<RawValue> found = new ArrayList<>();
      for (RawValue layer : layers) {
        RawValue value = layer instanceof Table table ? table.entries().get(key) : null;
        if (value != null) {
          found.add(value);
        }
      }
      return found;
    }
  }

  Settings bind(List<Table> layers) {
    Place root = new Place("", "", Map.of(), List.copyOf(layers));
    return (Settings) record(Settings.class, root, List.of());
  }

  List<String> problems() {
    return problems;
  }

  List<EffectiveValue> values() {
    return values;
  }

  private Object record(Class<?> type, Place place, List<Object> injected) {
    RecordFields fields = RecordFields.of(type);
    refuseUnknown(fields, place);
    List<Object> arguments = new ArrayList<>();
    int next = 0;
    for (Field field : fields.fields()) {
      if (field.setting() != null) {
        arguments.add(setting(field, field.setting(), place));
      } else if (field.section() != null) {
        arguments.add(section(field, field.section(), place));
      } else {
        arguments.add(injected.get(next++));
      }
    }
    return fields.build(arguments);
  }

  private Object setting(Field field, Setting setting, Place place) {
    String path = place.path(setting.key());
    String text = place.defaults().getOrDefault(setting.key(), setting.def());
    Scalar standard = new Scalar(text, EffectiveValue.DEFAULT_ORIGIN);
    if (!field.isIn(place.scope())) {
      return ValueReader.read(setting, field.type(), standard);
    }
    List<RawValue> written = place.below(setting.key());
    RawValue raw = written.isEmpty() ? standard : written.get(written.size() - 1);
    Object value = read(field, setting, path, raw);
    if (value == null) {
      value =
          field.raw() == BindAddress.class && text.isEmpty()
              ? new BindAddress("127.0.0.1", 0)
              : ValueReader.read(setting, field.type(), standard);
    }
    values.add(new EffectiveValue(path, ValueText.of(setting, value), raw.origin(), setting));
    return value;
  }

  private @Nullable Object read(Field field, Setting setting, String path, RawValue raw) {
    boolean empty = raw instanceof Scalar scalar && scalar.text().isEmpty();
    if (setting.required() && empty) {
      problems.add(path + " is needed: " + ValueText.allowed(setting, field.type()));
      return null;
    }
    try {
      return ValueReader.read(setting, field.type(), raw);
    } catch (IllegalArgumentException | ArithmeticException e) {
      problems.add(
          raw.origin()
              + ": "
              + path
              + ": "
              + (setting.secret() ? ValueText.MASK : shown(raw))
              + " is not allowed; expected "
              + ValueText.allowed(setting, field.type()));
      return null;
    }
  }

  private static String shown(RawValue raw) {
    if (raw instanceof Scalar scalar) {
      String text = scalar.text().replaceAll("\\s+", " ");
      return '"' + (text.length() > 60 ? text.substring(0, 60) + "…" : text) + '"';
    }
    return raw instanceof Sequence ? "a list" : "a map";
  }

  private Object section(Field field, Section section, Place place) {
    String path = place.path(section.key());
    List<RawValue> written = place.below(section.key());
    if (field.raw() == List.class) {
      Class<?> element = KeyTable.element(field.type());
      return element == ListenerSettings.class
          ? listeners(new Place(path, "", Map.of(), written))
          : list(element, path, written);
    }
    List<RawValue> layers = new ArrayList<>();
    for (RawValue layer : written) {
      if (layer instanceof Scalar scalar && section.switchable()) {
        layers.add(new Table(Map.of("enable", scalar), scalar.origin()));
      } else if (isTable(layer, path)) {
        layers.add(layer);
      }
    }
    boolean outside = !field.isIn(place.scope());
    String scope = section.switchable() ? section.key() : place.scope();
    Place inner = new Place(path, scope, KeyTable.defaults(section), layers);
    int before = values.size();
    Object result = record(field.raw(), inner, List.of());
    if (outside) {
      values.subList(before, values.size()).clear();
    }
    return result;
  }

  private boolean isTable(RawValue layer, String path) {
    if (layer instanceof Table) {
      return true;
    }
    problems.add(
        layer.origin()
            + ": "
            + path
            + ": "
            + shown(layer)
            + " is not allowed; expected keys below");
    return false;
  }

  private List<ListenerSettings> listeners(Place place) {
    List<ListenerSettings> result = new ArrayList<>();
    Set<String> kinds = new HashSet<>();
    for (Transport transport : Transport.values()) {
      String kind = transport.name().toLowerCase(Locale.ROOT);
      kinds.add(kind);
      Place kindPlace = new Place(place.path(kind), "", Map.of(), place.below(kind));
      Set<String> names = new TreeSet<>(Set.of("default"));
      for (RawValue layer : kindPlace.layers()) {
        if (layer instanceof Table table && isTable(layer, kindPlace.path())) {
          names.addAll(table.entries().keySet());
        }
      }
      for (String name : names) {
        boolean standard = name.equals("default");
        Place one =
            new Place(
                kindPlace.path(name),
                kind,
                standard ? KeyTable.listenerDefaults(transport) : Map.of(),
                tables(kindPlace.below(name), kindPlace.path(name)));
        result.add(
            (ListenerSettings) record(ListenerSettings.class, one, List.of(transport, name)));
      }
    }
    refuseUnknown(kinds, place);
    return List.copyOf(result);
  }

  private List<RawValue> tables(List<RawValue> layers, String path) {
    return layers.stream().filter(layer -> isTable(layer, path)).toList();
  }

  private List<?> list(Class<?> element, String path, List<RawValue> layers) {
    List<List<RawValue>> items = new ArrayList<>();
    for (RawValue layer : layers) {
      if (layer instanceof Sequence sequence) {
        items.clear();
        sequence.items().forEach(item -> items.add(new ArrayList<>(List.of(item))));
      } else if (layer instanceof Table table) {
        overlay(items, table, path);
      } else {
        problems.add(layer.origin() + ": " + path + ": expected a list");
      }
    }
    List<Object> result = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      String itemPath = path + "." + i;
      List<RawValue> tables = tables(items.get(i), itemPath);
      Object item = tables.isEmpty() ? null : item(element, itemPath, tables);
      if (item != null) {
        result.add(item);
      }
    }
    return List.copyOf(result);
  }

  /** A table with the keys 0, 1, 2 …, as the environment gives lists, put over a list. */
  private void overlay(List<List<RawValue>> items, Table table, String path) {
    table
        .entries()
        .forEach(
            (key, value) -> {
              int index = key.matches("\\d{1,4}") ? Integer.parseInt(key) : Integer.MAX_VALUE;
              if (index > items.size()) {
                problems.add(
                    value.origin() + ": " + path + "." + key + ": expected the index of an item");
              } else if (index == items.size()) {
                items.add(new ArrayList<>(List.of(value)));
              } else {
                items.get(index).add(value);
              }
            });
  }

  private @Nullable Object item(Class<?> element, String path, List<RawValue> layers) {
    if (element != AuthenticationSettings.Provider.class) {
      return record(element, new Place(path, "", Map.of(), layers), List.of());
    }
    Place typed = new Place(path, "", Map.of(), layers);
    List<RawValue> types = typed.below("type");
    String expected = "expected one of " + String.join(", ", KeyTable.PROVIDERS.keySet());
    if (types.isEmpty()) {
      problems.add(layers.get(0).origin() + ": " + path + ".type is needed: " + expected);
      return null;
    }
    RawValue last = types.get(types.size() - 1);
    String type = last instanceof Scalar scalar ? scalar.text() : "";
    Class<?> record = KeyTable.PROVIDERS.get(type);
    if (record == null) {
      problems.add(
          last.origin() + ": " + path + ".type: " + shown(last) + " is not allowed; " + expected);
      return null;
    }
    List<RawValue> rest = layers.stream().map(SettingsBinder::withoutType).toList();
    return record(record, new Place(path, type, Map.of(), rest), List.of());
  }

  private static RawValue withoutType(RawValue layer) {
    Map<String, RawValue> entries = new LinkedHashMap<>(((Table) layer).entries());
    entries.remove("type");
    return new Table(entries, layer.origin());
  }

  private void refuseUnknown(RecordFields fields, Place place) {
    Set<String> known = new HashSet<>();
    for (Field field : fields.fields()) {
      if (!field.key().isEmpty() && field.isIn(place.scope())) {
        known.add(field.key());
      }
    }
    refuseUnknown(known, place);
  }

  private void refuseUnknown(Set<String> known, Place place) {
    for (RawValue layer : place.layers()) {
      if (layer instanceof Table table) {
        table.entries().forEach((key, value) -> refuseUnknown(known, place, key, value));
      }
    }
  }

  private void refuseUnknown(Set<String> known, Place place, String key, RawValue value) {
    if (known.contains(key)) {
      return;
    }
    String path = place.path(key);
    Map<String, String> candidates = new TreeMap<>();
    known.forEach(k -> candidates.put(place.path(k), ""));
    for (KeyTable.Entry entry : KeyTable.entries()) {
      candidates.put(entry.path(), " (" + ValueText.allowed(entry.setting(), entry.type()) + ")");
    }
    String nearest = NearestKey.of(path, candidates.keySet()).orElse("");
    problems.add(
        value.origin()
            + ": unknown key "
            + path
            + (value instanceof Scalar && !nearest.matches(SECRETIVE) ? " = " + shown(value) : "")
            + (NearestKey.isNear(path, nearest)
                ? "; did you mean " + nearest + candidates.getOrDefault(nearest, "") + "?"
                : ""));
  }
}
