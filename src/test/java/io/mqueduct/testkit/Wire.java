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

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** A byte stream to a broker: TCP, TLS, or the binary frames of a WebSocket. One thread. */
public interface Wire {
  /** Sends bytes at once, in one piece. */
  void write(byte[] bytes) throws IOException;

  /** The MQTT bytes that come back; a read beyond the time-out throws. */
  InputStream in();

  /** How long a read waits. */
  void timeout(Duration limit) throws IOException;

  /** Drops the connection without a word. */
  void cut() throws IOException;
}
