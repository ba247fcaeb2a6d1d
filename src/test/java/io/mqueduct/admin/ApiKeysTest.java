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

import io.mqueduct.config.ApiSettings;
import io.mqueduct.config.SettingsLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody can tell from the time whether there is a key of a name. */
class ApiKeysTest {
  @TempDir Path directory;

  private static long quickestNanos(ApiKeys keys, String key) {
    long quickest = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      long before = System.nanoTime();
      assertThat(keys.prove(key, "wrong".getBytes(StandardCharsets.UTF_8))).isNull();
      quickest = Math.min(quickest, System.nanoTime() - before);
    }
    return quickest;
  }

  @Test
  void takesAsLongForAKeyThatIsNotThereAsForAWrongSecret() throws Exception {
    ApiKeys.makeFirst(directory);
    String made = Files.readString(directory.resolve(ApiKeys.CREDENTIALS)).split(":", 2)[0];
    ApiSettings api =
        SettingsLoader.of(Map.of("api.bootstrap", List.of("known:s3cret:viewer"))).api();
    ApiKeys keys = ApiKeys.open(api, directory);

    assertThat(keys.prove("known", "s3cret".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(Role.VIEWER);
    long known = quickestNanos(keys, "known");
    assertThat(quickestNanos(keys, "unknown")).isGreaterThan(known / 3);
    assertThat(quickestNanos(keys, made)).isGreaterThan(known / 3);
  }
}
