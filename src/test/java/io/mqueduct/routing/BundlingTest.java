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
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BundlingTest {
  private final Router router =
      new Router(
          new RetainedStore(RetainedStore.Limits.NONE),
          new SharedRules(
              new SharedRules.Values(SharedStrategy.RANDOM, 0, false, false), Instant::now));
  private final Queue<Runnable> endOfPass = new ArrayDeque<>();
  private final RouteCache routes = router.newCache(endOfPass::add);
  private final List<String> seen = new ArrayList<>();
  private final List<Crowd> crowd = new ArrayList<>();

  /** Writes down how the messages come: those in one call with a + between them. */
  private final class Crowd implements PlainSubscriber {
    private final String id;
    private final List<String> got = new ArrayList<>();
    private boolean fails;
    private @Nullable StoredList own;

    Crowd(String id) {
      this.id = id;
    }

    @Override
    public String clientId() {
      return id;
    }

    @Override
    public @Nullable StoredList storedList() {
      return own;
    }

    @Override
    public void deliver(Message message, Subscription subscription) {
      deliver(new Message[] {message}, subscription);
    }

    @Override
    public void deliver(Message[] messages, Subscription subscription) {
      if (fails) {
        throw new IllegalStateException("broken");
      }
      List<String> payloads = Arrays.stream(messages).map(BundlingTest::text).toList();
      got.add(String.join("+", payloads));
      seen.addAll(payloads);
    }

    void subscribe(String filter, boolean noLocal) {
      router.subscribe(
          new Subscription(this, filter, null, 1, noLocal, false, 0, Subscription.NO_IDENTIFIERS));
    }
  }

  private static String text(Message message) {
    return message.username() == null ? "" : message.username();
  }

  private void crowd(String filter) {
    for (int i = 0; i < 20; i++) {
      Crowd one = new Crowd("c" + i);
      one.subscribe(filter, i % 2 == 1);
      crowd.add(one);
    }
  }

  /** A store that writes down who gets a message through it. */
  private final class Store implements PlainJournal {
    @Override
    public boolean store(
        Message message,
        boolean keep,
        Subscription[] targets,
        int count,
        SharedGroup[] groups,
        @Nullable Receipt receipt) {
      for (int i = 0; i < count; i++) {
        seen.add("stored " + text(message) + " for " + targets[i].subscriber().clientId());
      }
      return true;
    }
  }

  private void publish(String publisher, String topic, String text) {
    publish(publisher, topic, text, 1);
  }

  private void publish(String publisher, String topic, String text, int qos) {
    Message plain = Peer.message(publisher, topic);
    Message message =
        new Message(
            plain.topic(),
            plain.payload(),
            plain.properties(),
            qos,
            false,
            0,
            Message.NEVER,
            publisher,
            text);
    router.publish(message, routes);
  }

  private void passEnds() {
    for (Runnable task = endOfPass.poll(); task != null; task = endOfPass.poll()) {
      task.run();
    }
  }

  @Test
  void manyGetTheMessagesOfAPassTogetherAtItsEnd() {
    crowd("a");
    publish("p", "a", "1");
    publish("q", "a", "2");
    assertThat(seen).isEmpty();
    passEnds();
    publish("p", "a", "3");
    passEnds();

    assertThat(crowd).allSatisfy(each -> assertThat(each.got).containsExactly("1+2", "3"));
  }

  @Test
  void whatGoesToOthersComesBehindWhatWasCollected() {
    crowd("a");
    crowd("b");
    Crowd single = new Crowd("single");
    single.subscribe("one", false);
    publish("p", "a", "1");
    publish("p", "a", "2");
    publish("p", "b", "3");
    publish("p", "one", "4");
    publish("p", "a", "5");
    assertThat(seen.stream().distinct()).containsExactly("1", "2", "3", "4");
    passEnds();

    assertThat(seen.stream().distinct()).containsExactly("1", "2", "3", "4", "5");
    assertThat(seen).hasSize(20 + 20 + 20 + 1 + 20);
    assertThat(endOfPass).isEmpty();
  }

  @Test
  void whoSubscribedLaterInThePassGetsWhatCameLater() {
    crowd("a");
    publish("p", "a", "1");
    Crowd late = new Crowd("late");
    late.subscribe("a", false);
    publish("p", "a", "2");
    passEnds();

    assertThat(late.got).containsExactly("2");
    assertThat(crowd).allSatisfy(each -> assertThat(each.got).containsExactly("1", "2"));
  }

  @Test
  void noLocalHoldsForWhatWasCollected() {
    crowd("a");
    publish("c1", "a", "1");
    publish("c2", "a", "2");
    publish("p", "a", "3");
    passEnds();

    assertThat(crowd.get(1).got).containsExactly("2", "3");
    assertThat(crowd.get(2).got).containsExactly("1", "2", "3");
    assertThat(crowd.get(3).got).containsExactly("1+2+3");
  }

  @Test
  void aSubscriberThatFailsDoesNotKeepTheOthersFromTheirs() {
    crowd("a");
    crowd.get(3).fails = true;
    publish("p", "a", "1");
    publish("p", "a", "2");
    passEnds();

    assertThat(crowd).filteredOn(each -> each.got.equals(List.of("1+2"))).hasSize(19);
  }

  @Test
  void aPassWithVeryManyMessagesDoesNotKeepThemAll() {
    crowd("a");
    for (int i = 0; i < 1000; i++) {
      publish("p", "a", Integer.toString(i));
    }
    assertThat(seen).isNotEmpty();
    passEnds();

    assertThat(seen).hasSize(20 * 1000);
    assertThat(String.join("+", crowd.get(0).got).split("\\+"))
        .hasSize(1000)
        .isSortedAccordingTo((a, b) -> Integer.compare(Integer.parseInt(a), Integer.parseInt(b)));
  }

  @Test
  void largeMessagesAreNotKeptUntilThePassEnds() {
    crowd("a");
    byte[] large = new byte[600 * 1024];
    for (int i = 0; i < 3; i++) {
      router.publish(
          new Message(
              Peer.message("p", "a").topic(),
              large,
              Message.NO_BYTES,
              1,
              false,
              0,
              Message.NEVER,
              "p",
              Integer.toString(i)),
          routes);
    }
    assertThat(crowd).allSatisfy(each -> assertThat(each.got).containsExactly("0+1"));
    passEnds();

    assertThat(crowd).allSatisfy(each -> assertThat(each.got).containsExactly("0+1", "2"));
  }

  @Test
  void aDurableOneAmongManyGetsEachMessageOnce() {
    router.journal(new Store());
    crowd("a");
    Crowd durable = new Crowd("durable");
    durable.own = new NotingList();
    durable.subscribe("a", false);
    publish("p", "a", "1", 1);
    publish("p", "a", "2", 0);
    assertThat(seen).containsExactly("stored 1 for durable", "2");
    assertThat(durable.got).containsExactly("2");
    passEnds();

    assertThat(crowd).allSatisfy(each -> assertThat(each.got).containsExactly("1+2"));
    assertThat(durable.got).containsExactly("2");
  }

  @Test
  void whoLeavesHasWhatItPublishedHandedOver() {
    crowd("a");
    publish("p", "a", "1");
    routes.handOver();

    assertThat(seen).hasSize(20);
  }
}
