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
package io.mqueduct;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules about source files that neither the compiler nor the formatter keeps. */
class SourceRulesTest {
  private static final int MAX_LINES = 400;
  private static final Pattern LOCK = Pattern.compile("^\\s*synchronized\\s*\\(");

  @Test
  void noFileIsLongerThanFourHundredLines() throws IOException {
    assertThat(sources("java")).filteredOn(file -> lines(file).size() > MAX_LINES).isEmpty();
  }

  @Test
  void everySourceBeginsWithTheLicenceHeader() throws IOException {
    String header = Files.readString(Path.of(".build/license-header.txt")).strip();
    assertThat(sources("java"))
        .isNotEmpty()
        .allSatisfy(f -> assertThat(f).content().startsWith(header));
  }

  @Test
  void everyMainPackageSaysWhatItIsForAndIsNullMarked() throws IOException {
    List<Path> folders =
        sources("java").stream()
            .filter(SourceRulesTest::isMain)
            .map(Path::getParent)
            .distinct()
            .toList();
    assertThat(folders)
        .isNotEmpty()
        .allSatisfy(
            folder ->
                assertThat(folder.resolve("package-info.java"))
                    .content()
                    .contains("@NullMarked", "/**"));
  }

  @Test
  void noMainCodeLocks() throws IOException {
    assertThat(sources("java").stream().filter(SourceRulesTest::isMain))
        .noneMatch(file -> lines(file).stream().anyMatch(LOCK.asPredicate()));
  }

  @Test
  void testClassesHaveNamesThatAreRun() throws IOException {
    // Surefire runs *Test and failsafe *IT: a test in a class of another name is never run.
    assertThat(sources("java").stream().filter(file -> !isMain(file)))
        .filteredOn(
            file ->
                lines(file).stream()
                    .anyMatch(
                        line ->
                            line.matches(
                                "  @(Test|ParameterizedTest.*|Property.*|RepeatedTest.*)")))
        .allMatch(file -> file.toString().matches(".*(Test|IT|Contract)\\.java"));
  }

  private static boolean isMain(Path file) {
    return file.startsWith(Path.of("src", "main"));
  }

  private static List<Path> sources(String ending) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      return files.filter(file -> file.toString().endsWith("." + ending)).toList();
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
