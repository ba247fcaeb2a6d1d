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

import static io.mqueduct.session.SessionFixture.rules;
import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.routing.CreditListener;
import io.mqueduct.routing.Subscriber;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A session in very many shared groups, or that consumes very many queues. */
class ManyCreditListenersTest {
  private static final int MANY = 2000;

  private final SessionFixture f = SessionFixture.with(rules()).online();
  private final List<Counting> listeners = new ArrayList<>();
  private int told;

  private final class Counting implements CreditListener {
    private boolean isAway;

    @Override
    public void creditAvailable(Subscriber subscriber) {
      told++;
    }

    @Override
    public void away(Subscriber subscriber) {
      isAway = true;
    }
  }

  private void addAll() {
    for (int i = 0; i < MANY; i++) {
      Counting each = new Counting();
      listeners.add(each);
      f.session.addCreditListener(each);
    }
  }

  @Test
  void eachIsToldOfTheCreditThatIsThereOnce() {
    addAll();

    assertThat(told).isEqualTo(MANY);
  }

  @Test
  void thoseThatStayAreToldThatTheClientHasGone() {
    addAll();
    for (int i = 0; i < MANY; i += 2) {
      f.session.removeCreditListener(listeners.get(i));
    }

    f.cut();

    for (int i = 0; i < MANY; i++) {
      assertThat(listeners.get(i).isAway).isEqualTo(i % 2 == 1);
    }
  }
}
