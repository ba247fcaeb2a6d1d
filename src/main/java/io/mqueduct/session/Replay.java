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

import io.mqueduct.message.Message;
import io.mqueduct.routing.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * The retained messages that a new subscription is owed, pulled one by one when the client can take
 * one, so that no limit on waiting messages ever cuts them and memory stays flat.
 *
 * <p>Called by the loop that owns the session. {@link #next} looks into the retained store at the
 * moment of the call; as a retained message is stored before it is delivered to sessions, what is
 * pulled is never older than what the client has already been sent on that topic.
 */
public interface Replay {
  /** The subscription that is being answered. */
  Subscription subscription();

  /** The next retained message as it is now, or null at the end. Must be quick and not block. */
  @Nullable Message next();
}
