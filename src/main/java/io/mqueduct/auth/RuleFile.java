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
import io.mqueduct.message.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The access rules of a file, one a line in the order they are tried, {@code #} begins a comment
 * line. Read by any thread; {@link #reload} belongs to one caller at a time, on a worker.
 */
public final class RuleFile {
  private final Path path;
  // written by the thread that reloads, read by any
  private volatile Content content;

  private record Content(List<AccessRule> rules, Digest digest) {}

  private RuleFile(Path path, Content content) {
    this.path = path;
    this.content = content;
  }

  /**
   * Reads the file. Blocks.
   *
   * @throws BrokerException {@link Problem#BAD_REQUEST} with one line that names the file and the
   *     line in it
   */
  public static RuleFile open(Path path) {
    return new RuleFile(path, parse(path, TextFile.read(path)));
  }

  /** Reads the file again when its bytes changed. Blocks. A file that is wrong changes nothing. */
  public Reloaded reload() {
    try {
      var bytes = TextFile.read(path);
      if (new Digest(Hmac.hash256(bytes)).equals(content.digest)) {
        return new Reloaded.Unchanged();
      }
      content = parse(path, bytes);
      return new Reloaded.Changed(content.rules.size());
    } catch (BrokerException e) {
      return new Reloaded.Failed(String.valueOf(e.getMessage()));
    }
  }

  /** The rules of the file as it was last read without error. */
  public List<AccessRule> rules() {
    return content.rules;
  }

  private static Content parse(Path path, byte[] bytes) {
    var rules = new ArrayList<AccessRule>();
    var number = 0;
    for (var line : TextFile.lines(path, bytes)) {
      number++;
      if (line.isBlank() || line.stripLeading().startsWith("#")) {
        continue;
      }
      try {
        rules.add(RuleLine.parse(line));
      } catch (IllegalArgumentException e) {
        throw TextFile.wrong(path, number, String.valueOf(e.getMessage()));
      }
    }
    return new Content(List.copyOf(rules), new Digest(Hmac.hash256(bytes)));
  }
}
