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

import io.mqueduct.testkit.TestAuthority;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that an option names and that are not what it needs: which, where, and why. */
class FileOptionsTest {
  @TempDir private Path dir;

  @BeforeEach
  void makeFiles() throws IOException {
    Files.createDirectory(dir.resolve("folder"));
    Files.createFile(dir.resolve("empty"));
    Files.write(dir.resolve("binary"), new byte[] {(byte) 0xFF, (byte) 0xFE, 0, 1, (byte) 0xC0});
    Files.writeString(dir.resolve("fine.pem"), "-----BEGIN CERTIFICATE-----\n");
  }

  /** What is said of DIR/NAME, without the name of the command. */
  private CommandRun run(String words) {
    return CommandRun.of(words.replace("DIR", dir.toString()).split(" ", -1));
  }

  private String line(CommandRun run) {
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines().filter(line -> !line.startsWith("Try "))).hasSize(1);
    return run.err().lines().findFirst().orElseThrow().replace(dir.toString(), "DIR");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"bench connect", "bench queue", "pub -t a -m x", "sub -t a", "pub --tls -t a -n"})
  void authoritiesThatAreNoneAreWrongUse(String command) {
    String name = command.split(" ", -1)[0];
    for (String[] each :
        new String[][] {
          {"none", "cannot be read: no such file"},
          {"folder", "cannot be read: Is a directory"},
          {
            "empty",
            "has nothing of that kind: expected PEM, with a line -----BEGIN CERTIFICATE-----"
          },
          {
            "binary",
            "has nothing of that kind: expected PEM, with a line -----BEGIN CERTIFICATE-----"
          }
        }) {
      CommandRun run = run(command + " --cafile DIR/" + each[0]);

      assertThat(run.code()).isEqualTo(2);
      assertThat(line(run))
          .isEqualTo("mqueduct " + name + ": --cafile DIR/" + each[0] + " " + each[1]);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bench connect", "pub -t a -m x", "sub -t a"})
  void soAreCertificatesAndKeys(String command) {
    CommandRun certificate = run(command + " --cert DIR/empty --key DIR/none");
    CommandRun key = run(command + " --cert DIR/fine.pem --key DIR/fine.pem");

    assertThat(certificate.code()).isEqualTo(2);
    assertThat(line(certificate)).contains(": --cert DIR/empty has nothing of that kind");
    assertThat(key.code()).isEqualTo(2);
    assertThat(line(key))
        .endsWith(
            ": --key DIR/fine.pem has nothing of that kind: expected PEM, with"
                + " a line -----BEGIN PRIVATE KEY-----");
  }

  /** As {@code --cafile <(vault read …)} gives it: who reads it again finds nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"bench connect -C 1", "pub -t a -m x", "sub -t a"})
  void aPipeIsReadOnce(String command) throws Exception {
    Path pipe = dir.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    byte[] pem = new TestAuthority("ours").issue("CN=broker").certificatePem();
    Thread writer =
        new Thread(
            () -> {
              try {
                Files.write(pipe, pem);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    writer.setDaemon(true);
    writer.start();

    CommandRun run = run(command + " -h 127.0.0.1 -p 1 --cafile DIR/pipe");

    assertThat(run.err()).contains("refused").hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "none, no such file",
    "folder, Is a directory",
    "binary, it is not UTF-8 text",
  })
  void aConfigurationThatCannotBeRead(String file, String why) {
    for (String command : new String[] {"check-config", "serve"}) {
      CommandRun run = run(command + " -c DIR/" + file);

      assertThat(run.code()).isEqualTo(1);
      assertThat(line(run))
          .isEqualTo(
              "mqueduct "
                  + command
                  + ": -c DIR/"
                  + file
                  + " cannot be read: "
                  + why
                  + "; expected a YAML file");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "none, cannot be read: no such file",
    "folder, cannot be read: Is a directory",
    "binary, cannot be read: it is not UTF-8 text",
    "empty, has no KEY:SECRET",
  })
  void aKeyFileWithoutAKey(String file, String why) {
    for (String command :
        new String[] {"queues list", "clients list", "api-keys list", "backup DIR/b"}) {
      CommandRun run = run(command + " --key-file DIR/" + file);

      assertThat(run.code()).isEqualTo(1);
      assertThat(line(run)).contains("DIR/" + file + " " + why);
    }
  }
}
