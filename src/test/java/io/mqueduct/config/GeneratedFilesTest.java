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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Keeps the files that are made from the table of keys in line with it. To write them anew: {@code
 * mvn -q test -Dtest=GeneratedFilesTest -Dmqueduct.regenerate=true}.
 */
class GeneratedFilesTest {
  private static final Path REFERENCE = Path.of("docs", "configuration.md");
  private static final Path EXAMPLE = Path.of("conf", "mqueduct.yaml");

  @Test
  void theReferenceIsThatOfTheTable() throws IOException {
    checkOrWrite(REFERENCE, ReferenceText.write());
  }

  @Test
  void theExampleFileIsThatOfTheTable() throws IOException {
    checkOrWrite(EXAMPLE, ExampleText.write());
  }

  @Test
  void theExampleFileAsItIsChangesNothing() {
    assertThat(load(ExampleText.write()).values()).allMatch(EffectiveValue::isDefault);
  }

  @Test
  void theExampleFileWithEveryKeyUncommentedHasTheDefaults() {
    String all =
        Pattern.compile("(?m)^( *)#(\\w+:)").matcher(ExampleText.write()).replaceAll("$1$2");

    LoadedSettings loaded = load(all);

    assertThat(loaded.settings()).isEqualTo(Settings.defaults());
    assertThat(loaded.values().stream().filter(v -> !v.isDefault()).count()).isGreaterThan(130);
  }

  @Test
  void everyKeySaysWhatItDoes() {
    assertThat(KeyTable.entries()).allMatch(e -> e.setting().doc().endsWith("."));
  }

  private static LoadedSettings load(String text) {
    return new SettingsLoader(null, Map.of(), Map.of(), List.of()).load(text);
  }

  private static void checkOrWrite(Path file, String wanted) throws IOException {
    if (Boolean.getBoolean("mqueduct.regenerate")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, wanted);
    }
    assertThat(file)
        .as("made anew by: mvn -q test -Dtest=GeneratedFilesTest -Dmqueduct.regenerate=true")
        .content()
        .isEqualTo(wanted);
  }
}
