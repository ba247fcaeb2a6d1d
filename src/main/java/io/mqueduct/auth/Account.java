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

/**
 * One line of a password file.
 *
 * @param userName the user name; not empty, no colon, no control characters, not beginning with
 *     {@code #}
 * @param password the stored password
 * @param superuser true when access rules do not apply to the user
 */
public record Account(String userName, PasswordHash password, boolean superuser) {
  static final String SUPERUSER_SUFFIX = ":superuser";

  /**
   * Checks the user name.
   *
   * @throws IllegalArgumentException with one line that says what is wrong with it
   */
  public Account {
    if (userName.isEmpty()) {
      throw new IllegalArgumentException("the user name is empty");
    }
    if (userName.startsWith("#") || userName.indexOf(':') >= 0) {
      throw new IllegalArgumentException("a user name has no colon and does not begin with #");
    }
    if (userName.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("a user name has no control characters");
    }
  }

  /**
   * Reads {@code user:hash} or {@code user:hash:superuser}.
   *
   * @throws IllegalArgumentException with one line that says what is wrong; it never has the hash
   */
  static Account parse(String line) {
    var colon = line.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("expected user:hash");
    }
    var superuser = line.endsWith(SUPERUSER_SUFFIX);
    var end = superuser ? line.length() - SUPERUSER_SUFFIX.length() : line.length();
    if (end <= colon) {
      throw new IllegalArgumentException("expected user:hash before :superuser");
    }
    return new Account(
        line.substring(0, colon), PasswordHash.parse(line.substring(colon + 1, end)), superuser);
  }

  /** The line of a password file. */
  String toLine() {
    return userName + ":" + password.encoded() + (superuser ? SUPERUSER_SUFFIX : "");
  }

  @Override
  public String toString() {
    return userName;
  }
}
