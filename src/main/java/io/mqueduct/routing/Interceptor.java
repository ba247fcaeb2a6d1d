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
import org.jspecify.annotations.Nullable;

/**
 * Is shown every message of a filter before its publisher is answered: may keep it, refuse it, or
 * do nothing. A named queue is one. Any thread; nothing blocks.
 */
public interface Interceptor {
  /**
   * Whether it may refuse a message for good reason, so that it has to be asked before anybody gets
   * it. One that does not is told to store at once.
   */
  boolean mayRefuse();

  /** Whether so much waits for it that publishers should pause. */
  boolean isBusy();

  /**
   * A message comes by. Nothing happens until a method of the answer is called.
   *
   * @param peerHost address of the publisher, if there is one
   */
  Passage pass(Message message, @Nullable String peerHost, Listener listener);

  /** One message on its way by. Any thread; calls from one thread take effect in their order. */
  interface Passage {
    /**
     * Why nobody is to get it, for its publisher to read: it asks for what cannot be. Null for
     * nearly all messages. To be looked at before the other methods if the publisher is answered.
     */
    @Nullable String objection();

    /** Asks for a place; answered with {@link Listener#reserved}. */
    void reserve();

    /** Has it stored; answered with {@link Listener#stored}. */
    void store();

    /** The place that was granted is not needed. */
    void giveUp();
  }

  /** Who waits for the answers. Called by any thread; not to throw. */
  interface Listener {
    /** Nobody does. */
    Listener NOBODY =
        new Listener() {
          @Override
          public void reserved(boolean granted) {}

          @Override
          public void stored(ReasonCode outcome, int fillPercent) {}

          @Override
          public boolean losesWhatIsRefused() {
            return true;
          }

          @Override
          public boolean losesWhatFails() {
            return true;
          }
        };

    /** Whether there is a place. */
    void reserved(boolean granted);

    /**
     * What became of it.
     *
     * @param outcome SUCCESS also if the interceptor had no use for it; else what the publisher is
     *     to be told
     * @param fillPercent how much of the interceptor's limit is used, 0 if it has none
     */
    void stored(ReasonCode outcome, int fillPercent);

    /** Whether a message that finds no place is lost: no publisher is told, nobody tries again. */
    default boolean losesWhatIsRefused() {
      return false;
    }

    /** Whether one that the store does not take is lost: nobody is told, nobody tries again. */
    default boolean losesWhatFails() {
      return false;
    }
  }
}
