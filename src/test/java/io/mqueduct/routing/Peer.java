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
import io.mqueduct.message.TopicName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A subscriber whose state a test decides. */
final class Peer implements Subscriber {
  private final String clientId;
  volatile boolean online = true;
  volatile int inflight;
  volatile int credit = Integer.MAX_VALUE;

  /** Of what it is lent in all; more it gives back at once. */
  int limit = Integer.MAX_VALUE;

  int refused;
  @Nullable StoredList own;
  final List<Message> delivered = new ArrayList<>();
  final List<Message> lent = new ArrayList<>();
  final List<Settlement> settlements = new ArrayList<>();
  final List<CreditListener> listeners = new ArrayList<>();

  Peer(String clientId) {
    this.clientId = clientId;
  }

  Subscription to(String filter) {
    return to(filter, 0, false, false);
  }

  Subscription to(String filter, int qos, boolean noLocal, boolean keepRetain, int... ids) {
    return new Subscription(this, filter, null, qos, noLocal, keepRetain, 0, ids);
  }

  Subscription share(String group, String filter) {
    return share(group, filter, 1);
  }

  Subscription share(String group, String filter, int qos) {
    return new Subscription(this, filter, group, qos, false, false, 0, Subscription.NO_IDENTIFIERS);
  }

  static Message message(String publisher, String topic) {
    return message(publisher, topic, 1);
  }

  static Message message(String publisher, String topic, int qos) {
    return new Message(
        TopicName.of(topic),
        Message.NO_BYTES,
        Message.NO_BYTES,
        qos,
        false,
        0,
        Message.NEVER,
        publisher,
        null);
  }

  @Override
  public String clientId() {
    return clientId;
  }

  @Override
  public boolean isOnline() {
    return online;
  }

  @Override
  public int inflight() {
    return inflight;
  }

  @Override
  public void deliver(Message message, Subscription subscription) {
    delivered.add(message);
  }

  @Override
  public void lend(Message message, Subscription subscription, int qos, Settlement settlement) {
    if (lent.size() >= limit) {
      assertThat(++refused).as("times that it came again").isLessThan(100);
      credit = 0;
      settlement.returned(false);
      return;
    }
    lent.add(message);
    settlements.add(settlement);
    credit--;
  }

  @Override
  public int credit() {
    return credit;
  }

  @Override
  public @Nullable StoredList storedList() {
    return own;
  }

  @Override
  public void addCreditListener(CreditListener listener) {
    listeners.add(listener);
  }

  @Override
  public void removeCreditListener(CreditListener listener) {
    listeners.remove(listener);
  }

  /** Comes online, or gets credit: whoever waits is told. */
  void ready(int messages) {
    online = true;
    credit = messages;
    listeners.forEach(each -> each.creditAvailable(this));
  }

  @Override
  public String toString() {
    return clientId;
  }
}
