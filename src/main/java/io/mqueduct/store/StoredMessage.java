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
package io.mqueduct.store;

import io.mqueduct.message.Message;
import org.jspecify.annotations.Nullable;

/** One message of a list, as it was {@linkplain MessageCommand.Append appended}. Immutable. */
public final class StoredMessage {
  private static final int[] NONE = new int[0];

  private final int lane;
  private final long sequence;
  private final int flags;
  private final byte @Nullable [] key;
  private final long visibleAtMillis;
  private final int[] identifiers;
  private final Message message;

  private StoredMessage(
      int lane,
      long sequence,
      int flags,
      byte @Nullable [] key,
      long visibleAtMillis,
      int[] identifiers,
      Message message) {
    this.lane = lane;
    this.sequence = sequence;
    this.flags = flags;
    this.key = key;
    this.visibleAtMillis = visibleAtMillis;
    this.identifiers = identifiers;
    this.message = message;
  }

  /** Priority level. */
  public int lane() {
    return lane;
  }

  /** Names it within its list. */
  public long sequence() {
    return sequence;
  }

  /** QoS of the delivery. */
  public int qos() {
    return flags & Reference.QOS;
  }

  /** RETAIN flag of the delivery. */
  public boolean retain() {
    return (flags & Reference.RETAIN) != 0;
  }

  /** Key in a last-value queue, else null. Not to be changed. */
  public byte @Nullable [] key() {
    return key;
  }

  /** Wall clock from which it may be delivered; 0 for at once. */
  public long visibleAtMillis() {
    return visibleAtMillis;
  }

  /** Subscription identifiers of the delivery. Not to be changed. */
  public int[] identifiers() {
    return identifiers;
  }

  /** What was published. */
  public Message message() {
    return message;
  }

  /** Decodes one; null if it is shared and its last reference has just gone. */
  static @Nullable StoredMessage decode(Columns columns, int lane, long sequence, byte[] value) {
    var in = new ByteSource(value);
    var reference = Reference.decode(0, lane, sequence, in);
    int flags = reference.flags();
    long visibleAt = (flags & Reference.DELAYED) != 0 ? in.varint() : 0;
    int[] identifiers = NONE;
    if ((flags & Reference.IDENTIFIERS) != 0) {
      identifiers = new int[in.count(in.remaining())];
      for (int i = 0; i < identifiers.length; i++) {
        identifiers[i] = in.count(268_435_455);
      }
    }
    Message message;
    if (reference.isShared()) {
      byte[] body = columns.get(Column.BODIES, Keys.number(sequence));
      if (body == null) {
        return null;
      }
      message = MessageCodec.decode(new ByteSource(body));
    } else {
      message = MessageCodec.decode(in);
    }
    var key = reference.key();
    return new StoredMessage(
        lane, sequence, flags, key == null ? null : key.bytes(), visibleAt, identifiers, message);
  }
}
