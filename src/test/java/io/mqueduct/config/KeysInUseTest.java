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
package io.mqueduct.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** No key of the configuration is without effect. */
class KeysInUseTest {
  private static final String HERE = "io.mqueduct.config";
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.mqueduct");

  /** Said in the reference to have no effect, or of a part that is still to come. */
  private static final Set<String> KNOWN =
      Set.of("MqSettings: find_queue_retry_interval", "MqSettings: gc_interval");

  /** Whoever checks or shows values makes no use of them. */
  private static final Set<String> ONLY_LOOK =
      Set.of(HERE + ".SettingsRules", "io.mqueduct.admin.SettingsJson");

  private static final Set<String> OF_EVERY_RECORD = Set.of("equals", "hashCode", "toString");

  @Test
  void everyKeyIsReadByWhatItConfigures() {
    Set<String> unread = new TreeSet<>();
    int keys = 0;
    for (JavaClass each : PRODUCT) {
      if (each.getPackageName().equals(HERE) && each.isRecord()) {
        for (var component : each.reflect().getRecordComponents()) {
          Setting key = component.getAnnotation(Setting.class);
          if (key != null) {
            keys++;
            if (!isRead(each, component.getName())) {
              unread.add(each.getSimpleName() + ": " + key.key());
            }
          }
        }
      }
    }

    assertThat(keys).isGreaterThan(100);
    assertThat(unread).isSubsetOf(KNOWN);
  }

  private static boolean isRead(JavaClass settings, String component) {
    Set<JavaMethod> asked = new HashSet<>();
    return isRead(settings.getMethod(component), asked)
        || settings.getField(component).getAccessesToSelf().stream()
            .anyMatch(
                access ->
                    access.getOrigin() instanceof JavaMethod inner
                        && !OF_EVERY_RECORD.contains(inner.getName())
                        && isRead(inner, asked));
  }

  /** Called from outside, or from a method of the settings that is. */
  private static boolean isRead(JavaMethod method, Set<JavaMethod> asked) {
    if (!asked.add(method)) {
      return false;
    }
    for (JavaAccess<?> access : method.getAccessesToSelf()) {
      JavaCodeUnit from = access.getOrigin();
      String owner = from.getOwner().getName();
      if (ONLY_LOOK.contains(owner)) {
        continue;
      }
      if (!owner.startsWith(HERE)) {
        return true;
      }
      if (from instanceof JavaMethod inner && isRead(inner, asked)) {
        return true;
      }
    }
    return false;
  }
}
