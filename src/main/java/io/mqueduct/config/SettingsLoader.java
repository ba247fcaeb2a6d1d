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

import io.mqueduct.config.RawValue.Table;
import io.mqueduct.message.FileReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Loads {@link Settings}: defaults, then the file, then environment variables {@code
 * MQUEDUCT_A__B_C}, then system properties {@code mqueduct.a.b_c}, then {@code --set}; later ones
 * win. Blocks on the file; not for event loops. Immutable.
 *
 * @param file the file named with {@code -c}, which must exist; null for {@link #DEFAULT_FILE},
 *     which may be missing
 * @param environment environment variables
 * @param properties system properties
 * @param sets {@code key=value} texts of the command line
 * @param check what else has to hold
 */
public record SettingsLoader(
    @Nullable Path file,
    Map<String, String> environment,
    Map<String, String> properties,
    List<String> sets,
    Check check) {

  /** A rule about settings that are right in themselves, of a part of the broker. */
  @FunctionalInterface
  public interface Check {
    /** The keys that break it, each with what is wrong. */
    Map<String, String> faults(Settings settings);
  }

  /** A loader without further checks. */
  public SettingsLoader(
      @Nullable Path file,
      Map<String, String> environment,
      Map<String, String> properties,
      List<String> sets) {
    this(file, environment, properties, sets, settings -> Map.of());
  }

  /** The file that is read if no other is named, relative to the working directory. */
  public static final Path DEFAULT_FILE = Path.of("conf", "mqueduct.yaml");

  /** Origin of what was set while the broker runs, in messages and lists. */
  public static final String OVERRIDE_ORIGIN = "API";

  /** A loader for this process's environment and system properties. */
  public static SettingsLoader ofProcess(@Nullable Path file, List<String> sets) {
    Properties system = System.getProperties();
    Map<String, String> properties = new TreeMap<>();
    for (String name : system.stringPropertyNames()) {
      properties.put(name, system.getProperty(name));
    }
    return new SettingsLoader(file, System.getenv(), properties, List.copyOf(sets));
  }

  /**
   * Settings with some keys set, for tests and for embedding.
   *
   * @param values full keys, as {@code mqtt.max_inflight}, with texts, numbers, booleans, lists or
   *     maps
   * @throws ConfigException if a key is unknown or a value not allowed
   */
  public static Settings of(Map<String, ?> values) {
    return bind(List.of(Assignments.fromMap(values, "settings")), settings -> Map.of()).settings();
  }

  /** This loader, with another check. */
  public SettingsLoader checkedBy(Check other) {
    return new SettingsLoader(file, environment, properties, sets, other);
  }

  /** The file that is read: may not exist if none was named. */
  public Path path() {
    return file == null ? DEFAULT_FILE : file;
  }

  /**
   * Reads and checks everything, files that are referred to included.
   *
   * @throws ConfigException with one line for each problem
   */
  public LoadedSettings load() {
    return load(Map.of());
  }

  /** As {@link #load()}, with keys that were set while the broker runs, which win. */
  LoadedSettings load(Map<String, String> overrides) {
    LoadedSettings loaded = load(readFile(), overrides);
    List<String> missing = SettingsRules.unreadableFiles(loaded.values());
    if (!missing.isEmpty()) {
      throw new ConfigException(missing);
    }
    return loaded;
  }

  /** As {@link #load()}, with the text of the file given; does not look at files. */
  LoadedSettings load(String text) {
    return load(text, Map.of());
  }

  private LoadedSettings load(String text, Map<String, String> overrides) {
    Table fromFile = YamlText.parse(text, path().toString());
    return bind(
        List.of(
            fromFile,
            Assignments.fromEnvironment(environment),
            Assignments.fromProperties(properties),
            Assignments.fromSets(sets),
            Assignments.fromMap(overrides, OVERRIDE_ORIGIN)),
        check);
  }

  private static LoadedSettings bind(List<Table> layers, Check check) {
    SettingsBinder binder = new SettingsBinder();
    Settings settings = binder.bind(layers);
    List<String> problems = binder.problems();
    if (problems.isEmpty()) {
      problems = SettingsRules.check(settings, binder.values(), check);
    }
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    return new LoadedSettings(settings, List.copyOf(binder.values()));
  }

  private String readFile() {
    Path path = path();
    if (file == null && !Files.exists(path)) {
      return "";
    }
    try {
      return Files.readString(path, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new ConfigException(
          (file == null ? "" : "-c ")
              + path
              + " cannot be read: "
              + FileReason.of(e)
              + "; expected a YAML file");
    }
  }
}
