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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.config.ApiSettings;
import io.mqueduct.config.SettingsLoader;
import io.mqueduct.message.BrokerException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys in the data directory, and what they are compared with. */
class ApiKeysTest {
  private static final long NOW = 1_000_000_000_000L;

  @TempDir Path directory;

  private static @Nullable Role prove(ApiKeys keys, String key, String secret) {
    ApiKey proven = keys.prove(key, secret.getBytes(StandardCharsets.UTF_8), NOW);
    return proven == null ? null : proven.terms().role();
  }

  private ApiKeys open() {
    return ApiKeys.open(SettingsLoader.of(Map.of()).api(), directory);
  }

  private static ApiKey.Terms terms(Role role, boolean enabled, long expiresAtMillis) {
    return new ApiKey.Terms(role, "", enabled, expiresAtMillis);
  }

  /** The quickest of some refusals of each; taken in turn, so that a slow while is one for all. */
  private static long[] quickestNanos(ApiKeys keys, String... names) {
    long[] quickest = new long[names.length];
    Arrays.fill(quickest, Long.MAX_VALUE);
    for (int i = 0; i < 5; i++) {
      for (int each = 0; each < names.length; each++) {
        long before = System.nanoTime();
        assertThat(prove(keys, names[each], "wrong")).isNull();
        quickest[each] = Math.min(quickest[each], System.nanoTime() - before);
      }
    }
    return quickest;
  }

  @Test
  void takesAsLongForAKeyThatIsNotThereAsForAWrongSecret() throws Exception {
    ApiKeys.makeFirst(directory, NOW);
    String made = Files.readString(directory.resolve(ApiKeys.CREDENTIALS)).split(":", 2)[0];
    ApiSettings api =
        SettingsLoader.of(Map.of("api.bootstrap", List.of("known:s3cret:viewer"))).api();
    ApiKeys keys = ApiKeys.open(api, directory);

    assertThat(prove(keys, "known", "s3cret")).isEqualTo(Role.VIEWER);
    long[] nanos = quickestNanos(keys, "known", "unknown", made);
    assertThat(nanos[1]).as("unknown").isGreaterThan(nanos[0] / 3);
    assertThat(nanos[2]).as("made").isGreaterThan(nanos[0] / 3);
  }

  @Test
  void keepsWhatWasMadeChangedAndDeletedOverARestart() {
    ApiKeys.makeFirst(directory, NOW);
    ApiKeys keys = open();
    ApiKeys.Made wall = keys.create("wall", terms(Role.VIEWER, true, ApiKey.NEVER), NOW);
    ApiKeys.Made gate = keys.create("gate", terms(Role.PUBLISHER, true, NOW + 1000), NOW);
    keys.create("gone", terms(Role.VIEWER, true, ApiKey.NEVER), NOW);
    keys.change("wall", before -> terms(Role.ADMINISTRATOR, true, NOW + 5000), NOW);
    keys.delete("gone", NOW);

    ApiKeys again = open();
    assertThat(again.all()).extracting(ApiKey::name).containsExactly("admin", "wall", "gate");
    assertThat(prove(again, wall.key().key(), wall.secret())).isEqualTo(Role.ADMINISTRATOR);
    assertThat(prove(again, gate.key().key(), gate.secret())).isEqualTo(Role.PUBLISHER);
    assertThat(again.named("wall").terms().expiresAtMillis()).isEqualTo(NOW + 5000);
    assertThat(again.named("wall").createdAtMillis()).isEqualTo(NOW);
  }

  @Test
  void writesNoSecret() throws Exception {
    ApiKeys.makeFirst(directory, NOW);
    ApiKeys.Made made = open().create("wall", terms(Role.VIEWER, true, ApiKey.NEVER), NOW);
    String file = Files.readString(directory.resolve(ApiKeys.FILE));
    assertThat(file).contains(made.key().key()).doesNotContain(made.secret());
    assertThat(made.key().toString()).doesNotContain("$");
  }

  @Test
  void provesNothingOnceItIsDisabledExpiredOrDeleted() {
    ApiKeys.makeFirst(directory, NOW);
    ApiKeys keys = open();
    ApiKeys.Made off = keys.create("off", terms(Role.VIEWER, false, ApiKey.NEVER), NOW);
    ApiKeys.Made old = keys.create("old", terms(Role.VIEWER, true, NOW), NOW);
    ApiKeys.Made gone = keys.create("gone", terms(Role.VIEWER, true, ApiKey.NEVER), NOW);
    assertThat(prove(keys, off.key().key(), off.secret())).isNull();
    assertThat(prove(keys, old.key().key(), old.secret())).isNull();
    assertThat(prove(keys, gone.key().key(), gone.secret())).isEqualTo(Role.VIEWER);
    keys.delete("gone", NOW);
    assertThat(prove(keys, gone.key().key(), gone.secret())).isNull();
    assertThat(keys.has(gone.key())).isFalse();
  }

  @Test
  void leavesAnAdministrator() {
    ApiKeys.makeFirst(directory, NOW);
    ApiKeys keys = open();
    keys.create("old", terms(Role.ADMINISTRATOR, true, NOW), NOW);
    keys.create("off", terms(Role.ADMINISTRATOR, false, ApiKey.NEVER), NOW);
    keys.create("wall", terms(Role.VIEWER, true, ApiKey.NEVER), NOW);
    assertThatThrownBy(() -> keys.delete("admin", NOW)).hasMessageContaining("last API key");
    assertThatThrownBy(
            () -> keys.change("admin", before -> terms(Role.VIEWER, true, ApiKey.NEVER), NOW))
        .hasMessageContaining("last API key");
    assertThatThrownBy(
            () ->
                keys.change("admin", before -> terms(Role.ADMINISTRATOR, false, ApiKey.NEVER), NOW))
        .hasMessageContaining("last API key");
    keys.change("off", before -> terms(Role.ADMINISTRATOR, true, ApiKey.NEVER), NOW);
    keys.delete("admin", NOW);
    assertThat(keys.all()).extracting(ApiKey::name).containsExactly("old", "off", "wall");
  }

  @Test
  void makesABoundedNumberOfKeysEachWithANameOfItsOwn() {
    ApiKeys.makeFirst(directory, NOW);
    ApiKeys keys = open();
    assertThatThrownBy(() -> keys.create("admin", terms(Role.VIEWER, true, NOW), NOW))
        .isInstanceOfSatisfying(
            ApiError.class,
            e -> assertThat(e.body().getString("code")).isEqualTo("ALREADY_EXISTS"));
    for (int i = 1; i < ApiKeys.MOST; i++) {
      keys.create("k" + i, terms(Role.VIEWER, true, NOW), NOW);
    }
    assertThatThrownBy(() -> keys.create("more", terms(Role.VIEWER, true, NOW), NOW))
        .hasMessageContaining("1000 API keys");
  }

  @Test
  void namesTheLineOfAFileThatCannotBeRead() throws Exception {
    ApiKeys.makeFirst(directory, NOW);
    Path file = directory.resolve(ApiKeys.FILE);
    for (String wrong : List.of("x:viewer:y", "{}", "[]", "{\"api_key\": 1}", "null")) {
      Files.writeString(file, "\n" + wrong + "\n");
      assertThatThrownBy(this::open)
          .as(wrong)
          .isInstanceOf(BrokerException.class)
          .hasMessageContaining(file + ", line 2: ")
          .hasMessageNotContaining("\n");
    }
  }
}
