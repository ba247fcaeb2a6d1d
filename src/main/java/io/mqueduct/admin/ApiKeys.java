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
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The API keys: those of {@code api.bootstrap} and its file, and those that the broker made, of
 * which the first one, for an administrator, at its first start. Looking is for any thread; what
 * changes keys blocks, and is called one after the other.
 */
final class ApiKeys {
  /** The keys that the broker made, with hashes of their secrets, in the data directory. */
  static final String FILE = "api_keys";

  /** The key that was made at the first start, for a person to read. */
  static final String CREDENTIALS = "admin.credentials";

  /** Keys that the broker makes at most. */
  static final int MOST = 1000;

  private static final Logger LOG = LoggerFactory.getLogger(ApiKeys.class);
  private static final SecureRandom RANDOM = new SecureRandom();

  /** What {@code api.bootstrap} gives is chosen by people: trying is made to take time. */
  private static final PasswordScheme CHOSEN = PasswordScheme.ARGON2ID;

  private final Path file;
  private final PasswordHash decoy;
  private volatile Map<String, ApiKey> byKey;

  /**
   * A key that was just made.
   *
   * @param secret is nowhere else
   */
  record Made(ApiKey key, String secret) {}

  private ApiKeys(Path file, Map<String, ApiKey> byKey) {
    this.file = file;
    this.byKey = byKey;
    boolean anyChosen = byKey.values().stream().anyMatch(each -> isChosen(each.secret()));
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
  static void makeFirst(Path dataDir, long nowMillis) {
    try {
      if (!Files.exists(dataDir.resolve(FILE))) {
        first(dataDir, nowMillis);
      }
    } catch (IOException e) {
      throw new BrokerException(Problem.STORE_FAILED, "API keys: " + e);
    }
  }

  private static void first(Path dataDir, long nowMillis) throws IOException {
    Made made =
        make("admin", ApiKey.Terms.of(Role.ADMINISTRATOR, "made at the first start"), nowMillis);
    Path credentials = dataDir.resolve(CREDENTIALS);
    PrivateFile.replace(
        credentials,
        (made.key().key() + ":" + made.secret() + "\n").getBytes(StandardCharsets.UTF_8));
    write(dataDir.resolve(FILE), List.of(made.key()));
    LOG.info("made an API key for an administrator, KEY:SECRET is in {}", credentials);
  }

  private static Made make(String name, ApiKey.Terms terms, long nowMillis) {
    String secret = random(32);
    PasswordHash hash = PasswordHash.ofRandom(secret.getBytes(StandardCharsets.UTF_8), RANDOM);
    return new Made(new ApiKey(name, random(9), hash, terms, nowMillis), secret);
  }

  private static void write(Path file, Collection<ApiKey> keys) throws IOException {
    StringBuilder lines = new StringBuilder();
    keys.forEach(each -> lines.append(each.toLine()).append('\n'));
    PrivateFile.replace(file, lines.toString().getBytes(StandardCharsets.UTF_8));
  }

  static String random(int bytes) {
    byte[] random = new byte[bytes];
    RANDOM.nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /**
   * Reads all keys.
   *
   * @throws BrokerException with one line that names the place of the mistake
   */
  static ApiKeys open(ApiSettings api, Path dataDir) {
    Map<String, ApiKey> keys = new LinkedHashMap<>();
    Path file = dataDir.resolve(FILE);
    try {
      int number = 0;
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        number++;
        if (!line.isBlank()) {
          put(keys, parse(file + ", line " + number, line));
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
    return new ApiKeys(file, Collections.unmodifiableMap(keys));
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
        put(keys, ApiKey.configured(parts[0], role, hash(parts[1])));
      } catch (IllegalArgumentException e) {
        throw new BrokerException(
            Problem.BAD_REQUEST, place + ", entry " + number + ": " + e.getMessage());
      }
    }
  }

  private static PasswordHash hash(String secret) {
    return CHOSEN.hash(secret.getBytes(StandardCharsets.UTF_8), RANDOM);
  }

  /**
   * The key that somebody knows the secret of; null if it is wrong, or if there is no such key, or
   * it allows nothing any more. Being told so takes the same work in all cases, so that nobody can
   * find out by the time which keys there are. Blocks.
   */
  @Nullable ApiKey prove(String key, byte[] secret, long nowMillis) {
    ApiKey found = byKey.get(key);
    if (found != null && found.secret().verify(secret)) {
      return found.terms().allow(nowMillis) ? found : null;
    }
    if (found == null || (isChosen(decoy) && !isChosen(found.secret()))) {
      decoy.verify(secret);
    }
    return null;
  }

  /** Whether it is still what it was: neither changed nor deleted. */
  boolean has(ApiKey key) {
    return key.equals(byKey.get(key.key()));
  }

  /** The key with a public part, or null. */
  @Nullable ApiKey find(String key) {
    return byKey.get(key);
  }

  /** All of them. */
  Collection<ApiKey> all() {
    return byKey.values();
  }

  /**
   * The key of a name.
   *
   * @throws ApiError 404
   */
  ApiKey named(String name) {
    return byKey.values().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> ApiError.notFound("no API key has the name " + name));
  }

  /**
   * Makes a key.
   *
   * @throws ApiError 400 if there is one of that name, or too many
   */
  Made create(String name, ApiKey.Terms terms, long nowMillis) {
    if (byKey.values().stream().anyMatch(each -> each.name().equals(name))) {
      throw new ApiError(400, "ALREADY_EXISTS", "an API key has the name " + name);
    }
    if (byKey.size() >= MOST) {
      throw ApiError.badRequest("there are " + MOST + " API keys: delete some");
    }
    Made made = make(name, terms, nowMillis);
    Map<String, ApiKey> changed = new LinkedHashMap<>(byKey);
    put(changed, made.key());
    replace(changed);
    return made;
  }

  /**
   * Changes what a key allows.
   *
   * @throws ApiError 404, or 400 if nobody would be an administrator any more
   */
  ApiKey change(String name, UnaryOperator<ApiKey.Terms> change, long nowMillis) {
    ApiKey before = own(name);
    ApiKey after = before.with(change.apply(before.terms()));
    Map<String, ApiKey> changed = new LinkedHashMap<>(byKey);
    put(changed, after);
    requireAdministrator(changed.values(), nowMillis);
    replace(changed);
    return after;
  }

  /**
   * Deletes a key.
   *
   * @throws ApiError 404, or 400 if nobody would be an administrator any more
   */
  void delete(String name, long nowMillis) {
    Map<String, ApiKey> changed = new LinkedHashMap<>(byKey);
    changed.remove(own(name).key());
    requireAdministrator(changed.values(), nowMillis);
    replace(changed);
  }

  private ApiKey own(String name) {
    ApiKey key = named(name);
    if (key.isConfigured()) {
      throw ApiError.badRequest(
          name + " is a key of api.bootstrap or api.bootstrap_file: change it there");
    }
    return key;
  }

  private static void requireAdministrator(Collection<ApiKey> keys, long nowMillis) {
    boolean isThere =
        keys.stream()
            .map(ApiKey::terms)
            .anyMatch(each -> each.role() == Role.ADMINISTRATOR && each.allow(nowMillis));
    if (!isThere) {
      throw ApiError.badRequest(
          "it is the last API key of an administrator: make another one before");
    }
  }

  private void replace(Map<String, ApiKey> changed) {
    try {
      write(file, changed.values().stream().filter(each -> !each.isConfigured()).toList());
    } catch (IOException e) {
      throw new BrokerException(Problem.STORE_FAILED, "API keys: " + e);
    }
    byKey = Collections.unmodifiableMap(changed);
  }
}
