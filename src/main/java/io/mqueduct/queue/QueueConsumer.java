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

/**
 * Somebody who takes messages from a queue: an MQTT session or an HTTP lease. Both methods are
 * called on the queue's loop; neither may call back into the queue before it returns.
 */
public interface QueueConsumer {
  /** Client id, or whatever names it to people. */
  String id();

  /** How many messages it can take now; 0 or less for none. Asked before each message. */
  int credit();

  /**
   * Takes one message. What became of it is to be told to the queue exactly once, with {@link
   * NamedQueue#settled} or {@link NamedQueue#returned}.
   */
  void deliver(Handout handout);
}
