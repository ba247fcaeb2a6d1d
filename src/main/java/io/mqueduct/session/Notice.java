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
 * Something that the store says to a session, on its way through the inbox, so that whoever owns
 * the session by then hears it in order. Not a message.
 */
final class Notice extends Delivery {
  private static final int[] NONE = {};

  final Action action;

  /** What the owner does. */
  interface Action {
    /** Called by the owner's loop. */
    void run(long nowMillis);
  }

  Notice(Action action) {
    super(RELEASED, NONE, 0, false, null);
    this.action = action;
  }
}
