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
package io.mqueduct.auth;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The enhanced authentication methods that the broker offers. Shared by all event loops; {@link
 * #replace} is for the one thread that applies a changed configuration.
 */
public final class EnhancedMethods {
  // written by the thread that changes the configuration, read by any
  private volatile Map<String, EnhancedAuthentication> byName;

  /** The methods by their names; of two with one name the first counts. */
  public EnhancedMethods(List<? extends EnhancedAuthentication> methods) {
    this.byName = byName(methods);
  }

  /** Other methods for the exchanges that begin from now on. */
  public void replace(List<? extends EnhancedAuthentication> methods) {
    byName = byName(methods);
  }

  private static Map<String, EnhancedAuthentication> byName(
      List<? extends EnhancedAuthentication> methods) {
    var map = new HashMap<String, EnhancedAuthentication>();
    for (var method : methods) {
      map.putIfAbsent(method.method(), method);
    }
    return Map.copyOf(map);
  }

  /** The method of a name; null when there is none: Bad authentication method (0x8C). */
  public @Nullable EnhancedAuthentication find(String name) {
    return byName.get(name);
  }

  /** The names of the methods. */
  public Set<String> names() {
    return byName.keySet();
  }
}
