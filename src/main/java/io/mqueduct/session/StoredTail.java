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

/**
 * The part of one priority level that waits in the store only: how much it is and where it begins.
 * What is newer than anything in here is in here as well. Owned by the loop that owns the session.
 */
final class StoredTail {
  /** No message of the tail has a lower sequence. */
  long from;

  int count;
  int qos0;
  long bytes;

  /** A page is on its way; it holds nothing newer than this, 0 if none is. */
  long readUntil;

  private int arrived;
  private int arrivedQos0;
  private long arrivedBytes;

  boolean isReading() {
    return readUntil != 0;
  }

  void add(long sequence, int qos, long size) {
    if (count == 0 && !isReading()) {
      from = sequence;
    }
    count++;
    bytes += size;
    arrived++;
    arrivedBytes += size;
    if (qos == 0) {
      qos0++;
      arrivedQos0++;
    }
  }

  void reading(long until) {
    readUntil = until;
    arrived = 0;
    arrivedQos0 = 0;
    arrivedBytes = 0;
  }

  /** One message of the page that was read. */
  void read(StoredDelivery delivery) {
    from = delivery.sequence + 1;
    less(delivery.qos == 0 ? 1 : 0, delivery.message.sizeBytes());
  }

  /** The page is complete; if it was the last, what is left came since it was asked for. */
  void pageEnds(boolean last) {
    if (last) {
      from = readUntil + 1;
      count = arrived;
      qos0 = arrivedQos0;
      bytes = arrivedBytes;
    }
    readUntil = 0;
  }

  /** A message is gone whose size is not known: the average counts. Returns that. */
  long dropped(boolean ofQos0) {
    return less(ofQos0 ? 1 : 0, count == 0 ? 0 : bytes / count);
  }

  /** A message is gone. Returns by how much the bytes are less. */
  long less(int ofQos0, long size) {
    long before = bytes;
    count = Math.max(0, count - 1);
    qos0 = Math.max(0, Math.min(count, qos0 - ofQos0));
    bytes = count == 0 ? 0 : Math.max(0, bytes - size);
    return before - bytes;
  }
}
