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
package io.mqueduct.testkit;

import java.util.AbstractList;
import java.util.List;

/** Some PUBLISH packets in the order in which they came. Immutable. */
public final class Publishes extends AbstractList<Publish> {
  private final List<Publish> all;

  Publishes(List<Publish> all) {
    this.all = List.copyOf(all);
  }

  /** Their packet identifiers. */
  public List<Integer> ids() {
    return all.stream().map(Publish::id).toList();
  }

  /** Their topics. */
  public List<String> topics() {
    return all.stream().map(Publish::topic).toList();
  }

  /** Their payloads as text. */
  public List<String> texts() {
    return all.stream().map(Publish::text).toList();
  }

  @Override
  public Publish get(int index) {
    return all.get(index);
  }

  @Override
  public int size() {
    return all.size();
  }
}
