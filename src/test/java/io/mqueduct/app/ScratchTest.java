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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.config.Settings;
import io.mqueduct.config.SettingsLoader;
import io.mqueduct.testkit.LogLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchTest {
  @TempDir Path dir;

  private static Settings settings(String data) {
    return SettingsLoader.ofProcess(null, List.of("node.data_dir=" + data)).load().settings();
  }

  @Test
  void isEmptiedToTheBottomAndWithoutAWordWhenItIsGone() throws IOException {
    try (LogLines log = LogLines.of("io.mqueduct.app")) {
      Scratch scratch = Scratch.open(settings(dir.toString()));
      Path tmp = dir.resolve("tmp");
      Files.createDirectories(tmp.resolve("a/b"));
      Files.writeString(tmp.resolve("a/b/c"), "x");
      scratch.empty();
      assertThat(tmp).isEmptyDirectory();

      Files.delete(tmp);
      scratch.empty();
      assertThat(log.all()).isEmpty();
    }
  }

  @Test
  void aFileThatIsRemovedWhileItIsEmptiedIsNoFailure() throws Exception {
    try (LogLines log = LogLines.of("io.mqueduct.app")) {
      Scratch one = Scratch.open(settings(dir.toString()));
      Scratch other = Scratch.open(settings(dir.toString()));
      for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 200; i++) {
          Files.writeString(
              Files.createDirectories(dir.resolve("tmp/" + i % 20)).resolve("f" + i), "x");
        }
        Thread second = new Thread(other::empty);
        second.start();
        one.empty();
        second.join();
      }
      assertThat(log.all()).isEmpty();
    }
  }

  @Test
  void aDataDirectoryThatCannotBeIsOneLineThatNamesItAndWhatToDo() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "x");

    for (String data : List.of(file.toString(), file + "/below", "/proc/nope")) {
      assertThatThrownBy(() -> Scratch.open(settings(data)))
          .isInstanceOf(CommandFailure.class)
          .hasMessageStartingWith("the data directory " + data + " cannot be used: ")
          .hasMessageEndingWith("; name one that can be written with --data or node.data_dir")
          .hasMessageNotContaining("Exception");
    }
    assertThat(file).hasContent("x");
  }
}
