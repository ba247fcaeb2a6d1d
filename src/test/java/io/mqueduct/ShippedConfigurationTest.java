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
package io.mqueduct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.config.ConfigException;
import io.mqueduct.config.Settings;
import io.mqueduct.config.SettingsLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** The configurations of the image and of k8s/ are ones that the broker takes. */
class ShippedConfigurationTest {
  private static final String CREDENTIALS = "/etc/mqueduct-credentials";
  private static final Path IMAGE = Path.of("conf", "container.yaml");

  @TempDir Path folder;

  @Test
  void theImageDoesNotServeOtherHostsWithoutAuthentication() {
    assertThatThrownBy(() -> load(IMAGE, Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("0.0.0.0:1883");
  }

  @Test
  void theImageServesAnonymousClientsWhenToldSo() {
    Settings settings = load(IMAGE, Map.of("MQUEDUCT_AUTHENTICATION__ALLOW_ANONYMOUS", "true"));

    assertThat(settings.authentication().admitsAnonymous()).isTrue();
  }

  @Test
  void kubernetesHasUsersAndKeysFromTheSecret() throws IOException {
    Files.writeString(folder.resolve("users"), "");
    Files.writeString(folder.resolve("api-keys"), secret().get("api-keys"));
    Path file = folder.resolve("mqueduct.yaml");
    Files.writeString(file, configMap().replace(CREDENTIALS, folder.toString()));

    Settings settings = load(file, Map.of("MQUEDUCT_NODE__NAME", "mqueduct-0"));

    assertThat(settings.node().name()).isEqualTo("mqueduct-0");
    assertThat(settings.authentication().providers()).hasSize(1);
    assertThat(settings.authentication().admitsAnonymous()).isFalse();
    assertThat(settings.api().bootstrapFile()).endsWith("api-keys");
  }

  private static Settings load(Path file, Map<String, String> environment) {
    return new SettingsLoader(file, environment, Map.of(), List.of()).load().settings();
  }

  private static String configMap() throws IOException {
    Map<String, Map<String, String>> map = yaml("configmap.yaml");
    return map.get("data").get("mqueduct.yaml");
  }

  private static Map<String, String> secret() throws IOException {
    Map<String, Map<String, String>> map = yaml("secret.example.yaml");
    return map.get("stringData");
  }

  private static <T> T yaml(String name) throws IOException {
    return new Yaml().load(Files.readString(Path.of("k8s", name)));
  }
}
