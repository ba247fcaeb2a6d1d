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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mqueduct.message.BrokerException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class CommandCodecTest {

  @Property(tries = 300)
  void decodesWhatItEncoded(@ForAll long seed) {
    var life = new Sample.Life(seed);
    for (int i = 0; i < 50; i++) {
      byte[] bytes = CommandCodec.encode(life.next());
      assertThat(CommandCodec.encode(CommandCodec.decode(bytes))).isEqualTo(bytes);
    }
  }

  @Test
  void keepsEveryField() {
    var commands =
        List.of(
            new SessionCommand.OpenSession("ü", true, -5, SessionCommand.NEVER_EXPIRES, 3, null),
            new SessionCommand.DetachSession(1L << 60, 8, 9, 10),
            new SessionCommand.PutSubscription(
                1, 2, new StoredSubscription("$share/g/a/#", 2, true, true, 2, 268_435_455)),
            new Settle(5, 6, new long[] {7, 8}, new int[] {Settle.mark(255, 65_535, 4), 0}),
            new Mark(5, 6, new long[] {7}, new int[] {Mark.mark(255, 65_535, 1)}),
            new Purge(5, 6, 7, new long[] {8}),
            new MessageCommand.Trim(5, 255, Long.MAX_VALUE, 0),
            new MessageCommand.Trim(5, 255, 1, Long.MAX_VALUE, true),
            new MessageCommand.Expire(Long.MIN_VALUE, Integer.MAX_VALUE),
            new RetainedCommand.ClearRetained(""),
            new QueueCommand.DeclareQueue("q", 1, "{}"));
    for (var command : commands) {
      assertThat(CommandCodec.decode(CommandCodec.encode(command))).isEqualTo(command);
    }
  }

  @Test
  void anOpeningComesBackWithItsWill() {
    var will = new StoredWill(4_294_967_295L, Sample.message("w", "gone"));
    byte[] bytes =
        CommandCodec.encode(new SessionCommand.OpenSession("c", true, 1, 2, 5, "u", will));
    var open = (SessionCommand.OpenSession) CommandCodec.decode(bytes);
    assertThat(open.will()).isNotNull();
    assertThat(open.will().delaySeconds()).isEqualTo(4_294_967_295L);
    assertThat(open.will().message().payload()).asString().isEqualTo("gone");
    assertThat(CommandCodec.encode(open)).isEqualTo(bytes);
  }

  @Test
  void aMoveComesBackWithItsMessage() {
    byte[] bytes =
        CommandCodec.encode(
            new MessageCommand.Move(5, 6, 7, new Target(8, 9, 2, true), Sample.message("a", "b")));
    var move = (MessageCommand.Move) CommandCodec.decode(bytes);
    assertThat(move.target()).isEqualTo(new Target(8, 9, 2, true));
    assertThat(move.message().payload()).asString().isEqualTo("b");
    assertThat(CommandCodec.encode(move)).isEqualTo(bytes);
  }

  @Property(tries = 100)
  void refusesCutAndChangedBytesWithoutAnyOtherFailure(@ForAll long seed) {
    var random = new Random(seed);
    var life = new Sample.Life(seed);
    for (int i = 0; i < 20; i++) {
      byte[] bytes = CommandCodec.encode(life.next());
      byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      byte[] changed = bytes.clone();
      changed[random.nextInt(bytes.length)] = (byte) random.nextInt();
      tryDecode(cut);
      tryDecode(changed);
      tryDecode(Arrays.copyOf(bytes, bytes.length + 1));
    }
  }

  private static void tryDecode(byte[] bytes) {
    try {
      CommandCodec.decode(bytes);
    } catch (BrokerException | IllegalArgumentException e) {
      assertThat(e).isInstanceOf(BrokerException.class);
    }
  }

  @Test
  void refusesALengthBeyondTheBytesBeforeItAllocates() {
    byte[] bytes = {1, 49, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 7};
    assertThatThrownBy(() -> CommandCodec.decode(bytes)).isInstanceOf(BrokerException.class);
  }

  @Test
  void refusesAFormatFromTheFuture() {
    assertThatThrownBy(() -> CommandCodec.decode(new byte[] {2, 38, 1}))
        .hasMessageContaining("format 2");
  }

  @Test
  void groupsOnlyWhatNamesItsThings() {
    assertThatThrownBy(() -> new Command.Group(List.of(new MessageCommand.Sweep(1))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
