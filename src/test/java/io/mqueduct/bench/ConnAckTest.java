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
package io.mqueduct.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnAckTest {
  @ParameterizedTest
  @CsvSource({
    "00,65535",
    "03210064,100",
    "0821006422000A2700,100",
    "0512000161210005,5",
    "112600016100016221000A,10",
    "03FF0064,65535",
    "0421,65535"
  })
  void findsTheReceiveMaximumAmongOtherProperties(String hex, int expected) {
    byte[] properties = io.netty.buffer.ByteBufUtil.decodeHexDump(hex);
    assertThat(ConnAck.receiveMaximum(Unpooled.wrappedBuffer(properties), 0, properties.length))
        .isEqualTo(expected);
  }
}
