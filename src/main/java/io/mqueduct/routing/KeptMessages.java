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

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Some of the topics with retained messages: those of a topic take turns, so that memory and store
 * have them in the same order; and when the store fails with one, memory goes back to what the
 * store has. Any thread; what follows is done under a lock.
 */
final class KeptMessages {
  private static final long EXPIRED_TOO = Long.MIN_VALUE;

  private final ReentrantLock turn = new ReentrantLock();
  private final RetainedStore retained;

  /** Topics with messages that the store has not answered yet. */
  private final Map<String, InDoubt> inDoubt = new HashMap<>();

  /** What is known of a topic while the store works at it. */
  private static final class InDoubt {
    /** What the store has; null for nothing. */
    private @Nullable Message stored;

    /** What memory has, or an empty message if it was cleared. */
    private Message latest;

    private int awaited;

    private InDoubt(@Nullable Message stored, Message latest) {
      this.stored = stored;
      this.latest = latest;
    }
  }

  KeptMessages(RetainedStore retained) {
    this.retained = retained;
  }

  /** Gives a message to the store. */
  @FunctionalInterface
  interface Storing {
    /** False if the store takes nothing at the moment. */
    boolean store(Receipt receipt);
  }

  /**
   * Makes a message the retained one of its topic, or clears the topic.
   *
   * @param receipt of the publisher, if one waits
   * @return null, or why nothing was done
   */
  @Nullable ReasonCode keep(Message message, @Nullable Receipt receipt, Storing storing) {
    turn.lock();
    try {
      String topic = message.topic().text();
      Message before = retained.get(topic, EXPIRED_TOO);
      if (StoredPublishing.isRefused(retained.set(message))) {
        return ReasonCode.QUOTA_EXCEEDED;
      }
      InDoubt known = inDoubt.get(topic);
      if (known == null) {
        known = new InDoubt(before, message);
        inDoubt.put(topic, known);
      }
      Message earlier = known.latest;
      known.latest = message;
      known.awaited++;
      if (storing.store(new Kept(known, message, receipt))) {
        return null;
      }
      known.latest = earlier;
      answered(known, topic);
      putBack(topic, before);
      return ReasonCode.SERVER_BUSY;
    } finally {
      turn.unlock();
    }
  }

  /** Removes a message that has expired, if it still is the one of its topic, and stored. */
  boolean removeExpired(Message expired, BooleanSupplier fromStore, BooleanSupplier remove) {
    turn.lock();
    try {
      return !inDoubt.containsKey(expired.topic().text())
          && retained.has(expired)
          && fromStore.getAsBoolean()
          && remove.getAsBoolean();
    } finally {
      turn.unlock();
    }
  }

  private void answered(InDoubt known, String topic) {
    known.awaited--;
    if (known.awaited == 0) {
      inDoubt.remove(topic);
    }
  }

  private void putBack(String topic, @Nullable Message before) {
    if (before == null) {
      retained.clear(topic.getBytes(StandardCharsets.UTF_8));
    } else {
      retained.putBack(before);
    }
  }

  /** What becomes of one message in the store; its publisher is told afterwards. */
  private final class Kept implements Receipt {
    private final InDoubt known;
    private final Message message;
    private final @Nullable Receipt receipt;

    private Kept(InDoubt known, Message message, @Nullable Receipt receipt) {
      this.known = known;
      this.message = message;
      this.receipt = receipt;
    }

    @Override
    public @Nullable StoredList publisherList() {
      return receipt == null ? null : receipt.publisherList();
    }

    @Override
    public int packetId() {
      return receipt == null ? 0 : receipt.packetId();
    }

    @Override
    public void stored() {
      turn.lock();
      try {
        known.stored = message.payload().length == 0 ? null : message;
        answered(known, message.topic().text());
      } finally {
        turn.unlock();
      }
      if (receipt != null) {
        receipt.stored();
      }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // this very message, not one like it
    public void failed(ReasonCode why) {
      turn.lock();
      try {
        if (known.latest == message) { // else a newer one is there, or will go back by itself
          putBack(message.topic().text(), known.stored);
        }
        answered(known, message.topic().text());
      } finally {
        turn.unlock();
      }
      if (receipt != null) {
        receipt.failed(why);
      }
    }
  }
}
