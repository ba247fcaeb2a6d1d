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
package io.mqueduct.store;

import io.mqueduct.message.Message;
import io.mqueduct.message.TopicName;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A message as bytes: {@code version(1) flags(1) publishedAt(8) [expiresAt(8)] topic publisher
 * [username] properties payload}, the payload being the rest. Stateless.
 */
final class MessageCodec {
  private static final int VERSION = 1;
  private static final int QOS = 3;
  private static final int RETAIN = 4;
  private static final int EXPIRES = 8;
  private static final int USERNAME = 16;

  private MessageCodec() {}

  static void encode(Message message, ByteSink out) {
    String username = message.username();
    boolean expires = message.expiresAtMillis() != Message.NEVER;
    out.u8(VERSION)
        .u8(
            message.qos()
                | (message.retain() ? RETAIN : 0)
                | (expires ? EXPIRES : 0)
                | (username != null ? USERNAME : 0))
        .u64(message.publishedAtMillis());
    if (expires) {
      out.u64(message.expiresAtMillis());
    }
    out.bytes(message.topic().utf8()).text(message.publisher());
    if (username != null) {
      out.text(username);
    }
    out.bytes(message.properties()).raw(message.payload(), 0, message.payload().length);
  }

  static Message decode(ByteSource in) {
    int version = in.u8();
    if (version != VERSION) {
      throw ByteSource.damaged("a message of format " + version);
    }
    int flags = in.u8();
    if ((flags & QOS) == 3 || flags > 31) {
      throw ByteSource.damaged("a message with flags " + flags);
    }
    long publishedAt = in.u64();
    long expiresAt = (flags & EXPIRES) != 0 ? in.u64() : Message.NEVER;
    byte[] topic = in.bytes();
    requireUtf8(topic);
    String publisher = in.text();
    @Nullable String username = (flags & USERNAME) != 0 ? in.text() : null;
    byte[] properties = in.bytes();
    byte[] payload = in.rest();
    return new Message(
        TopicName.ofUtf8(topic),
        payload,
        properties,
        flags & QOS,
        (flags & RETAIN) != 0,
        publishedAt,
        expiresAt,
        publisher,
        username);
  }

  private static void requireUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
    } catch (CharacterCodingException e) {
      throw ByteSource.damaged("a topic that is not UTF-8");
    }
  }
}
