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
package io.mqueduct.app.rest;

import io.mqueduct.app.CommandFailure;
import io.mqueduct.app.Place;
import io.mqueduct.message.FileReason;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of the commands that use the REST API: where it is, who calls, how answers are shown. */
final class RestOptions {
  private static final String URL_VARIABLE = "MQUEDUCT_API_URL";
  private static final String KEY_VARIABLE = "MQUEDUCT_API_KEY";
  private static final String DEFAULT_URL = "http://127.0.0.1:18083";

  /** How an answer is shown. */
  enum Output {
    /** For people. */
    TABLE,
    /** For machines, as the API gave it. */
    JSON
  }

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "Where the API is. Default: the environment variable MQUEDUCT_API_URL, else"
              + " http://127.0.0.1:18083.")
  private @Nullable String url;

  @Option(
      names = "--key",
      paramLabel = "KEY:SECRET",
      description =
          "API key. Others can see it in the list of processes: better set MQUEDUCT_API_KEY in the"
              + " environment, or name a file.")
  private @Nullable String key;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      converter = Place.class,
      description =
          "File with KEY:SECRET, such as admin.credentials in the data directory of the broker.")
  private @Nullable Path keyFile;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      description = "table or json. Default: table.")
  private Output output = Output.TABLE;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  boolean isJson() {
    return output == Output.JSON;
  }

  /** A caller with these options. */
  RestClient open() {
    String where = url;
    if (where == null) {
      where = System.getenv(URL_VARIABLE);
    }
    if (where == null) {
      where = DEFAULT_URL;
    }
    if (!isUrl(where)) {
      throw new ParameterException(
          command.commandLine(),
          where
              + " is not a URL; expected one such as "
              + DEFAULT_URL
              + " (--url, "
              + URL_VARIABLE
              + ")");
    }
    return new RestClient(where, credentials());
  }

  private static boolean isUrl(String text) {
    try {
      URI uri = new URI(text);
      return ("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()))
          && uri.getHost() != null
          && (uri.getPort() == -1 || (uri.getPort() >= 1 && uri.getPort() <= 65_535));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private String credentials() {
    if (key != null) {
      return key;
    }
    Path file = keyFile;
    if (file != null) {
      try {
        String content = Files.readString(file, StandardCharsets.UTF_8).strip();
        if (content.indexOf(':') < 1) {
          throw new CommandFailure(file + " has no KEY:SECRET");
        }
        return content;
      } catch (IOException e) {
        throw new CommandFailure(file + " cannot be read: " + FileReason.of(e));
      }
    }
    String fromEnvironment = System.getenv(KEY_VARIABLE);
    if (fromEnvironment == null) {
      throw new CommandFailure("no API key: give --key-file, --key or " + KEY_VARIABLE);
    }
    return fromEnvironment;
  }
}
