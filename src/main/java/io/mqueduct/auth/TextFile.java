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
package io.mqueduct.auth;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.FileReason;
import io.mqueduct.message.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads small text files; what is wrong becomes one line that names the file and the line in it.
 * Blocks.
 */
final class TextFile {
  private static final Pattern LINE_END = Pattern.compile("\r?\n");

  private TextFile() {}

  static byte[] read(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (NoSuchFileException e) {
      throw new BrokerException(Problem.BAD_REQUEST, path + ": no such file");
    } catch (IOException e) {
      throw new BrokerException(
          Problem.BAD_REQUEST, path + ": cannot be read: " + FileReason.of(e));
    }
  }

  static List<String> lines(Path path, byte[] utf8) {
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
      return List.of(LINE_END.split(text, -1));
    } catch (CharacterCodingException e) {
      throw new BrokerException(Problem.BAD_REQUEST, path + ": is not UTF-8 text");
    }
  }

  static BrokerException wrong(Path path, int line, String why) {
    return new BrokerException(Problem.BAD_REQUEST, path + ":" + line + ": " + why);
  }
}
