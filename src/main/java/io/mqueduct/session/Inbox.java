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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that other threads hand to a session. Any number of threads push, the loop that owns
 * the session takes all at once; no locks, and no memory while it is empty.
 */
final class Inbox {
  /** Bytes. */
  static final int UNIT = 4096;

  private static final VarHandle NEWEST;

  static {
    try {
      NEWEST = MethodHandles.lookup().findVarHandle(Inbox.class, "newest", Delivery.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // through NEWEST
  private @Nullable Delivery newest;

  /**
   * How many deliveries are in it, where one counts once more for each {@link #UNIT} of its
   * message, as that is memory too; never asks more than its newest one.
   */
  long depth() {
    Delivery top = (Delivery) NEWEST.getVolatile(this);
    return top == null ? 0 : top.at;
  }

  /** Any thread: adds a delivery; true if it was empty, so that the owner has to be woken. */
  boolean push(Delivery delivery) {
    int weight = delivery.weight();
    while (true) {
      Delivery top = (Delivery) NEWEST.getVolatile(this);
      delivery.next = top;
      delivery.at = (top == null ? 0 : top.at) + weight;
      if (NEWEST.compareAndSet(this, top, delivery)) {
        return top == null;
      }
    }
  }

  /** Owner: takes all out, linked from the oldest to the newest by {@code next}; null if none. */
  @Nullable Delivery takeAll() {
    if (NEWEST.getVolatile(this) == null) {
      return null;
    }
    Delivery newer = (Delivery) NEWEST.getAndSet(this, null);
    Delivery oldest = null;
    while (newer != null) {
      Delivery older = newer.following();
      newer.next = oldest;
      oldest = newer;
      newer = older;
    }
    return oldest;
  }
}
