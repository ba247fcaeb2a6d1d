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

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DecisionCacheTest {
  @Test
  void keepsTheTwoLastUsedOfASetAndKindsApart() {
    var cache = new DecisionCache(2);
    assertThat(cache.find(1, "t")).isEqualTo(DecisionCache.UNKNOWN);
    cache.add(1, "t", true);
    cache.add(30, "t", false);

    assertThat(cache.find(1, "t")).isEqualTo(DecisionCache.ALLOWED);
    assertThat(cache.find(30, "t")).isEqualTo(DecisionCache.DENIED);
    cache.find(1, "t");
    cache.add(1, "u", true);
    assertThat(cache.find(30, "t")).isEqualTo(DecisionCache.UNKNOWN);
    assertThat(cache.find(1, "t")).isEqualTo(DecisionCache.ALLOWED);
    assertThat(cache.find(2, "t")).isEqualTo(DecisionCache.UNKNOWN);
    cache.clear();
    assertThat(cache.find(1, "t")).isEqualTo(DecisionCache.UNKNOWN);
    var off = new DecisionCache(0);
    off.add(1, "t", true);
    assertThat(off.find(1, "t")).isEqualTo(DecisionCache.UNKNOWN);
  }
}
