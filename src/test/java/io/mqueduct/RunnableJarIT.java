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

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What "mvn package" made: target/mqueduct.jar. */
class RunnableJarIT {
  private static JarFile jar;

  @BeforeAll
  static void open() throws IOException {
    jar =
        new JarFile(Path.of(System.getProperty("jar.under.test", "target/mqueduct.jar")).toFile());
  }

  @AfterAll
  static void close() throws IOException {
    jar.close();
  }

  @Test
  void manifestNamesTheMainClassAndOpensWhatNettyNeeds() throws IOException {
    Attributes main = jar.getManifest().getMainAttributes();

    assertThat(main.getValue("Main-Class")).isEqualTo("io.mqueduct.app.Main");
    assertThat(main.getValue("Add-Opens").split(" "))
        .contains("java.base/java.nio", "java.base/jdk.internal.misc");
    assertThat(main.getValue("Enable-Native-Access")).isEqualTo("ALL-UNNAMED");
    assertThat(main.getValue("Multi-Release")).isEqualTo("true");
    assertThat(main.getValue("Implementation-Version")).isNotBlank();
  }

  @Test
  void hasNativeLibrariesForTwoPlatformsAndNoOthers() {
    assertThat(names())
        .filteredOn(name -> name.matches(".*\\.(so|dll|jnilib|dylib)"))
        .containsExactlyInAnyOrder(
            "META-INF/native/libnetty_transport_native_epoll_aarch_64.so",
            "META-INF/native/libnetty_transport_native_epoll_x86_64.so",
            "librocksdbjni-linux-aarch64.so",
            "librocksdbjni-linux64.so");
  }

  @Test
  void serviceFilesOfAllPartsAreMerged() throws IOException {
    assertThat(text("META-INF/services/io.vertx.config.spi.ConfigStoreFactory"))
        .contains("io.mqueduct.config.", "io.vertx.config.impl.spi.FileConfigStoreFactory");
    assertThat(text("META-INF/services/org.slf4j.spi.SLF4JServiceProvider")).contains("logback");
  }

  @Test
  void hasNoSignaturesThatNoLongerFitAndNoModuleDescriptors() {
    assertThat(names())
        .noneMatch(name -> name.matches("META-INF/[^/]*\\.(SF|DSA|RSA|EC)"))
        .noneMatch(name -> name.endsWith("module-info.class"));
  }

  @Test
  void carriesLicencesAndNotices() throws IOException {
    assertThat(text("META-INF/LICENSE")).contains("Apache License", "END OF TERMS AND CONDITIONS");
    assertThat(text("META-INF/NOTICE")).contains("Mqueduct", "Bouncy Castle", "Jackson");
    assertThat(text("META-INF/THIRD-PARTY.txt")).contains("io.netty:netty-common", "org.rocksdb");
  }

  private static List<String> names() {
    return jar.stream().map(ZipEntry::getName).toList();
  }

  private static String text(String name) throws IOException {
    try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
