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
package io.mqueduct.bus;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageCodec;

/**
 * Sends a body to another event loop of this process as it is. For immutable records, and for a
 * session whose sender gives it away with the message.
 *
 * @param <T> the body's class
 */
public final class LocalCodec<T> implements MessageCodec<T, T> {
  private final Class<T> type;

  private LocalCodec(Class<T> type) {
    this.type = type;
  }

  /** Registers the codec for a class; once for each Vert.x instance. */
  public static <T> void register(EventBus bus, Class<T> type) {
    bus.registerDefaultCodec(type, new LocalCodec<>(type));
  }

  @Override
  public T transform(T body) {
    return body;
  }

  @Override
  public void encodeToWire(Buffer buffer, T body) {
    throw new IllegalStateException(type.getName() + " does not leave this process");
  }

  @Override
  public T decodeFromWire(int position, Buffer buffer) {
    throw new IllegalStateException(type.getName() + " does not leave this process");
  }

  @Override
  public String name() {
    return "local:" + type.getName();
  }

  @Override
  public byte systemCodecID() {
    return -1;
  }
}
