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

import io.mqueduct.routing.Subscription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SubscriptionsTest {
  private static Subscription subscription(String filter, String group) {
    Session session =
        new Session("c", SessionSettings.DEFAULTS, new ManualLoop(), DropListener.NONE, null);
    return new Subscription(
        session, filter, group, 1, false, false, 0, Subscription.NO_IDENTIFIERS);
  }

  @Test
  void theSameFilterInAGroupIsAnotherSubscription() {
    Subscriptions all = new Subscriptions();
    assertThat(all.put(subscription("a", null))).isNull();
    assertThat(all.put(subscription("a", "g"))).isNull();
    Subscription again = subscription("a", "g");
    assertThat(all.put(again)).isNotNull();
    assertThat(all.get("a", "g")).isSameAs(again);
    assertThat(all.get("a", "h")).isNull();
    assertThat(all.size()).isEqualTo(2);
  }

  @Test
  void aLimitStopsNewFiltersOnly() {
    Subscriptions all = new Subscriptions();
    all.put(subscription("a", null));
    assertThat(all.hasRoomFor("a", null, 1)).isTrue();
    assertThat(all.hasRoomFor("b", null, 1)).isFalse();
    assertThat(all.hasRoomFor("b", null, 0)).isTrue();
  }

  @Property(tries = 200)
  void agreesWithAMap(@ForAll @Size(max = 100) List<@IntRange(max = 39) Integer> steps) {
    Subscriptions all = new Subscriptions();
    Map<String, Subscription> model = new LinkedHashMap<>();
    for (int step : steps) {
      String filter = "f" + step % 20 / 2;
      String group = step % 2 == 0 ? null : "g";
      String key = filter + " " + group;
      if (step < 26) {
        Subscription added = subscription(filter, group);
        assertThat(all.put(added)).isSameAs(model.put(key, added));
      } else {
        assertThat(all.remove(filter, group)).isSameAs(model.remove(key));
      }
      assertThat(all.size()).isEqualTo(model.size());
      assertThat(all.all()).containsExactlyInAnyOrderElementsOf(new ArrayList<>(model.values()));
    }
  }
}
