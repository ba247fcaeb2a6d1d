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
package io.mqueduct.queue.expression;

import io.mqueduct.message.Message;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** One run of an expression over one message. Used once, by one thread. */
final class Evaluation {
  /** Greatest length of what a function gives back, in characters or bytes. */
  static final int MAX_VALUE = 1 << 20;

  private static final int BASE_BUDGET = 2 << 20;

  final Message message;
  final @Nullable String peerHost;
  private long left;
  private @Nullable String id;

  Evaluation(Message message, @Nullable String peerHost) {
    this.message = message;
    this.peerHost = peerHost;
    this.left = budget(message);
  }

  /** How many characters an evaluation may look at or make, all functions together. */
  static long budget(Message message) {
    return BASE_BUDGET + 4L * message.payload().length;
  }

  /** Pays for work that is about to be done. */
  void charge(long characters) {
    left -= characters + 1;
    if (left < 0) {
      throw new Fault("the expression does too much work for this message");
    }
  }

  /** Pays for a value that was or will be made. */
  void made(long length) {
    if (length > MAX_VALUE) {
      throw new Fault("a value is longer than " + MAX_VALUE + " characters");
    }
    charge(length);
  }

  /** Pays for more text behind what was paid for. */
  void grow(long length, long added) {
    if (length + added > MAX_VALUE) {
      throw new Fault("a value is longer than " + MAX_VALUE + " characters");
    }
    charge(added);
  }

  /** An identifier for this message, 32 hexadecimal digits, made when it is asked for. */
  String messageId() {
    String known = id;
    if (known == null) {
      known =
          String.format(
              Locale.ROOT,
              "%016X%016X",
              message.publishedAtMillis(),
              ThreadLocalRandom.current().nextLong());
      id = known;
    }
    return known;
  }
}
