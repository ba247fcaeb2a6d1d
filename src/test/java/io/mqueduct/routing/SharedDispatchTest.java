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
import java.util.ArrayList;
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

  @Test
  void looksForAMemberThatHadCreditAllTheTime() {
    rules.change(new SharedRules.Values(SharedStrategy.STICKY, 3, true, false));
    Peer c = new Peer("c");
    join(a);
    join(b);
    join(c);
    Message message = publish("1");
    assertThat(a.lent).containsExactly(message);
    a.credit = 0;
    b.credit = 0;

    a.settlements.get(0).returned(false);

    assertThat(b.lent).isEmpty();
    assertThat(c.lent).containsExactly(message);
  }

  @Test
  void givesWhatIsLeftToAMemberThatHadCreditAllTheTime() {
    join(a);
    join(b);
    a.online = false;
    b.online = false;
    Message first = publish("1");
    Message second = publish("2");
    Message third = publish("3");
    b.online = true;

    a.ready(1);

    assertThat(a.lent).containsExactly(first);
    assertThat(b.lent).containsExactly(second, third);
  }

  @Test
  void givesADurableMemberAQos2MessageForGoodWhenTheStoreHasMovedIt() {
    var own = new NotingList();
    a.own = own;
    var list = new MovingList();
    router.subscribe(a.share("g", "t/#", 2));
    SharedGroup group = router.group("t/#", "g");
    assertThat(group).isNotNull();
    group.keepIn(list);
    Message exactlyOnce = Peer.message("p", "t/2", 2);

    group.stored(exactlyOnce, 7);
    group.stored(Peer.message("p", "t/1"), 8);

    assertThat(list.moving).containsExactly("t/2");
    assertThat(own.lines).containsExactly("moves");
    assertThat(a.lent).extracting(each -> each.topic().text()).containsExactly("t/1");

    list.stays.get(0).run();
    assertThat(list.moving).as("once more, to whoever is there").containsExactly("t/2", "t/2");
  }

  @Test
  void givesNobodyAQos2MessageForGoodWhoCannotTakeIt() {
    a.own = new NotingList();
    a.credit = 0;
    b.own = new NotingList();
    b.credit = 0;
    var list = new MovingList();
    router.subscribe(a.share("g", "t/#", 2));
    router.subscribe(b.share("g", "t/#", 2));
    SharedGroup group = router.group("t/#", "g");
    assertThat(group).isNotNull();
    group.keepIn(list);

    group.stored(Peer.message("p", "t/2", 2), 7);
    assertThat(list.moving).isEmpty();
    b.ready(1);
    assertThat(list.moving).containsExactly("t/2");
    assertThat(group.waiting()).isZero();
  }

  /** Notes what is moved, and keeps it. */
  private static final class MovingList implements GroupList {
    final List<String> moving = new ArrayList<>();
    final List<Runnable> stays = new ArrayList<>();

    @Override
    public long number() {
      return 5;
    }

    @Override
    public void done(long sequence) {
      throw new AssertionError("nothing was handled");
    }

    @Override
    public void move(
        Message message,
        long sequence,
        Subscription member,
        StoredList to,
        int qos,
        Runnable ifItStays) {
      moving.add(message.topic().text());
      stays.add(ifItStays);
    }

    @Override
    public void read(long from, long until, int max, Reader reader) {}

    @Override
    public void end() {}
  }

  private static Message expiring(String level, long atMillis) {
    Message plain = Peer.message("p", "t/" + level);
    return new Message(
        plain.topic(), plain.payload(), plain.properties(), 1, false, 0, atMillis, "p", null);
  }
}
