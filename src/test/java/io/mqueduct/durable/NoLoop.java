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
package io.mqueduct.durable;

import io.mqueduct.message.Message;
import io.mqueduct.session.Session;
import io.mqueduct.session.SessionLoop;

/** A loop that nobody asks for anything here. */
final class NoLoop implements SessionLoop {
  long tickAt;

  @Override
  public boolean isCurrent() {
    return true;
  }

  @Override
  public long nowMillis() {
    return 0;
  }

  @Override
  public void wake(Session session) {}

  @Override
  public boolean collects(Message message) {
    return true;
  }

  @Override
  public void overloaded() {}

  @Override
  public void tickAt(Session session, long atMillis) {
    tickAt = atMillis;
  }

  @Override
  public void atEndOfPass(Session session) {}
}
