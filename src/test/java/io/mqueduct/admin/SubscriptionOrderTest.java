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
package io.mqueduct.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.admin.SubscriptionOrder.Place;
import io.mqueduct.message.Message;
import io.mqueduct.routing.CreditListener;
import io.mqueduct.routing.Settlement;
import io.mqueduct.routing.Subscriber;
import io.mqueduct.routing.Subscription;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriptionOrderTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8, 100})
  void hasAPlaceForEachAlsoAmongThoseOfOneHash(int limit) {
    List<Subscription> all = new ArrayList<>();
    for (String filter : List.of("AaAa", "BBBB", "AaBB", "BBAa", "b", "a", "c")) {
      all.add(of(filter, null));
      all.add(of(filter, "group"));
    }
    assertThat("AaAa".hashCode()).isEqualTo("BBBB".hashCode()).isEqualTo("BBAa".hashCode());

    List<Subscription> seen = new ArrayList<>();
    Place at = Place.START;
    while (at != null) {
      List<Subscription> some = SubscriptionOrder.from(all, at, each -> true, limit + 1);
      assertThat(some).isNotEmpty();
      seen.addAll(some.subList(0, Math.min(limit, some.size())));
      at = some.size() > limit ? SubscriptionOrder.of(some, limit, at) : null;
    }

    assertThat(seen).containsExactlyInAnyOrderElementsOf(all);
  }

  private static Subscription of(String filter, @Nullable String group) {
    return new Subscription(
        new Somebody(), filter, group, 0, false, false, 0, Subscription.NO_IDENTIFIERS);
  }

  /** Whose subscription it is does not matter here. */
  private record Somebody() implements Subscriber {
    @Override
    public String clientId() {
      return "s";
    }

    @Override
    public boolean isOnline() {
      return true;
    }

    @Override
    public int inflight() {
      return 0;
    }

    @Override
    public void deliver(Message message, Subscription subscription) {}

    @Override
    public void lend(Message message, Subscription subscription, int qos, Settlement settlement) {}

    @Override
    public int credit() {
      return 0;
    }

    @Override
    public void addCreditListener(CreditListener listener) {}

    @Override
    public void removeCreditListener(CreditListener listener) {}
  }
}
