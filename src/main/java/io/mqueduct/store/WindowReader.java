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

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the window of one session from {@link Column#INFLIGHT}, as {@link Inflight} writes it: of a
 * run, the messages that the list does not have any more are acknowledged. One use, one thread.
 */
final class WindowReader {
  private static final Comparator<Sent> ORDER =
      Comparator.comparingLong(Sent::command).thenComparingLong(Sent::place);

  private final Columns columns;
  private final long number;
  private final Map<Integer, Sent> byPacketId = new HashMap<>();
  private final byte[] anything = new byte[1];

  /** A mark, and the command that sent it with its place there, which give the order. */
  private record Sent(long command, long place, InflightMark mark, boolean inRun) {}

  WindowReader(Columns columns, long number) {
    this.columns = columns;
    this.number = number;
  }

  /** In the order of sending. */
  List<InflightMark> read() {
    var run = new SentRun();
    try (var cursor = columns.scan(Column.INFLIGHT, Keys.number(number), Keys.after(number))) {
      while (cursor.next()) {
        byte[] key = cursor.key();
        if (SentRun.isRun(key)) {
          run.decode(key, cursor.value());
          add(run);
        } else {
          add(Keys.shortAt(key, 8), key[10] == 1, new ByteSource(cursor.value()));
        }
      }
    }
    List<Sent> found = new ArrayList<>(byPacketId.size());
    for (Sent sent : byPacketId.values()) {
      if (!sent.inRun || isInList(sent.mark)) {
        found.add(sent);
      }
    }
    found.sort(ORDER);
    List<InflightMark> marks = new ArrayList<>(found.size());
    for (Sent sent : found) {
      marks.add(sent.mark);
    }
    return marks;
  }

  private boolean isInList(InflightMark mark) {
    byte[] key = Keys.message(number, mark.lane(), mark.sequence());
    return columns.get(Column.MESSAGES, key, anything) >= 0;
  }

  private void add(SentRun run) {
    for (int i = 0; i < run.size; i++) {
      var mark = new InflightMark(run.packetIds[i], false, run.lanes[i], run.sequences[i]);
      keepNewer(new Sent(run.command, run.index + i, mark, true));
    }
  }

  private void add(int packetId, boolean released, ByteSource in) {
    long command = in.u64();
    long place = in.varint();
    if (!released) {
      var mark = new InflightMark(packetId, false, in.u8(), in.u64());
      keepNewer(new Sent(command, place, mark, false));
      return;
    }
    var mark = new InflightMark(packetId, true, 0, 0);
    var before = byPacketId.get(packetId);
    byPacketId.put(
        packetId,
        before == null
            ? new Sent(command, place, mark, false)
            : new Sent(before.command, before.place, mark, false));
  }

  /** A packet id that was free again meanwhile is with the message that had it last. */
  private void keepNewer(Sent sent) {
    byPacketId.merge(
        sent.mark.packetId(), sent, (one, other) -> ORDER.compare(one, other) < 0 ? other : one);
  }
}
