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
package io.mqueduct.admin;

import java.nio.file.Path;

/** Copies what the running broker has stored. Any thread that may block. */
@FunctionalInterface
public interface StoreBackup {
  /**
   * Makes a copy of the present state.
   *
   * @param target a directory that does not exist or is empty
   * @throws io.mqueduct.message.BrokerException with one line
   */
  void create(Path target);
}
