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

import io.mqueduct.message.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commands as bytes: {@code format(1) type(1) fields}. Types 1–31 are sessions, 32–47 message
 * lists, 48–63 retained messages, 64–95 queues, 255 a group; a type is never used again for
 * something else. Stateless.
 */
public final class CommandCodec {
  /** Format that is written; older ones stay readable. */
  public static final int FORMAT = 1;

  private static final int OPEN_SESSION = 1;
  private static final int DETACH_SESSION = 2;
  private static final int DROP_SESSION = 3;
  private static final int PUT_SUBSCRIPTION = 4;
  private static final int REMOVE_SUBSCRIPTION = 5;
  private static final int PUT_INBOUND_ID = 6;
  private static final int REMOVE_INBOUND_ID = 7;
  private static final int PUT_WILL = 8;
  private static final int REMOVE_WILL = 9;
  private static final int OPEN_SESSION_WITH_WILL = 10;
  private static final int APPEND = 32;
  private static final int SETTLE = 33;
  private static final int MARK = 34;
  private static final int TRIM = 35;
  private static final int PURGE = 36;
  private static final int EXPIRE = 37;
  private static final int SWEEP = 38;
  private static final int MOVE = 39;
  private static final int TRIM_QOS0 = 40;
  private static final int SET_RETAINED = 48;
  private static final int CLEAR_RETAINED = 49;
  private static final int DECLARE_QUEUE = 64;
  private static final int UPDATE_QUEUE = 65;
  private static final int DELETE_QUEUE = 66;
  private static final int GROUP = 255;

  private CommandCodec() {}

  /** Encodes a command. */
  public static byte[] encode(Command command) {
    var out = new ByteSink(Math.max(64, command.sizeBytes()));
    out.u8(FORMAT);
    write(command, out);
    return out.toByteArray();
  }

  /**
   * Decodes a command.
   *
   * @throws io.mqueduct.message.BrokerException if the bytes are not exactly one command
   */
  public static Command decode(byte[] bytes) {
    var in = new ByteSource(bytes);
    int format = in.u8();
    if (format != FORMAT) {
      throw ByteSource.damaged("a command of format " + format);
    }
    int type = in.u8();
    Command command;
    if (type == GROUP) {
      int count = in.count(Command.Group.MAX_PARTS);
      List<Command> parts = new ArrayList<>(Math.min(count, in.remaining()));
      for (int i = 0; i < count; i++) {
        parts.add(read(in.u8(), in));
      }
      try {
        command = new Command.Group(parts);
      } catch (IllegalArgumentException e) {
        throw ByteSource.damaged(String.valueOf(e.getMessage()));
      }
    } else {
      command = read(type, in);
    }
    in.end();
    return command;
  }

  /**
   * Whether applying it needs to find things that it does not name, so that it cannot be grouped.
   */
  static boolean scans(Command command) {
    return command instanceof SessionCommand.OpenSession
        || command instanceof SessionCommand.DropSession
        || command instanceof MessageCommand.Trim
        || command instanceof Purge
        || command instanceof MessageCommand.Expire
        || command instanceof MessageCommand.Sweep
        || command instanceof QueueCommand.DeclareQueue
        || command instanceof QueueCommand.DeleteQueue;
  }

  private static void write(Command command, ByteSink out) {
    if (command instanceof MessageCommand c) {
      writeMessage(c, out);
    } else if (command instanceof SessionCommand c) {
      writeSession(c, out);
    } else if (command instanceof RetainedCommand.SetRetained c) {
      out.u8(SET_RETAINED);
      message(c.message(), out);
    } else if (command instanceof RetainedCommand.ClearRetained c) {
      out.u8(CLEAR_RETAINED).text(c.topic());
    } else if (command instanceof QueueCommand.DeclareQueue c) {
      out.u8(DECLARE_QUEUE).text(c.name()).u64(c.nowMillis()).text(c.spec());
    } else if (command instanceof QueueCommand.UpdateQueue c) {
      out.u8(UPDATE_QUEUE).varint(c.number()).text(c.spec());
    } else if (command instanceof QueueCommand.DeleteQueue c) {
      out.u8(DELETE_QUEUE).varint(c.number());
    } else if (command instanceof Command.Group c) {
      out.u8(GROUP).varint(c.parts().size());
      for (var part : c.parts()) {
        write(part, out);
      }
    } else {
      throw new IllegalArgumentException(command.getClass().getName());
    }
  }

  private static void writeSession(SessionCommand command, ByteSink out) {
    if (command instanceof SessionCommand.OpenSession c) {
      StoredWill will = c.will();
      out.u8(will == null ? OPEN_SESSION : OPEN_SESSION_WITH_WILL)
          .text(c.clientId())
          .bool(c.cleanStart())
          .u64(c.nowMillis())
          .varint(c.expirySeconds())
          .u8(c.protocolVersion());
      optional(c.username(), out);
      if (will != null) {
        out.varint(will.delaySeconds());
        message(will.message(), out);
      }
    } else if (command instanceof SessionCommand.DetachSession c) {
      head(DETACH_SESSION, c, out).u64(c.nowMillis()).varint(c.expirySeconds());
    } else if (command instanceof SessionCommand.DropSession c) {
      head(DROP_SESSION, c, out);
    } else if (command instanceof SessionCommand.PutSubscription c) {
      head(PUT_SUBSCRIPTION, c, out).text(c.subscription().filter());
      c.subscription().encodeOptions(out);
    } else if (command instanceof SessionCommand.RemoveSubscription c) {
      head(REMOVE_SUBSCRIPTION, c, out).text(c.filter());
    } else if (command instanceof SessionCommand.PutInboundId c) {
      head(PUT_INBOUND_ID, c, out).u16(c.packetId()).u64(c.nowMillis());
    } else if (command instanceof SessionCommand.RemoveInboundId c) {
      head(REMOVE_INBOUND_ID, c, out).u16(c.packetId());
    } else if (command instanceof SessionCommand.PutWill c) {
      head(PUT_WILL, c, out).varint(c.delaySeconds());
      message(c.message(), out);
    } else if (command instanceof SessionCommand.RemoveWill c) {
      head(REMOVE_WILL, c, out);
    } else {
      throw new IllegalArgumentException(command.getClass().getName());
    }
  }

  private static void writeMessage(MessageCommand command, ByteSink out) {
    if (command instanceof MessageCommand.Append c) {
      out.u8(APPEND).varint(c.targets().size());
      for (var target : c.targets()) {
        target.encode(out);
      }
      message(c.message(), out);
    } else if (command instanceof MessageCommand.Move c) {
      out.u8(MOVE).varint(c.number()).u8(c.lane()).varint(c.sequence());
      c.target().encode(out);
      message(c.message(), out);
    } else if (command instanceof Settle c) {
      out.u8(SETTLE).varint(c.number()).varint(c.epoch()).varint(c.size());
      for (int i = 0; i < c.size(); i++) {
        out.varint(c.sequence(i)).u32(c.packed(i));
      }
    } else if (command instanceof Mark c) {
      out.u8(MARK).varint(c.number()).varint(c.epoch()).varint(c.size());
      for (int i = 0; i < c.size(); i++) {
        out.varint(c.sequence(i)).u32(c.packed(i));
      }
    } else if (command instanceof MessageCommand.Trim c) {
      out.u8(c.onlyQos0() ? TRIM_QOS0 : TRIM)
          .varint(c.number())
          .u8(c.lane())
          .varint(c.maxCount())
          .varint(c.maxBytes());
    } else if (command instanceof Purge c) {
      out.u8(PURGE).varint(c.number()).varint(c.untilSequence()).varint(c.limit());
      out.varint(c.keep().length);
      for (long kept : c.keep()) {
        out.varint(kept);
      }
    } else if (command instanceof MessageCommand.Expire c) {
      out.u8(EXPIRE).u64(c.nowMillis()).varint(c.limit());
    } else if (command instanceof MessageCommand.Sweep c) {
      out.u8(SWEEP).varint(c.limit());
    } else {
      throw new IllegalArgumentException(command.getClass().getName());
    }
  }

  private static Command read(int type, ByteSource in) {
    return switch (type) {
      case OPEN_SESSION ->
          new SessionCommand.OpenSession(
              in.text(), in.bool(), in.u64(), in.varint(), in.u8(), optional(in));
      case OPEN_SESSION_WITH_WILL ->
          new SessionCommand.OpenSession(
              in.text(),
              in.bool(),
              in.u64(),
              in.varint(),
              in.u8(),
              optional(in),
              new StoredWill(in.varint(), message(in)));
      case DETACH_SESSION ->
          new SessionCommand.DetachSession(in.varint(), in.varint(), in.u64(), in.varint());
      case DROP_SESSION -> new SessionCommand.DropSession(in.varint(), in.varint());
      case PUT_SUBSCRIPTION ->
          new SessionCommand.PutSubscription(
              in.varint(), in.varint(), StoredSubscription.decode(in.text(), in));
      case REMOVE_SUBSCRIPTION ->
          new SessionCommand.RemoveSubscription(in.varint(), in.varint(), in.text());
      case PUT_INBOUND_ID ->
          new SessionCommand.PutInboundId(in.varint(), in.varint(), in.u16(), in.u64());
      case REMOVE_INBOUND_ID ->
          new SessionCommand.RemoveInboundId(in.varint(), in.varint(), in.u16());
      case PUT_WILL ->
          new SessionCommand.PutWill(in.varint(), in.varint(), in.varint(), message(in));
      case REMOVE_WILL -> new SessionCommand.RemoveWill(in.varint(), in.varint());
      case APPEND -> readAppend(in);
      case MOVE ->
          new MessageCommand.Move(
              in.varint(), in.u8(), in.varint(), Target.decode(in), message(in));
      case SETTLE -> {
        long number = in.varint();
        long epoch = in.varint();
        var sequences = new long[in.count(in.remaining() / 5)];
        var marks = new int[sequences.length];
        readMarks(sequences, marks, in);
        yield new Settle(number, epoch, sequences, marks);
      }
      case MARK -> {
        long number = in.varint();
        long epoch = in.varint();
        var sequences = new long[in.count(in.remaining() / 5)];
        var marks = new int[sequences.length];
        readMarks(sequences, marks, in);
        yield new Mark(number, epoch, sequences, marks);
      }
      case TRIM, TRIM_QOS0 ->
          new MessageCommand.Trim(
              in.varint(), in.u8(), in.varint(), in.varint(), type == TRIM_QOS0);
      case PURGE -> {
        long number = in.varint();
        long until = in.varint();
        int limit = in.count(Integer.MAX_VALUE);
        var keep = new long[in.count(in.remaining())];
        for (int i = 0; i < keep.length; i++) {
          keep[i] = in.varint();
        }
        yield new Purge(number, until, limit, keep);
      }
      case EXPIRE -> new MessageCommand.Expire(in.u64(), in.count(Integer.MAX_VALUE));
      case SWEEP -> new MessageCommand.Sweep(in.count(Integer.MAX_VALUE));
      case SET_RETAINED -> new RetainedCommand.SetRetained(message(in));
      case CLEAR_RETAINED -> new RetainedCommand.ClearRetained(in.text());
      case DECLARE_QUEUE -> new QueueCommand.DeclareQueue(in.text(), in.u64(), in.text());
      case UPDATE_QUEUE -> new QueueCommand.UpdateQueue(in.varint(), in.text());
      case DELETE_QUEUE -> new QueueCommand.DeleteQueue(in.varint());
      default -> throw ByteSource.damaged("a command of type " + type);
    };
  }

  private static Command readAppend(ByteSource in) {
    int count = in.count(Math.min(MessageCommand.Append.MAX_TARGETS, in.remaining() / 3));
    List<Target> targets = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      targets.add(Target.decode(in));
    }
    return new MessageCommand.Append(message(in), targets);
  }

  private static void readMarks(long[] sequences, int[] marks, ByteSource in) {
    for (int i = 0; i < sequences.length; i++) {
      sequences[i] = in.varint();
      marks[i] = in.u32();
    }
  }

  private static ByteSink head(int type, SessionCommand command, ByteSink out) {
    return out.u8(type).varint(command.number()).varint(command.epoch());
  }

  private static void message(Message message, ByteSink out) {
    var bytes = new ByteSink(64 + message.sizeBytes());
    MessageCodec.encode(message, bytes);
    out.varint(bytes.size()).raw(bytes.array(), 0, bytes.size());
  }

  private static Message message(ByteSource in) {
    return MessageCodec.decode(new ByteSource(in.bytes()));
  }

  private static void optional(@Nullable String text, ByteSink out) {
    out.bool(text != null);
    if (text != null) {
      out.text(text);
    }
  }

  private static @Nullable String optional(ByteSource in) {
    return in.bool() ? in.text() : null;
  }
}
