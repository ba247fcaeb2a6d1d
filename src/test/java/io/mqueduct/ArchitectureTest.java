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

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Keeps the rules of docs/architecture.md. A rule whose package does not exist yet holds; each rule
 * is about main classes only.
 */
class ArchitectureTest {
  private static final String ROOT = "io.mqueduct";

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  /** The table of docs/architecture.md for the packages that may use few others. */
  private static final Map<String, Set<String>> MAY_USE =
      Map.of(
          "message", Set.of(),
          "config", Set.of("message"),
          "routing", Set.of("message"),
          "session", Set.of("message", "routing", "bus"),
          "queue", Set.of("message", "routing", "store", "bus"),
          "store", Set.of("message"),
          "auth", Set.of("message", "config"),
          "durable", Set.of("message", "config", "routing", "session", "store"),
          "bench", Set.of());

  /** The same for those that may use many: what they may not use. */
  private static final Map<String, Set<String>> MUST_NOT_USE =
      Map.of(
          "bus", Set.of("app", "admin", "protocol", "store"),
          "protocol", Set.of("app", "admin"),
          "admin", Set.of("app"),
          "observe", Set.of("app"));

  /** Names of the classes that hold rules: no Vert.x, no clock, no thread. */
  private static final Pattern RULE_CLASS =
      Pattern.compile(
          ".*(Rules|Window|Inflight|MessageQueue|PacketIds|Aliases|Expiry|Topic|Filter|Lanes|Bucket)");

  @Test
  void importsTheMainClasses() {
    assertThat(MAIN.contain(ROOT + ".message.Message")).isTrue();
  }

  @Test
  void packagesHaveNoCycles() {
    check(slices().matching(ROOT + ".(*)..").should().beFreeOfCycles());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "message", "config", "routing", "session", "queue", "store", "auth", "durable", "bench"
      })
  void aPackageUsesOnlyThoseOfItsRow(String name) {
    Set<String> allowed = new TreeSet<>(MAY_USE.get(name));
    allowed.add(name);
    check(
        noClasses()
            .that()
            .resideInAPackage(tree(name))
            .should()
            .dependOnClassesThat(
                describe(
                    "are ours, but outside of " + allowed,
                    c -> isOurs(c) && !allowed.contains(area(c)))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bus", "protocol", "admin", "observe"})
  void aPackageKeepsAwayFromThoseAboveIt(String name) {
    Set<String> banned = MUST_NOT_USE.get(name);
    check(
        noClasses()
            .that()
            .resideInAPackage(tree(name))
            .should()
            .dependOnClassesThat(
                describe("are in " + banned, c -> isOurs(c) && banned.contains(area(c)))));
  }

  @Test
  void onlyTheRocksDbStoreUsesRocksDb() {
    check(onlyIn("org.rocksdb..", ROOT + ".store.rocksdb.."));
  }

  @Test
  void onlyTheProtocolAndTheClientCommandsUseNettysMqttCodec() {
    check(onlyIn("io.netty.handler.codec.mqtt..", tree("protocol"), tree("app.client")));
  }

  @Test
  void onlyTheProtocolAndTheClientCommandsUseVertxMqtt() {
    // "pub" and "sub" of the command line are clients.
    check(onlyIn("io.vertx.mqtt..", tree("protocol"), tree("app.client")));
  }

  @Test
  void onlyTheSeamsUseVertxInternals() {
    check(
        noClasses()
            .that(
                describe(
                    "are no seam",
                    c ->
                        !(Set.of("protocol", "app", "admin").contains(area(c))
                            && outermost(c).getSimpleName().contains("Seam"))))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.vertx.core.internal..", "io.vertx.core..impl.."));
  }

  @Test
  void onlyTheAdminUsesVertxWeb() {
    check(onlyIn("io.vertx.ext.web..", tree("admin")));
  }

  @Test
  void rulesArePlainClassesWithoutVertx() {
    check(
        noClasses()
            .that(describe("hold rules", ArchitectureTest::holdsRules))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.vertx..", "io.netty.channel.."));
  }

  @Test
  void rulesAreToldTheTime() {
    check(
        noClasses()
            .that(describe("hold rules", ArchitectureTest::holdsRules))
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(java.time.Instant.class, "now"));
  }

  @Test
  void namesSayWhatAClassIs() {
    check(
        noClasses()
            .should()
            .haveNameMatching(".*(Manager|Helper|Helpers|Util|Utils|Impl)(\\$.*)?")
            .orShould()
            .haveNameMatching(".*[.$]Abstract[A-Z][^.]*"));
  }

  @Test
  void stateHasAnOwnerInsteadOfALock() {
    check(noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED));
  }

  @Test
  void onlyTheCommandLinePrints() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage(tree("app"))
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err"));
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(MAIN);
  }

  private static ArchRule onlyIn(String used, String... homes) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(homes)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(used);
  }

  private static boolean holdsRules(JavaClass c) {
    String area = area(c);
    return isOurs(c)
        && ("message".equals(area)
            || "routing".equals(area)
            || (Set.of("protocol", "session", "queue").contains(area)
                && RULE_CLASS.matcher(outermost(c).getSimpleName()).matches()));
  }

  private static JavaClass outermost(JavaClass c) {
    return c.getEnclosingClass().map(ArchitectureTest::outermost).orElse(c);
  }

  private static boolean isOurs(JavaClass c) {
    return c.getPackageName().startsWith(ROOT + ".");
  }

  /** The first part of the package below the root; empty outside of it. */
  private static String area(JavaClass c) {
    return isOurs(c)
        ? Arrays.asList(c.getPackageName().substring(ROOT.length() + 1).split("\\.", -1)).get(0)
        : "";
  }

  private static String tree(String name) {
    return ROOT + "." + name + "..";
  }

  private static DescribedPredicate<JavaClass> describe(
      String words, java.util.function.Predicate<JavaClass> test) {
    return DescribedPredicate.describe(words, test);
  }
}
