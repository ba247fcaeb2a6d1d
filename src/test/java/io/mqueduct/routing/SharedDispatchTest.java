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

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedDispatchTest {
  private long now = 1000;
  private final SharedRules rules =
      new SharedRules(
          new SharedRules.Values(SharedStrategy.ROUND_ROBIN, 3, true, false),
          () -> Instant.ofEpochMilli(now));
  private final Router router = new Router(new RetainedStore(RetainedStore.Limits.NONE), rules);
  private final RouteCache routes = router.newCache();
  private final Peer a = new Peer("a");
  private final Peer b = new Peer("b");

  private Message publish(String payloadTopic) {
    Message message = Peer.message("p", "t/" + payloadTopic);
    router.publish(message, routes);
    return message;
  }

  private void join(Peer peer) {
    router.subscribe(peer.share("g", "t/#"));
  }

  @Test
  void keepsMessagesInOrderForWhoeverComesFirstWhileNobodyIsOnline() {
    join(a);
    join(b);
    a.online = false;
    b.online = false;
    Message first = publish("1");
    Message second = publish("2");

    b.ready(10);

    assertThat(b.lent).containsExactly(first, second);
    assertThat(a.lent).isEmpty();
  }

  @Test
  void givesWhatAMemberReturnsToAnotherOne() {
    join(a);
    Message message = publish("1");
    join(b);

    a.settlements.get(0).returned(false);

    assertThat(a.lent).containsExactly(message);
    assertThat(b.lent).containsExactly(message);
  }

  @Test
  void putsWhatComesBackBeforeWhatWaits() {
    join(a);
    Message lent = publish("1");
    a.online = false;
    Message later = publish("2");
    a.settlements.get(0).returned(false);

    a.ready(10);

    assertThat(a.lent).containsExactly(lent, lent, later);
  }

  @Test
  void keepsTheOrderOfAllThatComesBack() {
    join(a);
    Message first = publish("1");
    Message second = publish("2");
    Message third = publish("3");
    a.online = false;
    a.credit = 0;
    List.copyOf(a.settlements).forEach(each -> each.returned(false));
    a.lent.clear();

    a.ready(10);

    assertThat(a.lent).containsExactly(first, second, third);
  }

  @Test
  void membersThatAreFullDoNotPassAMessageRound() {
    join(a);
    join(b);
    a.limit = 1;
    b.limit = 1;
    publish("1");
    publish("2");
    a.credit = 0;
    b.credit = 0;
    Message third = publish("3");

    assertThat(a.refused + b.refused).isEqualTo(1);
    assertThat(a.lent).doesNotContain(third);

    a.limit = 2;
    a.ready(1);

    assertThat(a.lent).contains(third);
  }

  @Test
  void dropsTheOldestBeyondTheLimitAndCountsIt() {
    join(a);
    a.online = false;
    publish("1");
    Message second = publish("2");
    Message third = publish("3");
    Message fourth = publish("4");

    a.ready(10);

    assertThat(a.lent).containsExactly(second, third, fourth);
    assertThat(rules.droppedMessages()).isEqualTo(1);
  }

  @Test
  void givesNoMoreThanThereIsCredit() {
    join(a);
    a.online = false;
    publish("1");
    publish("2");
    publish("3");

    a.ready(2);
    assertThat(a.lent).hasSize(2);

    a.ready(1);
    assertThat(a.lent).hasSize(3);
  }

  @Test
  void asksNobodyForAMessageThatWasSettled() {
    join(a);
    join(b);
    publish("1");
    Peer holder = a.lent.isEmpty() ? b : a;
    Peer other = holder == a ? b : a;

    holder.settlements.get(0).settled(ReasonCode.QUOTA_EXCEEDED, null);

    assertThat(other.lent).isEmpty();
  }

  @Test
  void tellsAMemberThatLeftNothingMore() {
    join(a);
    a.online = false;
    publish("1");

    router.unsubscribe(a.share("g", "t/#"));

    assertThat(a.listeners).isEmpty();
    a.ready(5);
    assertThat(a.lent).isEmpty();
  }

  @Test
  void dropsWhatExpiredWhileItWaitedAndWhatComesBackTooLate() {
    join(a);
    a.online = false;
    router.publish(expiring("1", 1500), routes);
    Message lasting = publish("2");
    now = 2000;

    a.ready(10);

    assertThat(a.lent).containsExactly(lasting);
    router.publish(expiring("3", 2500), routes);
    now = 3000;
    a.settlements.get(1).returned(false);
    assertThat(a.lent).hasSize(2);
    assertThat(rules.droppedMessages()).isEqualTo(2);
  }

  private static Message expiring(String level, long atMillis) {
    Message plain = Peer.message("p", "t/" + level);
    return new Message(
        plain.topic(), plain.payload(), plain.properties(), 1, false, 0, atMillis, "p", null);
  }
}
