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
package io.mqueduct.queue.wire;

import io.mqueduct.testkit.Bytes;
import io.mqueduct.testkit.PacketType;
import io.mqueduct.testkit.Properties5;
import io.mqueduct.testkit.PropertyId;
import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.WirePeer;
import java.util.ArrayList;
import java.util.List;

/** What scripts about consumers say often. */
final class Worker {
  private Worker() {}

  /** Refuses a message for a reason. */
  static void reject(WirePeer worker, Publish message, int code, String reason) {
    worker.send(
        Bytes.bytes()
            .u16(message.id())
            .u8(code)
            .raw(Properties5.none().with(PropertyId.REASON_STRING, reason).encoded())
            .packet(PacketType.PUBACK));
  }

  /** Refuses a message. */
  static void reject(WirePeer worker, Publish message, int code) {
    worker.ack(PacketType.PUBACK, message.id(), code);
  }

  /** Acknowledges messages. */
  static void ack(WirePeer worker, Iterable<Publish> messages) {
    for (Publish each : messages) {
      worker.puback(each.id());
    }
  }

  /** What a queue says of how often a message has been handed out; 1 if it says nothing. */
  static int deliveryCount(Publish message) {
    for (String each : message.properties().users()) {
      if (each.startsWith("mq-delivery-count=")) {
        return Integer.parseInt(each.substring("mq-delivery-count=".length()));
      }
    }
    return 1;
  }

  /** Texts {@code m<from>} to {@code m<to>}. */
  static List<String> texts(int from, int to) {
    List<String> texts = new ArrayList<>();
    for (int i = from; i <= to; i++) {
      texts.add("m" + i);
    }
    return texts;
  }
}
