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

import io.mqueduct.message.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A QoS 2 message of the client that is on its way into the store: until it is there, a repetition
 * of it must not be answered either. Owned by the loop that owns the session.
 */
public final class Qos2Commit {
  private @Nullable List<Consumer<ReasonCode>> followers;

  Qos2Commit() {}

  void add(Consumer<ReasonCode> follower) {
    if (followers == null) {
      followers = new ArrayList<>(1);
    }
    followers.add(follower);
  }

  void tell(ReasonCode outcome) {
    if (followers != null) {
      followers.forEach(each -> each.accept(outcome));
    }
  }
}
