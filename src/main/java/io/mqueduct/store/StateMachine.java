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

/**
 * Applies commands to the columns: the same commands in the same order give the same bytes, however
 * they are grouped into rounds. No clock, no randomness. Owned by one thread, the log's writer.
 *
 * <p>Each round is written at once with the sequence of its last command, so after a crash the
 * columns are those of some prefix of the commands. Only {@link MessageCommand.Trim} may be cut in
 * two by the end of a round; what was dropped until then is right on its own.
 */
final class StateMachine {
  private final Columns columns;
  private final Round round;
  private final ListStates states;
  private final SharedBodies bodies;
  private final KeyIndex keys;
  private final MessageLists lists;
  private final ListScans scans;
  private final SessionTable sessions;
  private final QueueTable queues;
  private long applied;
  private long written;
  private boolean writeFailed;

  /**
   * Begins where the columns are.
   *
   * @param recentKeys empty; readers are to have it
   */
  StateMachine(Columns columns, DropListener drops, RecentKeys recentKeys) {
    this.columns = columns;
    round = new Round(columns.newWriteSet(), this::split);
    states = new ListStates(columns, round);
    bodies = new SharedBodies(columns, round);
    keys = new KeyIndex(columns, round, recentKeys);
    keys.load();
    lists = new MessageLists(columns, round, states, bodies, keys);
    scans = new ListScans(columns, round, states, lists, drops);
    sessions = new SessionTable(columns, round, states, scans);
    queues = new QueueTable(columns, round, states, scans);
    readApplied();
  }

  private void readApplied() {
    applied = AppliedMark.read(columns).applied();
    written = applied;
    round.written(applied + 1);
  }

  /** Sequence of the last command that was applied, perhaps not written yet. */
  long applied() {
    return applied;
  }

  /** Sequence of the last command that the engine has. */
  long written() {
    return written;
  }

  /** Whether the latest attempt to write failed, so that it was not a command's own fault. */
  boolean writeFailed() {
    return writeFailed;
  }

  /** Bytes of the messages that were removed since the start. */
  long releasedBytes() {
    return lists.releasedBytes();
  }

  boolean hasTrash() {
    return scans.hasTrash();
  }

  /**
   * Applies one command, without writing it yet. After an exception the round has to be {@linkplain
   * #abandon abandoned}.
   *
   * @return the result that the command documents
   */
  long apply(Command command) {
    if (!(command instanceof Command.Group group)) {
      return applyPart(command);
    }
    long result = applyPart(group.parts().get(0));
    for (int i = 1; i < group.parts().size(); i++) {
      applyPart(group.parts().get(i));
    }
    return result;
  }

  private long applyPart(Command command) {
    round.startCommand(applied + 1);
    keys.nameOld();
    long result;
    if (command instanceof MessageCommand c) {
      result = applyMessages(c);
    } else if (command instanceof SessionCommand c) {
      result = sessions.apply(c);
    } else if (command instanceof RetainedCommand c) {
      result = queues.apply(c);
    } else if (command instanceof QueueCommand c) {
      result = queues.apply(c);
    } else {
      throw new IllegalArgumentException(command.getClass().getName());
    }
    applied++;
    return result;
  }

  private long applyMessages(MessageCommand command) {
    if (command instanceof MessageCommand.Append c) {
      return lists.append(c);
    } else if (command instanceof MessageCommand.Move c) {
      return lists.move(c);
    } else if (command instanceof Settle c) {
      return lists.settle(c);
    } else if (command instanceof Mark c) {
      return lists.mark(c);
    } else if (command instanceof MessageCommand.Trim c) {
      return scans.trim(c);
    } else if (command instanceof Purge c) {
      return scans.purge(c);
    } else if (command instanceof MessageCommand.Expire c) {
      return scans.expire(c);
    } else if (command instanceof MessageCommand.Sweep c) {
      return scans.sweep(c);
    }
    throw new IllegalArgumentException(command.getClass().getName());
  }

  private void split() {
    if (round.writes.count() > 0) {
      writeRound(false);
    }
  }

  /** Writes what has been applied since the last time. */
  void write(boolean sync) {
    writeRound(sync);
    states.betweenCommands();
  }

  private void writeRound(boolean sync) {
    states.flush();
    bodies.flush();
    var mark = new AppliedMark(applied, keys.firstRecent(applied));
    round.writes.put(Column.META, Keys.APPLIED, mark.encode());
    writeFailed = true;
    columns.write(round.writes, applied, sync);
    writeFailed = false;
    written = applied;
    round.written(applied + 1);
    states.endOfRound();
    lists.endOfRound();
    keys.endOfRound();
    sessions.endOfRound();
    queues.endOfRound();
  }

  /** Forgets what has not been written. */
  void abandon() {
    forget();
    keys.clear();
  }

  /** Begins anew with what the engine has, which was opened again. */
  void reload() {
    forget();
    keys.load();
  }

  private void forget() {
    writeFailed = false;
    states.clear();
    bodies.clear();
    lists.clear();
    sessions.endOfRound();
    queues.endOfRound();
    readApplied();
    scans.clear();
  }
}
