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
import java.util.ArrayList;
import java.util.List;

/** The list of a durable subscriber, which notes what it is told. */
final class NotingList implements StoredList {
  final List<String> lines = new ArrayList<>();

  @Override
  public long number() {
    return 6;
  }

  @Override
  public int lane(Message message) {
    return 0;
  }

  @Override
  public int qos(Message message, Subscription subscription) {
    return message.qos();
  }

  @Override
  public void stored(Message message, Subscription subscription, int qos, int lane, long sequence) {
    lines.add("stored");
  }

  @Override
  public void moves() {
    lines.add("moves");
  }

  @Override
  public void moved(Message message, Subscription subscription, int qos, int lane, long sequence) {
    lines.add("moved");
  }

  @Override
  public void notMoved() {
    lines.add("not moved");
  }
}
