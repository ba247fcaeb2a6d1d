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

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;

/** A {@link Delivery} whose message lies in the store. Owned as that one. */
public final class StoredDelivery extends Delivery {
  /** Stands for a message in the window that was not read from the store yet. */
  static final Message UNREAD =
      new Message(
          TopicName.of(""),
          Message.NO_BYTES,
          Message.NO_BYTES,
          2,
          false,
          0,
          Message.NEVER,
          "",
          null);

  final long sequence;
  final short lane;

  /** It may be sent: it does not wait for the store to know of it. */
  boolean marked;

  /** Its PUBREC is on its way into the store; the PUBREL comes behind it. */
  boolean receiptWaits;

  /** It came from a shared group, which counted on it. */
  boolean moved;

  /** A message of a lane. */
  public StoredDelivery(
      Message message, int[] identifiers, int qos, boolean retain, int lane, long sequence) {
    super(message, identifiers, qos, retain, null);
    this.lane = (short) lane;
    this.sequence = sequence;
  }

  @Override
  boolean countsAsLent() {
    return moved;
  }

  /** Names it in its lane. */
  public long sequence() {
    return sequence;
  }
}
