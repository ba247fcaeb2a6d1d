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
package io.mqueduct.admin;

import io.mqueduct.auth.PasswordHash;
import io.mqueduct.auth.PasswordScheme;
import io.mqueduct.auth.PrivateFile;
import io.mqueduct.config.ApiSettings;
import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The API keys: those of {@code api.bootstrap} and its file, and one for an administrator that is
 * made at the first start. Immutable after {@link #open}; that and {@link #makeFirst} block.
 */
final class ApiKeys {
  /** Hashes of the keys that the broker made, in the data directory. */
  static final String FILE = "api_keys";

  /** The key that was made at the first start, for a person to read. */
  static final String CREDENTIALS = "admin.credentials";

  private static final Logger LOG = LoggerFactory.getLogger(ApiKeys.class);
  private static final SecureRandom RANDOM = new SecureRandom();

  /** What {@code api.bootstrap} gives is chosen by people: trying is made to take time. */
  private static final PasswordScheme CHOSEN = PasswordScheme.ARGON2ID;

  private final Map<String, ApiKey> keys;
  private final PasswordHash decoy;

  private ApiKeys(Map<String, ApiKey> keys) {
    this.keys = keys;
    boolean anyChosen = keys.values().stream().anyMatch(each -> isChosen(each.secret()));
    byte[] nobodys = new byte[32];
    RANDOM.nextBytes(nobodys);
    this.decoy = anyChosen ? CHOSEN.hash(nobodys, RANDOM) : PasswordHash.ofRandom(nobodys, RANDOM);
  }

  private static boolean isChosen(PasswordHash secret) {
    return secret.encoded().startsWith("$argon2");
  }

  /**
   * Makes the first key if there is none.
   *
   * @throws BrokerException with one line if it cannot be written
   */
  static void makeFirst(Path dataDir) {
    try {
      if (!Files.exists(dataDir.resolve(FILE))) {
        first(dataDir);
      }
    } catch (IOException e) {
      throw new BrokerException(Problem.STORE_FAILED, "API keys: " + e);
    }
  }

  /**
   * Reads all keys.
   *
   * @throws BrokerException with one line that names the place of the mistake
   */
  static ApiKeys open(ApiSettings api, Path dataDir) {
    Map<String, ApiKey> keys = new LinkedHashMap<>();
    try {
      Path file = dataDir.resolve(FILE);
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        if (!line.isBlank()) {
          put(keys, parse(file.toString(), line));
        }
      }
      bootstrap(keys, "api.bootstrap", api.bootstrap());
      if (!api.bootstrapFile().isEmpty()) {
        bootstrap(
            keys,
            api.bootstrapFile(),
            Files.readAllLines(Path.of(api.bootstrapFile()), StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new BrokerException(Problem.STORE_FAILED, "API keys: " + e);
    }
    return new ApiKeys(Map.copyOf(keys));
  }

  private static void put(Map<String, ApiKey> keys, ApiKey key) {
    keys.put(key.key(), key);
  }

  private static ApiKey parse(String place, String line) {
    try {
      return ApiKey.parse(line);
    } catch (IllegalArgumentException e) {
      throw new BrokerException(Problem.STORE_FAILED, place + ": " + e.getMessage());
    }
  }

  /** Lines KEY:SECRET or KEY:SECRET:ROLE; the secret may not have a colon. */
  private static void bootstrap(Map<String, ApiKey> keys, String place, List<String> lines) {
    int number = 0;
    for (String line : lines) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.strip().split(":", -1);
      if (parts.length < 2 || parts.length > 3 || parts[0].isEmpty() || parts[1].isEmpty()) {
        throw new BrokerException(
            Problem.BAD_REQUEST, place + ", entry " + number + ": expected KEY:SECRET[:ROLE]");
      }
      try {
        Role role = parts.length == 3 ? Role.of(parts[2]) : Role.ADMINISTRATOR;
        put(keys, new ApiKey(parts[0], role, hash(parts[1])));
      } catch (IllegalArgumentException e) {
        throw new BrokerException(
            Problem.BAD_REQUEST, place + ", entry " + number + ": " + e.getMessage());
      }
    }
  }

  private static void first(Path dataDir) throws IOException {
    String key = random(9);
    String secret = random(32);
    ApiKey made =
        new ApiKey(
            key,
            Role.ADMINISTRATOR,
            PasswordHash.ofRandom(secret.getBytes(StandardCharsets.UTF_8), RANDOM));
    Path credentials = dataDir.resolve(CREDENTIALS);
    PrivateFile.replace(credentials, (key + ":" + secret + "\n").getBytes(StandardCharsets.UTF_8));
    PrivateFile.replace(
        dataDir.resolve(FILE), (made.toLine() + "\n").getBytes(StandardCharsets.UTF_8));
    LOG.info("made an API key for an administrator, KEY:SECRET is in {}", credentials);
  }

  private static PasswordHash hash(String secret) {
    return CHOSEN.hash(secret.getBytes(StandardCharsets.UTF_8), RANDOM);
  }

  static String random(int bytes) {
    byte[] random = new byte[bytes];
    RANDOM.nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /**
   * The role of whoever knows the secret of a key; null if it is wrong, or if there is no such key.
   * Being told so takes the same work in both cases, so that nobody can find out by the time which
   * keys there are. Blocks.
   */
  @Nullable Role prove(String key, byte[] secret) {
    ApiKey found = keys.get(key);
    if (found != null && found.secret().verify(secret)) {
      return found.role();
    }
    if (found == null || (isChosen(decoy) && !isChosen(found.secret()))) {
      decoy.verify(secret);
    }
    return null;
  }

  /** How many there are. */
  int size() {
    return keys.size();
  }

  /** Their public parts and roles. */
  @Override
  public String toString() {
    List<ApiKey> all = new ArrayList<>(keys.values());
    return all.stream().map(ApiKey::toString).collect(Collectors.joining(", "));
  }
}
