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
      case Frames.PUBREL -> Frames.acknowledge(link.out(), Frames.PUBCOMP, in.getUnsignedShort(at));
      case SUBACK -> subAck(link, in.getUnsignedShort(at), in.getUnsignedByte(at + length - 1));
      default -> {
        // nothing else is expected
      }
    }
  }

  private void subAck(Link link, int packetId, int code) {
    if (code >= 0x80) {
      String filter = filters.get(Math.min(packetId, filters.size()) - 1);
      link.fail("the broker refuses to subscribe " + filter + ": " + Link.hex(code));
      return;
    }
    granted++;
    if (granted == filters.size()) {
      subscribed = true;
      link.ready();
    }
  }

  private void publish(Link link, int messageQos, ByteBuf in, int at, int length) {
    int payload = at + 2 + in.getUnsignedShort(at);
    if (messageQos > 0) {
      int type = messageQos == 1 ? Frames.PUBACK : Frames.PUBREC;
      Frames.acknowledge(link.out(), type, in.getUnsignedShort(payload));
      payload += 2;
    }
    if (version5) {
      payload = afterProperties(in, payload);
    }
    Tally tally = worker.tally();
    if (at + length - payload < Stamp.BYTES || Stamp.run(in, payload) != run) {
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

  private static int afterProperties(ByteBuf in, int from) {
    int at = from;
    int length = 0;
    int shift = 0;
    int b;
    do {
      b = in.getByte(at++);
      length |= (b & 127) << shift;
      shift += 7;
    } while (b < 0);
    return at + length;
  }
}
