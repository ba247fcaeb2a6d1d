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

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A consumer with a window, whose messages a test settles by hand. */
final class FakeConsumer implements QueueConsumer {
  private final String id;
  int window;
  final List<Handout> held = new ArrayList<>();
  final List<Handout> seen = new ArrayList<>();
  Consumer<Handout> onDeliver = handout -> {};

  FakeConsumer(String id, int window) {
    this.id = id;
    this.window = window;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public int credit() {
    return window - held.size();
  }

  @Override
  public void deliver(Handout handout) {
    if (credit() <= 0) {
      throw new AssertionError("delivered without credit");
    }
    held.add(handout);
    seen.add(handout);
    onDeliver.accept(handout);
  }

  List<String> payloads() {
    return seen.stream().map(h -> Messages.payload(h.message())).toList();
  }
}
