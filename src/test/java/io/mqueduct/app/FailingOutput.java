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
package io.mqueduct.app;

import java.io.IOException;
import java.io.OutputStream;

/** Output that takes so many lines, and then fails as the system does. */
final class FailingOutput extends OutputStream {
  /** A disk is full. */
  static final String FULL = "No space left on device";

  /** Whoever has read it is gone. */
  static final String GONE = "Broken pipe";

  private final String failure;
  private int lines;

  FailingOutput(int lines, String failure) {
    this.lines = lines;
    this.failure = failure;
  }

  @Override
  public void write(int b) throws IOException {
    if (lines == 0) {
      throw new IOException(failure);
    }
    if (b == '\n') {
      lines--;
    }
  }
}
