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

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Where a command writes its standard output. {@link PrintStream} tells that something could not be
 * written, but not why: this remembers it, so that such a command is no success. Any thread.
 */
final class CommandOutput extends OutputStream {
  private final OutputStream to;
  private volatile @Nullable IOException failure;

  CommandOutput(OutputStream to) {
    this.to = to;
  }

  /** What commands print to: each line at once. */
  PrintStream stream(Charset charset) {
    return new PrintStream(new BufferedOutputStream(this), true, charset);
  }

  /** Why something could not be written; null if all was. */
  @Nullable IOException failure() {
    return failure;
  }

  /** Whether it failed since its reader has gone, as in "… | head -1": nobody misses anything. */
  static boolean isReaderGone(IOException failure) {
    String said = failure.getMessage();
    return said != null && said.contains("Broken pipe");
  }

  @Override
  public void write(int oneByte) throws IOException {
    write(new byte[] {(byte) oneByte}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      to.write(bytes, from, length);
    } catch (IOException e) {
      remember(e);
      throw e;
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      to.flush();
    } catch (IOException e) {
      remember(e);
      throw e;
    }
  }

  private void remember(IOException e) {
    if (failure == null) {
      failure = e;
    }
  }
}
