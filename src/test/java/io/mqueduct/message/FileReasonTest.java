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
package io.mqueduct.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FileReasonTest {
  @Test
  void saysMoreThanTheNameOfTheFile() {
    assertThat(FileReason.of(new NoSuchFileException("/a/b"))).isEqualTo("no such file");
    assertThat(FileReason.of(new AccessDeniedException("/a/b"))).isEqualTo("permission denied");
    assertThat(FileReason.of(new MalformedInputException(1))).isEqualTo("it is not UTF-8 text");
    assertThat(FileReason.of(new FileSystemException("/a/b", null, "Is a directory")))
        .isEqualTo("Is a directory");
    assertThat(FileReason.of(new FileSystemException("/a/b"))).isEqualTo("FileSystemException");
    assertThat(FileReason.of(new IOException("Input/output error")))
        .isEqualTo("Input/output error");
  }
}
