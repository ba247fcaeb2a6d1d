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

/** Where a part of the session reports deliveries that it gives up. */
interface Drops {
  /** The delivery is in no list any more and will not be sent. */
  void dropped(Delivery delivery, DropReason reason);

  /** Messages are gone that only the store had. */
  default void droppedInStore(DropReason reason, int count) {}
}
