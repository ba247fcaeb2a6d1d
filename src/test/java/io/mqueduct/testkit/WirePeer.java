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
package io.mqueduct.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.Packet.Ack;
import io.mqueduct.testkit.Packet.Connack;
import io.mqueduct.testkit.Packet.Disconnect;
import io.mqueduct.testkit.Packet.Pingresp;
import io.mqueduct.testkit.Packet.Suback;
import io.mqueduct.testkit.Packet.Unsuback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An MQTT client that a test plays by hand, byte by byte if it likes. Used by one thread.
 *
 * <p>The first lines of a script say how to connect; the first thing it sends or waits for opens
 * the connection with a CONNECT that must be accepted. Nothing is ever acknowledged by itself.
 * Packets that come while the script waits for another kind are kept for later. Each packet from
 * the broker is checked for form. Waiting ends with a failure after half a minute.
 */
public final class WirePeer extends AckScript<WirePeer> implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Where bytes go to. */
  @FunctionalInterface
  public interface Opener {
    /** Connects. */
    Wire open() throws IOException;
  }

  private final Opener opener;
  private @Nullable PacketStream stream;
  private @Nullable Connack connack;
  private Duration patience = PATIENCE;
  private boolean connectSent;
  private int lastId;

  /** A client that will connect through the opener, at first as 5.0 with a clean start. */
  public WirePeer(Opener opener, String clientId) {
    super(clientId);
    this.opener = opener;
  }

  @Override
  WirePeer self() {
    return this;
  }

  /** How long to wait for a packet before the test fails. */
  public WirePeer patience(Duration limit) {
    patience = limit;
    return this;
  }

  /** Connects now, and expects to be accepted. */
  public WirePeer open() {
    Connack answer = connack();
    assertThat(answer.code()).as("connect code").isZero();
    return this;
  }

  /** The CONNACK, after connecting if that has not happened yet. */
  public Connack connack() {
    Connack answer = connack;
    if (answer == null) {
      if (!connectSent) {
        sendConnect();
      }
      answer = stream().expect(Connack.class);
      connack = answer;
    }
    return answer;
  }

  /** Opens the transport and sends the CONNECT without waiting for the answer. */
  public WirePeer sendConnect() {
    connectSent = true;
    return sendRaw(connectBytes());
  }

  /** Connects and expects a CONNACK with that code, then the end. */
  public WirePeer refused(int code) {
    Connack answer = connack();
    assertThat(answer.code()).as("connect code").isEqualTo(code);
    assertThat(answer.sessionPresent()).as("session present in a refusal").isFalse();
    return expectClosed();
  }

  /** The transport, connected if it was not; a CONNECT is up to the script then. */
  public Wire wire() {
    return stream().wire();
  }

  /** What comes in, after connecting if nothing has been sent yet. */
  private PacketStream started() {
    return stream == null ? open().stream() : stream;
  }

  private PacketStream stream() {
    PacketStream open = stream;
    if (open == null) {
      try {
        open = new PacketStream(opener.open(), version(), patience);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      stream = open;
    }
    return open;
  }

  // ---- sending

  /** Sends bytes without any CONNECT of its own. */
  public WirePeer sendRaw(byte[] bytes) {
    stream().write(bytes);
    return this;
  }

  @Override
  public WirePeer send(byte[] bytes) {
    return open().sendRaw(bytes);
  }

  /** Sends bytes given as hex digits on the accepted connection. */
  public WirePeer send(String hex) {
    return send(Bytes.hex(hex));
  }

  /** Sends a PUBLISH as it is and waits for nothing. */
  public WirePeer send(Publish publish) {
    return send(publish.encoded(version()));
  }

  /** A packet identifier not used by this script so far. */
  public int nextId() {
    lastId = lastId % 65_535 + 1;
    return lastId;
  }

  /** Publishes and completes the exchange; fails if the broker answers with an error. */
  public WirePeer publish(String topic, int qos, String payload) {
    return publish(Publish.to(topic).qos(qos, 0).payload(payload));
  }

  /** Publishes and completes the exchange, with a fresh packet identifier. */
  public WirePeer publish(Publish publish) {
    assertThat(publishForCode(publish)).as("acknowledgement's code").isLessThan(0x80);
    return this;
  }

  /** Publishes, completes the exchange and tells the code of the first acknowledgement. */
  public int publishForCode(Publish publish) {
    if (publish.qos() == 0) {
      send(publish);
      return 0;
    }
    int id = nextId();
    send(publish.qos(publish.qos(), id));
    if (publish.qos() == 1) {
      return expectAck(PacketType.PUBACK, id).code();
    }
    int code = expectAck(PacketType.PUBREC, id).code();
    if (code < 0x80) {
      ack(PacketType.PUBREL, id, 0);
      expectAck(PacketType.PUBCOMP, id);
    }
    return code;
  }

  /** Subscribes to one filter; fails unless the wanted QoS is granted. */
  public WirePeer subscribe(String filter, int options) {
    assertThat(subscribe(Subscribe.to(filter, options)).codes())
        .as("codes for " + filter)
        .containsExactly(options & 3);
    return this;
  }

  /** Subscribes and returns the SUBACK. */
  public Suback subscribe(Subscribe wanted) {
    int id = nextId();
    send(wanted.encoded(version(), id));
    Suback suback = expect(Suback.class);
    assertThat(suback.id()).as("identifier of SUBACK").isEqualTo(id);
    return suback;
  }

  /** Unsubscribes and returns the UNSUBACK. */
  public Unsuback unsubscribe(String... filters) {
    int id = nextId();
    Bytes body = Bytes.bytes().u16(id);
    if (version().isV5()) {
      body.raw(Properties5.none().encoded());
    }
    for (String filter : filters) {
      body.utf8(filter);
    }
    send(body.packet(PacketType.UNSUBSCRIBE));
    Unsuback unsuback = expect(Unsuback.class);
    assertThat(unsuback.id()).as("identifier of UNSUBACK").isEqualTo(id);
    return unsuback;
  }

  /** Sends PINGREQ and waits for PINGRESP. */
  public WirePeer ping() {
    send("c000");
    expect(Pingresp.class);
    return this;
  }

  /**
   * Waits until all that this client has acknowledged so far is in the store, so that a broker that
   * is killed from here on knows of it. Nobody is told when a PUBACK, PUBREC or PUBCOMP is stored,
   * but it is given to the store before a PINGRESP behind it is written; the store has one order;
   * and a retained message that is published then is answered when it is stored. That one is empty,
   * and leaves nothing behind. Not for what came from a named queue, which collects what it hears
   * on a loop of its own: behind that is the answer to a message that the queue stores.
   */
  public WirePeer settled() {
    return ping().publish(Publish.to("$settled").qos(1, 0).payload("").retained());
  }

  /**
   * Waits until the broker has sent what it had for this client when this was called, though it
   * came from other connections: that waits for the client's loop, which may look at the socket
   * first, and answer one PINGREQ before it, but not a second one.
   */
  private void fence() {
    ping().ping();
  }

  /** Says goodbye the normal way, and waits until the broker has closed. */
  public void disconnect() {
    send("e000").expectClosed();
  }

  /** Sends DISCONNECT of 5.0 with a code and properties. */
  public WirePeer disconnect(int code, Properties5 properties) {
    return send(Bytes.bytes().u8(code).raw(properties.encoded()).packet(PacketType.DISCONNECT));
  }

  /** Drops the connection without a word. */
  public void cut() {
    try {
      wire().cut();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // ---- receiving

  /** The next packet, whatever it is. */
  public Packet next() {
    return started().next();
  }

  /** The next packet of a kind; others that come before it are kept. */
  public <T extends Packet> T expect(Class<T> kind) {
    return started().expect(kind);
  }

  /** The next acknowledgement, which must be of that type and for that identifier. */
  public Ack expectAck(PacketType type, int id) {
    Ack ack = expect(Ack.class);
    assertThat(ack.type()).as("type of " + ack).isEqualTo(type);
    assertThat(ack.id()).as("identifier of " + ack).isEqualTo(id);
    return ack;
  }

  /** The next PUBLISH; not acknowledged. */
  public Publish readPublish() {
    return expect(Publish.class);
  }

  /** The next PUBLISH packets; not acknowledged. */
  public Publishes readPublishes(int count) {
    List<Publish> all = new ArrayList<>();
    while (all.size() < count) {
      all.add(readPublish());
    }
    return new Publishes(all);
  }

  /** The next PUBLISH, acknowledged to the end as its QoS asks. */
  public Publish take() {
    Publish publish = readPublish();
    if (publish.qos() == 1) {
      puback(publish.id());
    } else if (publish.qos() == 2) {
      pubrec(publish.id()).expectAck(PacketType.PUBREL, publish.id());
      pubcomp(publish.id());
    }
    return publish;
  }

  /** The next PUBLISH packets, each acknowledged to the end. */
  public Publishes take(int count) {
    List<Publish> all = new ArrayList<>();
    while (all.size() < count) {
      all.add(take());
    }
    return new Publishes(all);
  }

  /** The PUBLISH packets that wait, see {@link #expectNothing}; not acknowledged. */
  public Publishes readWaiting() {
    fence();
    return new Publishes(stream().takeKept(Publish.class));
  }

  /** Everything up to the broker's close; fails if it stays open. */
  public List<Packet> drain() {
    return started().drain();
  }

  /** Expects that the broker closes the connection, with or without a word. */
  public WirePeer expectClosed() {
    drain();
    return this;
  }

  /** Expects a DISCONNECT with one of these codes as the last packet, and the close. */
  public Disconnect expectDisconnect(int... anyOf) {
    List<Packet> all = drain();
    if (all.isEmpty() || !(all.get(all.size() - 1) instanceof Disconnect last)) {
      throw new AssertionError("expected DISCONNECT as the last packet, came " + all);
    }
    assertThat(anyOf).as("codes that fit, but came " + last).contains(last.code());
    return last;
  }

  /** Expects the end: with one of these codes in 5.0, without a word before. */
  public void expectHangup(int... anyOf) {
    if (version().isV5()) {
      expectDisconnect(anyOf);
    } else {
      assertThat(drain()).as("packets before the close").isEmpty();
    }
  }

  /** Connects in vain: 5.0 gets a CONNACK with one of these codes, 3.1.1 nothing but the close. */
  public void expectRefusal(int... anyOf) {
    List<Packet> all = sendConnect().drain();
    if (!version().isV5()) {
      assertThat(all).as("packets before the close").isEmpty();
      return;
    }
    assertThat(all).as("packets before the close").singleElement().isInstanceOf(Connack.class);
    assertThat(anyOf).as("codes that fit, but came " + all).contains(((Connack) all.get(0)).code());
  }

  /**
   * Expects that nothing waits: of what the client's loop knows of by now. That a named queue, a
   * shared group or a session does nothing later is not proven by this, unless something else was
   * answered that comes behind it.
   */
  public WirePeer expectNothing() {
    fence();
    stream().expectNothingKept();
    return this;
  }

  /** Expects that nothing comes for a while, and that the connection stays. */
  public WirePeer silentFor(Duration span) {
    started().expectSilence(span);
    return this;
  }

  @Override
  public void close() {
    if (stream != null) {
      cut();
    }
  }
}
