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

import static io.mqueduct.app.FailingOutput.FULL;
import static io.mqueduct.app.FailingOutput.GONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.auth.PasswordFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  @TempDir Path dir;

  @Test
  void helpNamesEveryCommandAndTheExitCodes() {
    CommandRun run = CommandRun.of("--help");

    assertThat(run.code()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains(Commands.all().keySet()).contains("2   wrong use");
  }

  @ParameterizedTest
  @ValueSource(strings = {"serve", "pub", "sub", "check-config", "passwd"})
  void eachCommandExplainsItselfWithExamplesAndExitCodes(String name) {
    CommandRun run = CommandRun.of(name, "--help");

    assertThat(run.code()).isZero();
    assertThat(run.out())
        .startsWith("Usage: mqueduct " + name)
        .contains("Exit codes:", "Examples:", "  mqueduct " + name);
  }

  @Test
  void anUnknownCommandIsWrongUseWithASuggestion() {
    CommandRun run = CommandRun.of("serv");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("serv").contains("Did you mean: serve");
  }

  @Test
  void withoutACommandOptionsAreThoseOfServe() {
    CommandRun run = CommandRun.of("-c", dir.resolve("none.yaml").toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo(
            "mqueduct serve: -c "
                + dir.resolve("none.yaml")
                + " cannot be read: no such file; expected a YAML file\n");
    assertThat(CommandRun.of("--nonsense").err()).startsWith("mqueduct serve: Unknown option");
  }

  @Test
  void versionTellsWhatTheProgramRunsOn() {
    assertThat(CommandRun.of("version").out()).contains("mqueduct ", "Java ", "Netty 4.2.");
    assertThat(CommandRun.of("--version").out()).startsWith("mqueduct ");
  }

  @Test
  void completionKnowsTheCommandsAndTheirOptions() {
    CommandRun run = CommandRun.of("generate-completion");

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("check-config", "--will-topic", "--data");
  }

  @Test
  void checkConfigShowsValuesWithTheirOriginAndMasksSecrets() throws IOException {
    Path file =
        Files.writeString(
            dir.resolve("c.yaml"), "mqtt: {max_inflight: 7}\napi: {bootstrap: ['k:hush']}\n");

    CommandRun run = CommandRun.of("check-config", "-c", file.toString(), "--data", "/x");

    assertThat(run.code()).isZero();
    assertThat(run.out())
        .contains("mqtt.max_inflight: 7  # " + file + ":1\n")
        .contains("node.data_dir: /x  # --set\n")
        .contains("mqtt.max_awaiting_rel: 100  # default\n")
        .contains("api.bootstrap: ******")
        .doesNotContain("hush");
  }

  @Test
  void checkConfigTellsEveryMistakeInALineOfItsOwn() throws IOException {
    Path file =
        Files.writeString(
            dir.resolve("c.yaml"), "mqtt:\n  max_inflight: -1\n  max_inflght: 7\nnode: {x: 1}\n");

    CommandRun run = CommandRun.of("check-config", "-c", file.toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(3).allMatch(l -> l.startsWith("mqueduct check-config: "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lastvalue.key_expression | ((( | the expression ends too early at column 4",
        "lastvalue.dead_letter_queue | a b! | must be 1 to 255 letters",
        "lastvalue.dead_letter_topic | x/# | contains a wildcard",
        "lastvalue.max_deliveries | 1000001 | must be from 1 to 1000000",
        "regular.dead_letter_queue | -a | must be 1 to 255 letters",
        "regular.dead_letter_topic | x/+ | contains a wildcard",
        "regular.redispatch_interval | 600000w | must be from 1 to"
      })
  void checkConfigRefusesATemplateThatNoQueueCanBeMadeOf(String key, String value, String why) {
    CommandRun run = CommandRun.of("check-config", "--set", "mq.auto_create." + key + "=" + value);

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("mqueduct check-config: --set: mq.auto_create." + key + ": " + why);
  }

  @Test
  void anUnknownKeyThatNobodyCanHaveMeantIsAnsweredWithoutAGuess() {
    CommandRun run = CommandRun.of("check-config", "--set", "mq.x=1");

    assertThat(run.err()).isEqualTo("mqueduct check-config: --set: unknown key mq.x = \"1\"\n");
  }

  @Test
  void serveTellsTheFirstMistakeAndHowMany() throws IOException {
    Path file = Files.writeString(dir.resolve("c.yaml"), "mqtt: {max_inflght: 1, b: 2}\n");

    CommandRun run = CommandRun.of("serve", "-c", file.toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err().lines())
        .containsExactly(
            "mqueduct serve: "
                + file
                + ":1: unknown key mqtt.max_inflght = \"1\"; did you mean "
                + run.err().replaceAll("(?s).*?did you mean (.*?)\\R.*", "$1"),
            "mqueduct serve: and 1 more; mqueduct check-config lists all");
  }

  @Test
  void passwdCreatesChangesListsAndRemovesUsers() {
    String file = dir.resolve("passwd").toString();

    CommandRun created = CommandRun.withInput("secret\n", "passwd", "--stdin", file, "ada");
    CommandRun changed =
        CommandRun.withInput(
            "other", "passwd", "--stdin", "--scheme", "pbkdf2-sha256", file, "ada");

    assertThat(created.out()).isEqualTo("created ada\n");
    assertThat(changed.out()).isEqualTo("changed ada\n");
    var account = PasswordFile.open(Path.of(file)).find("ada");
    assertThat(account).isNotNull();
    assertThat(account.password().verify("other".getBytes(StandardCharsets.UTF_8))).isTrue();
    assertThat(CommandRun.of("passwd", "--list", file).out()).isEqualTo("ada\n");
    assertThat(CommandRun.of("passwd", "--delete", file, "ada").code()).isZero();
    CommandRun gone = CommandRun.of("passwd", "--delete", file, "ada");
    assertThat(gone.code()).isEqualTo(1);
    assertThat(gone.err()).isEqualTo("mqueduct passwd: " + file + " has no user ada\n");
  }

  @Test
  void passwdRefusesWhatCannotWork() {
    String file = dir.resolve("passwd").toString();

    assertThat(CommandRun.withInput("", "passwd", "--stdin", file, "ada").err())
        .isEqualTo("mqueduct passwd: the password is empty\n");
    assertThat(CommandRun.withInput("x", "passwd", "--stdin", "--scheme", "md5", file, "ada"))
        .satisfies(run -> assertThat(run.code()).isEqualTo(2))
        .satisfies(run -> assertThat(run.err()).contains("md5", "argon2id"));
    assertThat(CommandRun.withInput("x", "passwd", "--stdin", file, "a:b").code()).isEqualTo(2);
    assertThat(CommandRun.of("passwd", file).err()).contains("USER is missing");
  }

  @Test
  void clientsRefuseWrongUseBeforeTheyConnect() {
    assertThat(wrong("pub", "-t", "a")).contains("Missing required argument");
    assertThat(wrong("pub", "-t", "a/#", "-m", "x")).contains("\"a/#\": a topic that contains a");
    assertThat(wrong("pub", "-t", "a", "-m", "x", "-q", "3")).contains("expected 0, 1 or 2");
    assertThat(wrong("pub", "-t", "a", "-m", "x", "-V", "4.5")).contains("expected 3.1.1 or 5");
    assertThat(wrong("pub", "-t", "a", "-m", "x", "-V", "3.1.1", "-D", "a=b")).contains("-V 5");
    assertThat(wrong("pub", "-t", "a", "-m", "x", "-D", "ab")).contains("NAME=VALUE");
    assertThat(wrong("sub", "-t", "a", "-c")).contains("needs --id");
    assertThat(wrong("sub", "-t", "a", "--cert", "x")).contains("--cert and --key");
    assertThat(wrong("sub")).contains("--topic");
    assertThat(wrong("sub", "-t", "ok", "-t", "a/#/b"))
        .startsWith("mqueduct sub: -t \"a/#/b\": a filter that has # elsewhere than alone");
    assertThat(wrong("sub", "-t", "$queue/q/a+")).contains("a filter that has + that does not");
    assertThat(wrong("pub", "-t", "a", "-m", "x", "--will-topic", "b/+"))
        .startsWith("mqueduct pub: --will-topic \"b/+\": a topic that contains a wildcard");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pub -t a -m x -p 99999999 | 99999999 is no port; expected 1 to 65535",
        "pub -t a -m x -p -5 | -5 is no port; expected 1 to 65535",
        "pub -t a -m x -p 0 | 0 is no port",
        "pub -t a -m x -k 70000 | -k 70000 is not allowed; expected 0 to 65535",
        "pub -t a -m x -k -1 | -k -1 is not allowed",
        "pub -t a -m x --message-expiry -1 | --message-expiry -1: expected 0 or more",
        "sub -t a -p 99999999 | 99999999 is no port",
        "sub -t a -p -5 | -5 is no port",
        "sub -t a -C 0 | 0 is no count",
        "sub -t a -i b -c -x -1 | -x -1 is not allowed; expected 0 to 4294967295",
        "queues browse q -n -1 | -1 is no count; expected 1 or more",
        "queues redrive q -n 0 | 0 is no count",
        "queues tail q -C -1 | -1 is no count",
        "queues list -n x | x is no count",
        "clients list -n -1 | -1 is no count",
        "queues list --url foo | foo is not a URL; expected one such as http://127.0.0.1:18083",
        "queues list --url ftp://h/ | ftp://h/ is not a URL",
        "queues list --url http://h:99999999 | http://h:99999999 is not a URL",
        "clients list --url http://h:-5 | http://h:-5 is not a URL",
        "backup x --url / | / is not a URL",
      })
  void valuesThatCannotBeAreWrongUseAtOnce(String words, String expected) {
    assertThat(wrong(words.split(" ", -1))).contains(expected).doesNotContain("Exception");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "clients kick | CLIENT: a name is not empty",
        "clients kick a | CLIENT: a name is not empty",
        "clients show | CLIENT: a name is not empty",
        "clients purge | CLIENT: a name is not empty",
        "queues show | (QUEUE): a name is not empty",
        "queues delete a | QUEUE: a name is not empty",
        "queues update -s a=1 | (QUEUE): a name is not empty",
        "queues create a | (FILTER): a name is not empty",
        "queues stats | QUEUE: a name is not empty",
        "queues browse | (QUEUE): a name is not empty",
        "queues purge | (QUEUE): a name is not empty",
        "queues redrive | (QUEUE): a name is not empty",
        "queues tail | (QUEUE): a name is not empty",
        "queues list --key-file | '--key-file': a path is not empty",
        "sub -t | a name is not empty",
        "sub -t a -h | '--host': a name is not empty",
        "pub -t a -f | '--file': a path is not empty",
        "bench queue --queue | '--queue': a name is not empty",
        "passwd | (FILE): a path is not empty",
        "passwd file | (USER): a name is not empty",
        "backup | (DIR): a path is not empty",
        "restore | (DIR): a path is not empty",
        "check-store | (DIR): a path is not empty",
        "check-config -c | '--config': a path is not empty",
        "serve --data | '--data': a name is not empty",
      })
  void anEmptyNameIsWrongUse(String words, String expected) {
    List<String> args = new ArrayList<>(List.of(words.split(" ", -1)));
    args.add("");
    assertThat(wrong(args.toArray(String[]::new)))
        .startsWith("mqueduct ")
        .contains(expected)
        .doesNotContain("Exception");
  }

  @Test
  void anApiThatIsNotThereIsOneLineThatNamesTheUrl() throws IOException {
    String url;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      url = "http://127.0.0.1:" + free.getLocalPort();
    }

    CommandRun run = CommandRun.of("queues", "list", "--url", url, "--key", "k:s");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo(
            "mqueduct queues list: "
                + url
                + "/api/v5 cannot be reached: nothing listens there (connection refused)\n");
  }

  @Test
  void aFileThatCannotBeReadIsToldWithTheReason() throws IOException {
    String none = dir.resolve("none").toString();

    assertThat(CommandRun.of("queues", "list", "--key-file", none).err())
        .isEqualTo("mqueduct queues list: " + none + " cannot be read: no such file\n");
    Path lost = Files.createFile(dir.resolve("file")).resolve("passwd");
    assertThat(CommandRun.withInput("x", "passwd", "--stdin", lost.toString(), "ada").err())
        .isEqualTo(
            "mqueduct passwd: "
                + lost
                + ": cannot be written: there is a file where a directory is expected\n");
    Path bytes = Files.write(dir.resolve("bytes"), new byte[] {(byte) 0xC3, 0x28});
    assertThat(CommandRun.of("clients", "list", "--key-file", bytes.toString()).err())
        .isEqualTo("mqueduct clients list: " + bytes + " cannot be read: it is not UTF-8 text\n");
  }

  @ParameterizedTest
  @CsvSource({"version,version", "--help,''", "queues --help,queues", "check-config,check-config"})
  void outputThatCannotBeWrittenIsAFailure(String words, String name) {
    CommandRun full = CommandRun.writingTo(new FailingOutput(0, FULL), words.split(" ", -1));

    assertThat(full.code()).isEqualTo(1);
    assertThat(full.err())
        .isEqualTo(
            ("mqueduct " + name).strip() + ": standard output cannot be written: " + FULL + "\n");

    CommandRun gone = CommandRun.writingTo(new FailingOutput(0, GONE), words.split(" ", -1));

    assertThat(gone.code()).isEqualTo(1);
    assertThat(gone.err()).isEmpty();
  }

  @Test
  void wrongUseStaysWrongUseWhereverTheOutputGoes() {
    CommandRun run = CommandRun.writingTo(new FailingOutput(0, FULL), "version", "x");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).doesNotContain(FULL);
  }

  @Test
  void passwdListsOnlyAFileThatIsThere() {
    String file = dir.resolve("none").toString();

    CommandRun run = CommandRun.of("passwd", "-l", file);

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).isEqualTo("mqueduct passwd: " + file + " does not exist\n");
  }

  @Test
  void backupSaysWhoseWorkingDirectoryCounts() {
    assertThat(CommandRun.of("backup", "--help").out().replaceAll("\\s+", " "))
        .contains("A relative one is below the working directory of this command");
  }

  private static String wrong(String... args) {
    CommandRun run = CommandRun.of(args);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    return run.err();
  }
}
