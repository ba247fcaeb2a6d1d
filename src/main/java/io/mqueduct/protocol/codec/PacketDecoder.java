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

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.message.TopicName;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes what one client sends, packet by packet, and judges each by every rule that needs no
 * session (MQTT 5.0 sections 2 and 3, and the same of 3.1.1 and 3.1). Owned by the event loop of
 * the connection. Never throws for anything a client can send.
 *
 * <p>The first packet must be a CONNECT; from then on the decoder knows the version. After a {@link
 * Violation} it passes over all that comes and repeats the violation.
 */
public final class PacketDecoder {
  /** A topic that a connection remembers has at most so many bytes. */
  private static final int LONGEST_KEPT = 512;

  private static final int NOT_YET = 0;
  private static final int LENGTH_INCOMPLETE = -1;
  private static final String PADDED_LENGTH = "remaining length longer than needed";

  private final Workspace workspace;
  private int maxPacketSize;

  private int version = NOT_YET;
  private boolean connected;
  private boolean zeroSessionExpiry;
  private @Nullable String authenticationMethod;
  private @Nullable Violation violation;
  private @Nullable TopicName lastTopic;

  // The fixed header of the packet at hand.
  private int headerLength;
  private int packetLength;
  private boolean paddedLength;

  /**
   * A decoder for a new connection.
   *
   * @param workspace of the connection's event loop
   * @param maxPacketSize see {@link #maxPacketSize}
   */
  public PacketDecoder(Workspace workspace, int maxPacketSize) {
    this.workspace = workspace;
    this.maxPacketSize = maxPacketSize;
  }

  /** From now on refuses packets of more bytes, fixed header and all, with 0x95. */
  public void maxPacketSize(int bytes) {
    maxPacketSize = bytes;
  }

  /**
   * 3, 4 or 5: the version to answer in; 0 before a CONNECT said it, and for a protocol that is not
   * MQTT. A CONNECT of a version that does not exist is to be answered in the nearest one.
   */
  public int version() {
    return version;
  }

  /** Whole length of the packet that {@link NeedMore} waits for, or 0 if not even that is known. */
  public int awaitedLength() {
    return packetLength;
  }

  /**
   * Takes one packet off the buffer.
   *
   * @param in what has arrived and was not taken yet; its reader index moves past the packet, or
   *     stays if more is needed
   */
  public Decoded decode(ByteBuf in) {
    if (violation != null) {
      in.skipBytes(in.readableBytes());
      return violation;
    }
    packetLength = 0;
    int start = in.readerIndex();
    int readable = in.readableBytes();
    if (readable == 0) {
      return NeedMore.NEED_MORE;
    }
    try {
      int first = in.getUnsignedByte(start);
      PacketType type = PacketType.ofFirstByte(first);
      HeaderRules.judgeFirstByte(type, first, version, connected);
      int remainingLength = remainingLength(in, start, readable);
      if (remainingLength == LENGTH_INCOMPLETE) {
        return NeedMore.NEED_MORE;
      }
      HeaderRules.judgeLength(type, remainingLength, version);
      if ((long) headerLength + remainingLength > maxPacketSize) {
        throw new Refusal(new Violation(ReasonCode.PACKET_TOO_LARGE, "packet too large"));
      }
      packetLength = headerLength + remainingLength;
      if (readable < packetLength) {
        return NeedMore.NEED_MORE;
      }
      in.readerIndex(start + packetLength);
      return body(in, type, first & 0x0F, start + headerLength, start + packetLength);
    } catch (Refusal refusal) {
      violation = refusal.violation();
      in.skipBytes(in.readableBytes());
      return violation;
    }
  }

  private int remainingLength(ByteBuf in, int start, int readable) {
    int value = 0;
    for (int i = 1; i <= 4; i++) {
      if (i >= readable) {
        return LENGTH_INCOMPLETE;
      }
      int digit = in.getByte(start + i);
      value |= (digit & 0x7F) << (7 * (i - 1));
      if (digit >= 0) {
        paddedLength = digit == 0 && i > 1;
        if (paddedLength && version == 5) {
          throw Refusal.malformed(PADDED_LENGTH); // [MQTT-1.5.5-1]
        }
        headerLength = 1 + i;
        return value;
      }
    }
    throw Refusal.malformed("remaining length of more than four bytes");
  }

  private Decoded body(ByteBuf in, PacketType type, int flags, int from, int to) {
    return switch (type) {
      case PUBLISH -> publish(in, flags, from, to);
      case PUBACK, PUBREC, PUBREL, PUBCOMP -> ack(in, type, from, to);
      case PINGREQ -> PingReq.PINGREQ;
      case CONNECT -> connect(fields(in, from, to));
      case SUBSCRIBE -> BodyReader.subscribe(version, fields(in, from, to), workspace.properties);
      case UNSUBSCRIBE ->
          BodyReader.unsubscribe(version, fields(in, from, to), workspace.properties);
      case DISCONNECT -> disconnect(fields(in, from, to));
      case AUTH -> auth(fields(in, from, to));
      default -> throw new IllegalStateException(type + " passed the header rules");
    };
  }

  private Ack ack(ByteBuf in, PacketType type, int from, int to) {
    if (to - from == 2) {
      int packetId = notZero(in.getUnsignedShort(from));
      return new Ack(type, packetId, ReasonCode.SUCCESS, null);
    }
    return BodyReader.ack(type, fields(in, from, to), workspace.properties);
  }

  private FieldReader fields(ByteBuf in, int from, int to) {
    byte[] scratch = workspace.scratch(to - from);
    in.getBytes(from, scratch, 0, to - from);
    workspace.fields.reset(scratch, 0, to - from);
    return workspace.fields;
  }

  private Connect connect(FieldReader in) {
    String name = in.text();
    int level = in.uint8();
    version = ConnectReader.answerVersion(name, level);
    ConnectReader.requireSupported(name, level);
    if (version == 5 && paddedLength) {
      throw Refusal.malformed(PADDED_LENGTH);
    }
    Connect connect = ConnectReader.read(version, in, workspace.properties);
    connected = true;
    zeroSessionExpiry = connect.sessionExpirySeconds() == 0;
    authenticationMethod = connect.authenticationMethod();
    return connect;
  }

  private Publish publish(ByteBuf in, int flags, int from, int to) {
    int qos = (flags >> 1) & 3;
    int at = from + 2;
    int topicLength = at <= to ? in.getUnsignedShort(from) : 0;
    int needed = topicLength + (qos > 0 ? 2 : 0);
    if (to - at < needed) {
      throw Refusal.malformed("packet ends inside a field");
    }
    TopicName topic = topicLength == 0 ? null : topic(in, at, topicLength);
    at += topicLength;
    int packetId = 0;
    if (qos > 0) {
      packetId = notZero(in.getUnsignedShort(at));
      at += 2;
    }
    boolean dup = qos > 0 && (flags & 8) != 0;
    boolean retain = (flags & 1) != 0;
    if (version < 5) {
      if (topic == null) {
        throw Refusal.malformed("empty topic name"); // [MQTT-4.7.3-1]
      }
      byte[] payload = bytes(in, at, to);
      return new Publish(
          topic, 0, packetId, qos, dup, retain, payload, Message.NO_BYTES, -1, false);
    }
    if (at < to && in.getByte(at) == 0) {
      if (topic == null) {
        throw Refusal.protocolError("neither topic name nor topic alias");
      }
      byte[] payload = bytes(in, at + 1, to);
      return new Publish(
          topic, 0, packetId, qos, dup, retain, payload, Message.NO_BYTES, -1, false);
    }
    return publishWithProperties(in, at, to, topic, packetId, qos, dup, retain);
  }

  private Publish publishWithProperties(
      ByteBuf in,
      int from,
      int to,
      @Nullable TopicName topic,
      int packetId,
      int qos,
      boolean dup,
      boolean retain) {
    // Only the length and the block are copied out, not the payload behind them.
    workspace.fields.reset(head(in, from, to), 0, Math.min(4, to - from));
    int blockLength = workspace.fields.varint();
    int lengthBytes = workspace.fields.position();
    if (to - from - lengthBytes < blockLength) {
      throw Refusal.malformed("packet ends inside the properties");
    }
    int blockEnd = from + lengthBytes + blockLength;
    FieldReader block = fields(in, from, blockEnd);
    PropertyBlock properties = workspace.properties;
    properties.read(block, PropertyBlock.IN_PUBLISH);
    if (topic == null && properties.topicAlias == 0) {
      throw Refusal.protocolError("neither topic name nor topic alias");
    }
    return new Publish(
        topic,
        properties.topicAlias,
        packetId,
        qos,
        dup,
        retain,
        bytes(in, blockEnd, to),
        properties.forwarded(block),
        properties.messageExpirySeconds,
        properties.utf8Payload);
  }

  private byte[] head(ByteBuf in, int from, int to) {
    byte[] scratch = workspace.scratch(4);
    in.getBytes(from, scratch, 0, Math.min(4, to - from));
    return scratch;
  }

  private TopicName topic(ByteBuf in, int from, int length) {
    byte[] scratch = workspace.scratch(length);
    in.getBytes(from, scratch, 0, length);
    TopicName last = lastTopic;
    if (last != null) {
      byte[] utf8 = last.utf8();
      if (Arrays.equals(scratch, 0, length, utf8, 0, utf8.length)) {
        return last;
      }
    }
    TopicName topic = workspace.topics.find(scratch, 0, length);
    if (topic == null) {
      topic = newTopic(scratch, length);
      workspace.topics.add(topic);
    }
    lastTopic = length <= LONGEST_KEPT ? topic : null; // a connection should stay small
    return topic;
  }

  private static TopicName newTopic(byte[] bytes, int length) {
    if (!Utf8.isText(bytes, 0, length)) {
      throw Refusal.malformed("text that is not well-formed UTF-8, or holds U+0000");
    }
    if (FieldReader.hasWildcard(bytes, 0, length)) {
      throw new Refusal(new Violation(ReasonCode.TOPIC_NAME_INVALID, "wildcard in a topic name"));
    }
    return TopicName.ofUtf8(Arrays.copyOf(bytes, length));
  }

  private static byte[] bytes(ByteBuf in, int from, int to) {
    if (from == to) {
      return Message.NO_BYTES;
    }
    byte[] bytes = new byte[to - from];
    in.getBytes(from, bytes);
    return bytes;
  }

  private Disconnect disconnect(FieldReader in) {
    if (in.remaining() == 0) {
      return Disconnect.NORMAL;
    }
    Disconnect disconnect = BodyReader.disconnect(in, workspace.properties);
    if (zeroSessionExpiry && disconnect.sessionExpirySeconds() > 0) {
      throw Refusal.protocolError("session expiry in DISCONNECT after 0 in CONNECT");
    }
    return disconnect;
  }

  private Auth auth(FieldReader in) {
    Auth auth = BodyReader.auth(in, workspace.properties);
    if (!auth.method().equals(authenticationMethod)) { // [MQTT-4.12.0-5], [MQTT-4.12.0-6]
      throw Refusal.protocolError("authentication method that is not that of the CONNECT");
    }
    return auth;
  }

  /** [MQTT-2.2.1-3] */
  static int notZero(int packetId) {
    if (packetId == 0) {
      throw Refusal.protocolError("packet identifier 0");
    }
    return packetId;
  }
}
