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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of a password file, {@code user:hash} a line, {@code #} begins a comment line. Read
 * by any thread; {@link #reload} belongs to one caller at a time, on a worker. Readers see the
 * accounts of one version of the file.
 */
public final class PasswordFile {
  private final Path path;
  // written by the thread that reloads, read by any
  private volatile Content content;

  private record Content(
      Map<String, Account> byName, List<Account> inOrder, List<Account> scram, Digest digest) {}

  private PasswordFile(Path path, Content content) {
    this.path = path;
    this.content = content;
  }

  /**
   * Reads the file. Blocks.
   *
   * @throws BrokerException {@link Problem#BAD_REQUEST} with one line that names the file and the
   *     line in it
   */
  public static PasswordFile open(Path path) {
    return new PasswordFile(path, parse(path, TextFile.read(path)));
  }

  /** Reads the file again when its bytes changed. Blocks. A file that is wrong changes nothing. */
  public Reloaded reload() {
    try {
      var bytes = TextFile.read(path);
      if (new Digest(Hmac.hash256(bytes)).equals(content.digest)) {
        return new Reloaded.Unchanged();
      }
      content = parse(path, bytes);
      return new Reloaded.Changed(content.inOrder.size());
    } catch (BrokerException e) {
      return new Reloaded.Failed(String.valueOf(e.getMessage()));
    }
  }

  /** The account of a user, or null. */
  public @Nullable Account find(String userName) {
    return content.byName.get(userName);
  }

  /** How many accounts there are. */
  public int size() {
    return content.inOrder.size();
  }

  /**
   * The account that stands in for a user who does not exist, the same for the same number; null
   * for an empty file.
   */
  @Nullable Account standIn(int number) {
    return pick(content.inOrder, number);
  }

  /** The same among the accounts that SCRAM can use. */
  @Nullable Account scramStandIn(int number) {
    return pick(content.scram, number);
  }

  private static @Nullable Account pick(List<Account> accounts, int number) {
    return accounts.isEmpty() ? null : accounts.get(Math.floorMod(number, accounts.size()));
  }

  private static Content parse(Path path, byte[] bytes) {
    var byName = new HashMap<String, Account>();
    var lineOf = new HashMap<String, Integer>();
    var inOrder = new ArrayList<Account>();
    var number = 0;
    for (var line : TextFile.lines(path, bytes)) {
      number++;
      if (isSkipped(line)) {
        continue;
      }
      var account = parseLine(path, number, line);
      var before = lineOf.putIfAbsent(account.userName(), number);
      if (before != null) {
        throw TextFile.wrong(
            path, number, "user " + ForLog.quote(account.userName()) + " is in line " + before);
      }
      byName.put(account.userName(), account);
      inOrder.add(account);
    }
    var scram =
        inOrder.stream().filter(a -> a.password() instanceof ScramSha256Credential).toList();
    return new Content(
        Map.copyOf(byName), List.copyOf(inOrder), scram, new Digest(Hmac.hash256(bytes)));
  }

  static boolean isSkipped(String line) {
    return line.isBlank() || line.startsWith("#");
  }

  static Account parseLine(Path path, int number, String line) {
    try {
      return Account.parse(line);
    } catch (IllegalArgumentException e) {
      throw TextFile.wrong(path, number, String.valueOf(e.getMessage()));
    }
  }
}
