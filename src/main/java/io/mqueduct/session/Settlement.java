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

/**
 * Somebody who wants to know what became of one QoS 1 or 2 delivery: a named queue or a shared
 * group. Called once, by the loop that owns the session.
 */
public interface Settlement {
  /** The client acknowledged it, or refused it (a code of 0x80 or more). */
  void settled(ReasonCode code);

  /** It was never acknowledged and never will be here: the session ended or gave it back. */
  void returned();
}
