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
package io.mqueduct.session;

import io.mqueduct.bus.Address;
import io.mqueduct.bus.Alarm;
import io.mqueduct.bus.BusFailure;
import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.routing.Subscription;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.Message;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One shard of the session registry on its event loop, reached at {@code session.registry.<shard>}.
 * Owns the sessions of its client ids while they are away; see {@link SessionRegistry}.
 */
public final class SessionRegistryVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(SessionRegistryVerticle.class);

  /** Expiry and Will delay are this exact, milliseconds. */
  private static final long GRACE_MILLIS = 200;

  /** How long an end waits for wills, milliseconds. */
  private static final long PATIENCE_MILLIS = 5_000;

  /** Subscriptions of a session that has ended which are taken out in one pass of the loop. */
  static final int UNSUBSCRIBED_AT_ONCE = 1024;

  private final int shard;
  private final SessionHost host;
  private final Function<Context, SessionLoop> currentLoop;
  private @Nullable SessionRegistry registry;
  private @Nullable SessionLoop loop;
  private final Alarm alarm = new Alarm(GRACE_MILLIS, this::after, this::tick);
  private boolean hasBegun;
  private boolean isBehind;
  private final OutgoingWills wills = new OutgoingWills(new OwnLoop());

  /** What the sessions of a broker live in. Called by the registry's loop. */
  public interface SessionHost {
    /** Whether there may be one more session. */
    boolean hasRoom();

    /**
     * A new session; {@code shard} owns it if it is persistent, else the loop that asks.
     *
     * @param shard the registry's loop
     */
    Session create(Attach attach, SessionLoop shard);

    /** Stores that a session is connected; any thread may tell the outcome, once. */
    void open(Session session, Attach attach, boolean present, Consumer<Opening> outcome);

    /** Stores that a session is away. */
    void away(Session session, long nowMillis, long expiryMillis);

    /** What publishes a Will. */
    WillBearer publishing(Session session, Will will, long nowMillis);

    /** A session is over: it does not count any more. */
    void ended(Session session);

    /** Takes subscriptions out, so that nothing reaches their session through them any more. */
    void unsubscribe(List<Subscription> some);
  }

  /**
   * What came of opening a session.
   *
   * @param problem why it is not open, or null
   * @param first what the registry's loop does before the session is lent
   */
  public record Opening(@Nullable BrokerException problem, Runnable first) {}

  /**
   * A shard.
   *
   * @param currentLoop gives the state of the event loop that calls it
   */
  public SessionRegistryVerticle(
      int shard, SessionHost host, Function<Context, SessionLoop> currentLoop) {
    this.shard = shard;
    this.host = host;
    this.currentLoop = currentLoop;
  }

  @Override
  public Future<?> start() {
    loop = currentLoop.apply(context);
    SessionRegistry sessions = new SessionRegistry(new HostEffects());
    registry = sessions;
    return vertx
        .eventBus()
        .localConsumer(Address.sessionRegistry(shard), this::received)
        .completion();
  }

  /**
   * From now on what is due is done. Not before all shards have the sessions of before a restart:
   * wills that were due meanwhile go to those too.
   */
  public void begin() {
    context.runOnContext(
        go -> {
          hasBegun = true;
          tick();
        });
  }

  private Alarm.Call after(long millis, Runnable task) {
    long timer = vertx.setTimer(millis, id -> task.run());
    return () -> vertx.cancelTimer(timer);
  }

  private void tickAt(long atMillis) {
    if (hasBegun) {
      alarm.set(atMillis, System.currentTimeMillis());
    }
  }

  /** Does what is due, in slices, so that very many at the same time do not hold up the loop. */
  private void tick() {
    boolean more = true;
    try {
      more = registry().tick(System.currentTimeMillis());
    } finally { // a fault must not stop the clock
      goOn(more);
    }
  }

  private void goOn(boolean atOnce) {
    if (!atOnce) {
      tickAt(registry().dueMillis());
    } else if (!isBehind) {
      isBehind = true;
      vertx.setTimer(
          1,
          id -> {
            isBehind = false;
            tick();
          });
    }
  }

  /** What is on its way into the store gets there first, if that does not take too long. */
  @Override
  public Future<?> stop() {
    Promise<Void> out = Promise.promise();
    wills.whenEmpty(out::tryComplete);
    vertx.setTimer(PATIENCE_MILLIS, id -> out.tryComplete());
    return out.future();
  }

  private final class OwnLoop implements OutgoingWills.Loop {
    @Override
    public void execute(Runnable task) {
      context.runOnContext(go -> task.run());
    }

    @Override
    public void later(Runnable task, long millis) {
      vertx.setTimer(millis, id -> task.run());
    }
  }

  /**
   * Takes the sessions of before a restart; before any client comes.
   *
   * @param sessions makes them, on the shard's loop
   */
  public Future<Void> restore(Supplier<List<Restored>> sessions) {
    return Future.future(
        done ->
            context.runOnContext(
                go -> {
                  try {
                    sessions.get().forEach(registry()::restore);
                    done.complete();
                  } catch (RuntimeException e) {
                    done.fail(e);
                  }
                }));
  }

  private SessionRegistry registry() {
    if (registry == null) {
      throw new IllegalStateException("not started");
    }
    return registry;
  }

  /** The loop that owns what is away; after the start. */
  public SessionLoop loop() {
    if (loop == null) {
      throw new IllegalStateException("not started");
    }
    return loop;
  }

  private void received(Message<Object> message) {
    SessionRegistry sessions = registry();
    long now = System.currentTimeMillis();
    Object body = message.body();
    if (body instanceof Attach attach) {
      sessions.attach(attach, new BusAnswer(message), now);
    } else if (body instanceof Detach detach) {
      sessions.detach(detach, now);
    } else if (body instanceof Kick kick) {
      message.reply(sessions.kick(kick.clientId(), now));
    } else if (body instanceof ListSessions list) {
      message.reply(sessions.list(list));
    } else if (body instanceof Locate locate) {
      locate(sessions, locate, message);
    } else if (body instanceof InSession asked) {
      InSession.answer(message, () -> asked.task().run(sessions.away(asked.clientId()), now));
    } else {
      throw new IllegalArgumentException("unknown request " + body);
    }
  }

  private void locate(SessionRegistry sessions, Locate locate, Message<Object> message) {
    try {
      String loop = sessions.lentTo(locate.clientId());
      message.reply(
          loop == null
              ? new Located(Address.sessionRegistry(shard), false)
              : new Located(loop, true));
    } catch (BrokerException e) {
      BusFailure.reply(message, e);
    }
  }

  private record BusAnswer(Message<Object> request) implements SessionRegistry.Answer {
    @Override
    public void attached(Attached attached) {
      request.reply(attached);
    }

    @Override
    public void refused(BrokerException why) {
      BusFailure.reply(request, why);
    }
  }

  private final class HostEffects implements SessionRegistry.Effects {
    @Override
    public boolean hasRoom() {
      return host.hasRoom();
    }

    @Override
    public Session create(Attach attach) {
      return host.create(attach, loop());
    }

    @Override
    public void open(
        Session session, Attach attach, boolean present, SessionRegistry.Opened opened) {
      wills.open(
          session.clientId(),
          () ->
              host.open(
                  session,
                  attach,
                  present,
                  outcome -> context.runOnContext(go -> opened.accept(prepared(outcome)))));
    }

    /** Does what comes first; whatever happens, who waits has to be answered. */
    private static @Nullable BrokerException prepared(Opening outcome) {
      try {
        outcome.first().run();
        return outcome.problem();
      } catch (RuntimeException e) {
        LOG.error("a session could not be opened", e);
        return new BrokerException(Problem.INTERNAL, "the session could not be opened: " + e);
      }
    }

    @Override
    public void away(Session session, long nowMillis, long expiryMillis) {
      host.away(session, nowMillis, expiryMillis);
    }

    @Override
    public void evict(String loopAddress, Evict evict) {
      vertx.eventBus().send(loopAddress, evict);
    }

    @Override
    public void publishWill(Session session, Will will) {
      wills.publish(session, host.publishing(session, will, System.currentTimeMillis()));
    }

    @Override
    public void tickAt(long atMillis) {
      SessionRegistryVerticle.this.tickAt(atMillis);
    }

    @Override
    public void ended(Session session, long nowMillis) {
      host.ended(session);
      end(session, session.subscriptions().all(), 0);
    }

    /** In slices, so that very many subscriptions do not hold up the loop; then it is over. */
    private void end(Session session, List<Subscription> all, int from) {
      int to = Math.min(all.size(), from + UNSUBSCRIBED_AT_ONCE);
      host.unsubscribe(all.subList(from, to));
      if (to == all.size()) {
        wills.end(session, () -> session.end(System.currentTimeMillis()));
      } else {
        vertx.setTimer(1, id -> end(session, all, to));
      }
    }
  }
}
