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

import io.mqueduct.bench.Arrivals.Arrival;
import io.netty.buffer.ByteBuf;
import java.util.BitSet;
import java.util.List;

/**
 * A subscriber: acknowledges what it gets, and counts what is late, doubled, or not of this run.
 * Belongs to its event loop.
 */
final class Subscribing implements Role {
  private static final int PUBLISH = 3;
  private static final int SUBACK = 9;

  private final Worker worker;
  private final boolean version5;
  private final int run;
  private final List<String> filters;
  private final int qos;
  private final Arrivals arrivals;
  private final List<Publishing> publishers;
  private final List<Credit> credits;
  private final boolean shared;
  private final BitSet answered = new BitSet();
  private boolean subscribed;
  private int granted;

  /**
   * A subscriber.
   *
   * @param filters at most 65,535
   * @param credits of the publishers; empty when there are none
   * @param shared whether each message goes to one subscriber of all
   */
  Subscribing(
      Worker worker,
      boolean version5,
      int run,
      List<String> filters,
      int qos,
      Arrivals arrivals,
      List<Publishing> publishers,
      List<Credit> credits,
      boolean shared) {
    this.worker = worker;
    this.version5 = version5;
    this.run = run;
    this.filters = filters;
    this.qos = qos;
    this.arrivals = arrivals;
    this.publishers = publishers;
    this.credits = credits;
    this.shared = shared;
  }

  @Override
  public void accepted(Link link, boolean sessionPresent, int receiveMaximum) {
    if (subscribed) {
      // The session of a client that was away has the subscription.
      if (sessionPresent) {
        link.ready();
      } else {
        link.fail("the broker has lost the session");
      }
      return;
    }
    granted = 0;
    answered.clear();
    for (int i = 0; i < filters.size(); i++) {
      Frames.subscribe(link.out(), version5, i + 1, filters.get(i), qos);
    }
    link.flush();
  }

  /** The session is removed next: a new one is no fault. */
  void forget() {
    subscribed = false;
  }

  @Override
  public void frame(Link link, int first, ByteBuf in, int at, int length) {
    switch (first >>> 4) {
      case PUBLISH -> publish(link, (first >>> 1) & 3, in, at, length);
      case Frames.PUBREL -> pubRel(link, in, at, length);
      case SUBACK -> subAck(link, in, at, length);
      default -> {
        // nothing else is expected
      }
    }
  }

  private static void pubRel(Link link, ByteBuf in, int at, int length) {
    if (length < 2) {
      malformed(link, "PUBREL");
    } else {
      Frames.acknowledge(link.out(), Frames.PUBCOMP, in.getUnsignedShort(at));
    }
  }

  /** One code, as each filter is asked for by itself. */
  private void subAck(Link link, ByteBuf in, int at, int length) {
    int codeAt = length < 3 || !version5 ? at + 2 : afterProperties(in, at + 2, at + length);
    int packetId = length < 3 ? 0 : in.getUnsignedShort(at);
    int code = codeAt == at + length - 1 ? in.getUnsignedByte(codeAt) : -1;
    if (code < 0 || (code > 2 && code < 0x80)) {
      malformed(link, "SUBACK");
    } else if (packetId < 1 || packetId > filters.size() || answered.get(packetId)) {
      link.fail("the broker sent a SUBACK that nobody waits for");
    } else if (code >= 0x80) {
      link.fail(
          "the broker refuses to subscribe " + filters.get(packetId - 1) + ": " + Link.hex(code));
    } else {
      answered.set(packetId);
      granted++;
      if (granted == filters.size()) {
        subscribed = true;
        link.ready();
      }
    }
  }

  private static void malformed(Link link, String packet) {
    link.fail("the broker sent a malformed " + packet);
  }

  private void publish(Link link, int messageQos, ByteBuf in, int at, int length) {
    int end = at + length;
    int payload = length < 2 ? end + 1 : at + 2 + in.getUnsignedShort(at);
    if (payload + (messageQos > 0 ? 2 : 0) > end || messageQos > 2) {
      malformed(link, "PUBLISH");
      return;
    }
    if (messageQos > 0) {
      int type = messageQos == 1 ? Frames.PUBACK : Frames.PUBREC;
      Frames.acknowledge(link.out(), type, in.getUnsignedShort(payload));
      payload += 2;
    }
    if (version5) {
      payload = afterProperties(in, payload, end);
      if (payload > end) {
        malformed(link, "PUBLISH");
        return;
      }
    }
    Tally tally = worker.tally();
    if (end - payload < Stamp.BYTES || Stamp.run(in, payload) != run) {
      Tally.one(tally.foreign);
      return;
    }
    int publisher = Stamp.publisher(in, payload);
    int sequence = Stamp.sequence(in, payload);
    worker.arrived(Stamp.sentAt(in, payload));
    Tally.one(tally.received);
    boolean tooMany = false;
    if (!credits.isEmpty()) {
      Credit credit = credits.get(publisher);
      int delivered = credit.delivered(sequence);
      tooMany = shared && credit.isTooMany(delivered);
      if (credit.isDone(delivered)) {
        publishers.get(publisher).wake();
      }
    }
    Arrival arrival = arrivals.note(publisher, sequence);
    if (tooMany || arrival == Arrival.DUPLICATE) {
      Tally.one(tally.duplicated);
    } else if (arrival == Arrival.LATE) {
      Tally.one(tally.outOfOrder);
    }
  }

  /** Where the properties end; beyond the end of the packet if they are malformed. */
  private static int afterProperties(ByteBuf in, int from, int end) {
    int at = from;
    int length = 0;
    int b = 128;
    for (int shift = 0; b >= 128 && shift < 28 && at < end; shift += 7) {
      b = in.getUnsignedByte(at++);
      length |= (b & 127) << shift;
    }
    return b >= 128 ? end + 1 : at + length;
  }
}
