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
package io.mqueduct.queue;

import io.mqueduct.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * One delivery of one message to one consumer. Its accessors are for any thread; everything else
 * belongs to the queue's loop.
 */
public final class Handout {
  private final Message message;
  private final long sequence;
  private final int deliveries;
  private final long atMillis;

  final QueueEntry entry;
  final ConsumerState consumer;

  /** Whether the queue still waits for this one; not after its time or its consumer's end. */
  boolean open = true;

  /** Whether its consumer still has to say what became of it. */
  boolean owed = true;

  // By time, and by consumer.
  @Nullable Handout earlier;
  @Nullable Handout later;
  @Nullable Handout consumersEarlier;
  @Nullable Handout consumersLater;

  Handout(QueueEntry entry, ConsumerState consumer, Message message, long atMillis) {
    this.entry = entry;
    this.consumer = consumer;
    this.message = message;
    this.sequence = entry.sequence;
    this.deliveries = entry.deliveries;
    this.atMillis = atMillis;
  }

  /** What is delivered, with the facts that the queue adds. */
  public Message message() {
    return message;
  }

  /** The number of the message in its queue. */
  public long sequence() {
    return sequence;
  }

  /** Whether the queue still waits for what becomes of it. The queue's loop only. */
  boolean isOpen() {
    return open;
  }

  /** How often it was handed out, this time included. */
  public int deliveries() {
    return deliveries;
  }

  /** When it was handed out, wall clock. */
  public long atMillis() {
    return atMillis;
  }

  /** Who has it. */
  public String consumerId() {
    return consumer.consumer.id();
  }
}
