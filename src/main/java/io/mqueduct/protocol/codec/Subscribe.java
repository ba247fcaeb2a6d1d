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
package io.mqueduct.protocol.codec;

import java.util.List;

/**
 * A SUBSCRIBE packet (MQTT 5.0 section 3.8).
 *
 * @param packetId 1 to 65,535
 * @param subscriptionId 1 to 268,435,455, or 0 for none
 * @param filters at least one, in their order
 */
public record Subscribe(int packetId, int subscriptionId, List<Filter> filters) implements Packet {
  @Override
  public PacketType type() {
    return PacketType.SUBSCRIBE;
  }

  /**
   * One topic filter with its options.
   *
   * @param filter well-formed text; whether it is a valid filter is answered in the SUBACK, one by
   *     one, so it may be empty or nonsense here
   * @param qos 0, 1 or 2
   * @param noLocal never with {@code $share/} (MQTT-3.8.3-4)
   * @param retainAsPublished false for the older versions
   * @param retainHandling 0, 1 or 2
   */
  public record Filter(
      String filter, int qos, boolean noLocal, boolean retainAsPublished, int retainHandling) {}
}
