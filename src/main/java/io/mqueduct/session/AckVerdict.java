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

/** What an acknowledgement from the client means for the window. */
enum AckVerdict {
  /** The exchange is complete, the slot free. */
  DONE,
  /** First PUBREC: the message is the client's now, a PUBREL is owed. */
  RELEASE,
  /** A PUBREC again: send the PUBREL again. */
  RELEASE_AGAIN,
  /** A PUBREC with a code of 0x80 or more: the exchange ends here. */
  REFUSED,
  /** No exchange has this identifier. */
  UNKNOWN,
  /** The exchange is of another kind, or not yet that far: a protocol error. */
  WRONG_KIND
}
