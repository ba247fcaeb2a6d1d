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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes a password file for the {@code passwd} command: keeps comments and order, and replaces
 * the file in one step by one that only its owner can read. Owned by one thread, blocks. Two
 * editors at the same time: the last to save wins.
 */
public final class PasswordFileEditor {
  private final Path path;
  private final List<String> lines;

  private PasswordFileEditor(Path path, List<String> lines) {
    this.path = path;
    this.lines = lines;
  }

  /**
   * Reads the file; one that does not exist is empty.
   *
   * @throws BrokerException {@link Problem#BAD_REQUEST} with one line that names the file and the
   *     line in it
   */
  public static PasswordFileEditor open(Path path) {
    var lines = new ArrayList<String>();
    if (Files.exists(path)) {
      PasswordFile.open(path); // refuses what the broker would refuse
      lines.addAll(TextFile.lines(path, TextFile.read(path)));
      while (!lines.isEmpty() && lines.get(lines.size() - 1).isBlank()) {
        lines.remove(lines.size() - 1);
      }
    }
    return new PasswordFileEditor(path, lines);
  }

  /** The accounts in the order of the file. */
  public List<Account> accounts() {
    var accounts = new ArrayList<Account>();
    for (var line : lines) {
      if (!PasswordFile.isSkipped(line)) {
        accounts.add(Account.parse(line));
      }
    }
    return accounts;
  }

  /** Adds the account, or replaces that of the same user; true when it is new. */
  public boolean put(Account account) {
    var index = indexOf(account.userName());
    if (index < 0) {
      lines.add(account.toLine());
      return true;
    }
    lines.set(index, account.toLine());
    return false;
  }

  /** Removes the user's account; false when there is none. */
  public boolean remove(String userName) {
    var index = indexOf(userName);
    if (index >= 0) {
      lines.remove(index);
    }
    return index >= 0;
  }

  /**
   * Writes the file: a new one beside it, synced, mode 0600, then renamed over it (over what a
   * symbolic link points to).
   *
   * @throws BrokerException {@link Problem#STORE_FAILED} with one line; the old file is then as it
   *     was
   */
  public void save() {
    try {
      var target = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
      var text = lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
      PrivateFile.replace(target, text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new BrokerException(
          Problem.STORE_FAILED, path + ": cannot be written: " + FileReason.of(e));
    }
  }

  private int indexOf(String userName) {
    var start = userName + ":";
    for (var i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(start) && !PasswordFile.isSkipped(lines.get(i))) {
        return i;
      }
    }
    return -1;
  }
}
