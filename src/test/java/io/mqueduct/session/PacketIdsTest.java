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
package io.mqueduct.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PacketIdsTest {
  private final PacketIds ids = new PacketIds();

  private PacketIds.Entry take() {
    PacketIds.Entry entry = new PacketIds.Entry();
    ids.take(entry);
    return entry;
  }

  @Test
  void countsFromOneAndSkipsWhatIsInUseWhenItWraps() {
    PacketIds.Entry first = take();
    PacketIds.Entry second = take();
    assertThat((int) first.id).isEqualTo(1);
    ids.remove(second);
    ids.continueAfter(PacketIds.MAX);
    assertThat((int) take().id).isEqualTo(2);
    ids.continueAfter(PacketIds.MAX - 1);
    assertThat((int) take().id).isEqualTo(PacketIds.MAX);
    assertThat((int) take().id).isEqualTo(3);
  }

  @Test
  void givesOutAllIdentifiersAndThenNone() {
    for (int i = 0; i < PacketIds.MAX; i++) {
      take();
    }
    assertThatThrownBy(this::take).isInstanceOf(IllegalStateException.class);
    ids.remove(ids.find(777));
    assertThat((int) take().id).isEqualTo(777);
    assertThat(ids.first().id).isEqualTo((char) 1);
  }

  @Test
  void refusesToRemoveWhatIsNotInIt() {
    assertThatThrownBy(() -> ids.remove(new PacketIds.Entry()))
        .isInstanceOf(IllegalStateException.class);
  }

  /** Identifiers that collide in a small table, added and removed at random, against a map. */
  @Property(tries = 300)
  void agreesWithALinkedMap(@ForAll @Size(max = 400) List<@IntRange(max = 0xFFFFF) Integer> steps) {
    PacketIds table = new PacketIds();
    Map<Integer, PacketIds.Entry> model = new LinkedHashMap<>();
    for (int step : steps) {
      int id = 1 + (step % 5) * 8 + (step / 5 % 3) + 64 * (step / 15 % 7);
      PacketIds.Entry known = model.remove(id);
      if (known != null) {
        assertThat(table.find(id)).isSameAs(known);
        table.remove(known);
      } else {
        PacketIds.Entry entry = new PacketIds.Entry();
        table.add(entry, id);
        model.put(id, entry);
      }
      assertThat(table.size()).isEqualTo(model.size());
      assertThat(table.find(id)).isSameAs(model.get(id));
    }
    List<Integer> inOrder = new ArrayList<>();
    for (PacketIds.Entry entry = table.first(); entry != null; entry = entry.next) {
      inOrder.add((int) entry.id);
    }
    assertThat(inOrder).isEqualTo(new ArrayList<>(model.keySet()));
  }
}
