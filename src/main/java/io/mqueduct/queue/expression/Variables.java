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
package io.mqueduct.queue.expression;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.mqueduct.message.Message;
import io.mqueduct.queue.property.PublishProperties;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What {@code message.…} stands for. Stateless. */
final class Variables {
  private Variables() {}

  /**
   * A variable.
   *
   * @param path names ({@code String}) and indexes ({@code Long})
   * @param column of its beginning, for errors
   */
  static Node of(List<Object> path, int column) throws SyntaxException {
    if (!path.get(0).equals("message")) {
      throw new SyntaxException(column, "unknown variable " + path.get(0) + ", known is message");
    }
    String field = path.size() > 1 ? path.get(1).toString() : "";
    List<Object> rest = path.subList(Math.min(2, path.size()), path.size());
    Node node =
        switch (field) {
          case "payload" -> rest.isEmpty() ? e -> e.message.payload() : json(List.copyOf(rest));
          case "headers" -> header(rest);
          case "flags" -> rest.isEmpty() ? null : flag(rest.get(0).toString());
          default -> rest.isEmpty() ? plain(field) : null;
        };
    if (node == null) {
      throw new SyntaxException(
          column,
          "unknown variable "
              + path.stream().map(Object::toString).collect(Collectors.joining("."))
              + ", known are message.from, .topic, .qos, .payload, .id, .timestamp, .flags.retain,"
              + " .headers.username, .headers.peerhost, .headers.properties.NAME");
    }
    return node;
  }

  private static @Nullable Node plain(String field) {
    return switch (field) {
      case "from", "clientid" -> e -> e.message.publisher();
      case "topic" -> e -> e.message.topic().text();
      case "qos" -> e -> (long) e.message.qos();
      case "id" -> Evaluation::messageId;
      case "timestamp" -> e -> e.message.publishedAtMillis();
      default -> null;
    };
  }

  private static @Nullable Node flag(String name) {
    return switch (name) {
      case "retain" -> e -> e.message.retain();
      case "dup" -> e -> false;
      default -> null;
    };
  }

  private static @Nullable Node header(List<Object> path) {
    if (path.isEmpty()) {
      return null;
    }
    String name = path.get(0).toString();
    if (name.equals("properties")) {
      return path.size() < 2 ? null : property(path.subList(1, path.size()));
    }
    return switch (name) {
      case "username" -> e -> e.message.username();
      case "peerhost" -> e -> e.peerHost;
      default -> e -> null; // EMQX has more headers; here they are never bound
    };
  }

  private static @Nullable Node property(List<Object> path) {
    String name = path.get(0).toString();
    if (name.equals("User-Property")) {
      if (path.size() < 2) {
        return null;
      }
      String user =
          path.subList(1, path.size()).stream()
              .map(Object::toString)
              .collect(Collectors.joining("."));
      return e -> {
        byte[] block = e.message.properties();
        e.charge(block.length);
        return PublishProperties.user(block, user);
      };
    }
    if (path.size() > 1) {
      return null;
    }
    return switch (name) {
      case "Content-Type" -> bytes(PublishProperties.CONTENT_TYPE);
      case "Response-Topic" -> bytes(PublishProperties.RESPONSE_TOPIC);
      case "Correlation-Data" -> bytes(PublishProperties.CORRELATION_DATA);
      case "Payload-Format-Indicator" ->
          e -> (long) PublishProperties.payloadFormat(e.message.properties());
      case "Message-Expiry-Interval" -> Variables::expirySeconds;
      default -> null;
    };
  }

  private static Node bytes(int id) {
    return e -> {
      byte[] block = e.message.properties();
      e.charge(block.length);
      return PublishProperties.bytes(block, id);
    };
  }

  private static @Nullable Object expirySeconds(Evaluation e) {
    Message message = e.message;
    return message.expiresAtMillis() == Message.NEVER
        ? null
        : (Object) ((message.expiresAtMillis() - message.publishedAtMillis()) / 1000);
  }

  /** A value inside of the payload; unbound if the payload is not JSON or does not have it. */
  private static Node json(List<Object> path) {
    return e -> {
      e.charge(e.message.payload().length);
      try {
        return JsonPath.find(e.message.payload(), path, e);
      } catch (JsonProcessingException bad) {
        return null;
      }
    };
  }
}
