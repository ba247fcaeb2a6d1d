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
package io.mqueduct.observe;

import io.mqueduct.message.Message;
import io.mqueduct.session.DropListener;
import io.mqueduct.session.DropReason;
import io.mqueduct.session.Session;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts the messages that sessions dropped, by reason, since the start. Any thread. */
public final class DropCounts implements DropListener {
  private final Map<DropReason, LongAdder> counts = new EnumMap<>(DropReason.class);

  /** Nothing dropped yet. */
  public DropCounts() {
    for (DropReason reason : DropReason.values()) {
      counts.put(reason, new LongAdder());
    }
  }

  @Override
  public void dropped(Session session, Message message, DropReason reason) {
    count(reason).increment();
  }

  @Override
  public void droppedInStore(Session session, DropReason reason, int dropped) {
    count(reason).add(dropped);
  }

  private LongAdder count(DropReason reason) {
    LongAdder count = counts.get(reason);
    if (count == null) {
      throw new IllegalStateException("no count for " + reason);
    }
    return count;
  }

  /** How many for a reason. */
  public long of(DropReason reason) {
    return count(reason).sum();
  }

  /** How many in all. */
  public long total() {
    long total = 0;
    for (LongAdder count : counts.values()) {
      total += count.sum();
    }
    return total;
  }
}
