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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mqueduct.message.BrokerException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PasswordFileTest {
  private static final String HASH =
      "$7$1$AQIDBAUGBwgJCgsM$ElKF/yT2lAwrOIqDbqwyDkdEWWjEv9xNCPp7zaw7NgKePlIs4CqOpY89+U/jSu9Z0ymojy1xkdWS2VfMzvRKZw==";

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void nameTheFile() {
    path = directory.resolve("passwd");
  }

  @Test
  void readsAccountsCommentsAndWindowsLineEnds() throws IOException {
    write("# people\r\nalice:" + HASH + "\r\n\r\nbo b:" + HASH + ":superuser\r\n");

    var file = PasswordFile.open(path);

    assertThat(file.size()).isEqualTo(2);
    assertThat(file.find("alice")).isNotNull().matches(account -> !account.superuser());
    assertThat(file.find("bo b")).isNotNull().matches(Account::superuser);
    assertThat(file.find("carol")).isNull();
  }

  @Test
  void readsScramCredentialsWhoseFieldsHaveColons() throws IOException {
    var scram = PasswordScheme.SCRAM_SHA_256.hash(bytes("pw"), new SecureRandom()).encoded();
    write("alice:" + scram + "\nbob:" + scram + ":superuser\n");

    var file = PasswordFile.open(path);

    assertThat(file.find("alice")).isNotNull().matches(a -> a.password().verify(bytes("pw")));
    assertThat(file.find("bob")).isNotNull().matches(Account::superuser);
  }

  @Test
  void namesTheFileAndTheLineOfWhatIsWrong() throws IOException {
    assertRefused("alice:" + HASH + "\nbob\n", ":2: expected user:hash");
    assertRefused("\n\nbob:plain\n", ":3: not a known password hash");
    assertRefused(":" + HASH, ":1: the user name is empty");
    assertRefused("a:" + HASH + "\n#\na:" + HASH, ":3: user 'a' is in line 1");
    assertRefused("a:superuser", ":1: ");
    Files.write(path, new byte[] {(byte) 0xFF});
    assertThatExceptionOfType(BrokerException.class)
        .isThrownBy(() -> PasswordFile.open(path))
        .withMessage(path + ": is not UTF-8 text");
    Files.delete(path);
    assertThatExceptionOfType(BrokerException.class)
        .isThrownBy(() -> PasswordFile.open(path))
        .withMessage(path + ": no such file");
  }

  @Test
  void reloadsWhatChangedAndKeepsTheOldAccountsWhenTheFileIsWrong() throws IOException {
    write("alice:" + HASH);
    var file = PasswordFile.open(path);

    assertThat(file.reload()).isEqualTo(new Reloaded.Unchanged());

    write("alice:" + HASH + "\nbob:" + HASH);
    assertThat(file.reload()).isEqualTo(new Reloaded.Changed(2));
    assertThat(file.find("bob")).isNotNull();

    write("nonsense");
    assertThat(file.reload()).isEqualTo(new Reloaded.Failed(path + ":1: expected user:hash"));
    assertThat(file.find("bob")).isNotNull();

    write("bob:" + HASH);
    assertThat(file.reload()).isEqualTo(new Reloaded.Changed(1));
    assertThat(file.find("alice")).isNull();
  }

  @Test
  void editsKeepCommentsAndOrderAndOnlyTheOwnerReadsTheFile() throws IOException {
    write("# people\nalice:" + HASH + "\n# machines\nbob:" + HASH + "\n\n");
    var editor = PasswordFileEditor.open(path);

    assertThat(editor.put(account("alice", true))).isFalse();
    assertThat(editor.put(account("carol", false))).isTrue();
    assertThat(editor.remove("bob")).isTrue();
    assertThat(editor.remove("nobody")).isFalse();
    editor.save();

    assertThat(Files.readString(path))
        .isEqualTo("# people\nalice:" + HASH + ":superuser\n# machines\ncarol:" + HASH + "\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
    assertThat(PasswordFileEditor.open(path).accounts())
        .extracting(Account::userName)
        .containsExactly("alice", "carol");
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(path);
    }
  }

  @Test
  void makesAFileThatDoesNotExistAndReplacesWhatALinkPointsTo() throws IOException {
    var editor = PasswordFileEditor.open(path);
    editor.put(account("alice", false));
    editor.save();
    var link = Files.createSymbolicLink(directory.resolve("link"), path);
    var throughLink = PasswordFileEditor.open(link);
    throughLink.put(account("bob", false));
    throughLink.save();

    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(PasswordFile.open(path).size()).isEqualTo(2);
  }

  @Test
  void refusesUserNamesThatWouldBreakTheFile() {
    for (var name : new String[] {"", "a:b", "#a", "a\nb"}) {
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> account(name, false));
    }
  }

  private void assertRefused(String text, String message) throws IOException {
    write(text);
    assertThatExceptionOfType(BrokerException.class)
        .isThrownBy(() -> PasswordFile.open(path))
        .withMessageStartingWith(path + message);
  }

  private static Account account(String name, boolean superuser) {
    return new Account(name, PasswordHash.parse(HASH), superuser);
  }

  private void write(String text) throws IOException {
    Files.writeString(path, text);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
