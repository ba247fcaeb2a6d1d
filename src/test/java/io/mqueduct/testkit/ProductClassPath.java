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
package io.mqueduct.testkit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The class path of a broker in a process of its own. Stateless. */
public final class ProductClassPath {
  private ProductClassPath() {}

  /** This process's class path without the folder of the tests, which has a log of its own. */
  public static String get() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(each -> !Files.exists(Path.of(each, "logback-test.xml")))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
