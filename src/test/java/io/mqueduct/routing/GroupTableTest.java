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
package io.mqueduct.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A table of groups is a map by name, whatever comes and goes. */
class GroupTableTest {
  private final SharedRules rules =
      new SharedRules(
          new SharedRules.Values(SharedStrategy.ROUND_ROBIN, 1, false, false),
          InstantSource.system());

  @Property(tries = 200)
  void hasWhatWasAddedAndNotRemoved(@ForAll long seed) {
    Random random = new Random(seed);
    GroupTable table = new GroupTable();
    Map<String, SharedGroup> model = new HashMap<>();
    for (int i = 0; i < 400; i++) {
      String name = "g" + random.nextInt(60);
      SharedGroup known = model.get(name);
      assertThat(table.find(name)).isSameAs(known);
      if (known == null) {
        SharedGroup added = new SharedGroup("x", name, rules);
        table.add(added);
        model.put(name, added);
      } else if (random.nextInt(i < 200 ? 4 : 2) > 0) {
        table.remove(known);
        model.remove(name);
      }
      assertThat(table.size()).isEqualTo(model.size());
      RouteBuilder found = new RouteBuilder();
      table.addTo(found);
      assertThat(found.build(0, 0).groups()).containsExactlyInAnyOrderElementsOf(model.values());
      assertThat(model.isEmpty() ? table.any() == null : model.containsValue(table.any())).isTrue();
    }
  }
}
