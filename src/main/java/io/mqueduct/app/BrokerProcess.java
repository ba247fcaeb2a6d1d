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
package io.mqueduct.app;

import io.mqueduct.config.LiveSettings;
import io.mqueduct.config.LoadedSettings;
import io.mqueduct.config.NodeSettings;
import io.mqueduct.config.SettingsLoader;
import io.mqueduct.message.BrokerException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of the broker's process: settings, Vert.x, start, changes of the configuration, signals,
 * drain. {@link #run} belongs to the main thread, {@link #stop} may be called from any.
 */
final class BrokerProcess {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerProcess.class);
  private static final long SCAN_MILLIS = 3000;
  private static final long START_SECONDS = 300;
  private static final long DRAIN_GRACE_SECONDS = 20;

  private final SettingsLoader loader;
  private final Launch launch;
  private final Logging logging = new Logging();
  private final CompletableFuture<Void> stopAsked = new CompletableFuture<>();
  private final CompletableFuture<Integer> stopped = new CompletableFuture<>();

  /** Starts what runs in the process: the broker, or a stand-in of a test. */
  @FunctionalInterface
  interface Launch {
    /** Completes when clients can connect. */
    Future<Running> start(Vertx vertx, LiveSettings settings);
  }

  /** What was started. */
  interface Running {
    /** Where clients can connect, in words, with the ports that are really bound. */
    String addresses();

    /** Drains and stops. */
    Future<Void> stop();
  }

  BrokerProcess(SettingsLoader loader, Launch launch) {
    this.loader = loader;
    this.launch = launch;
  }

  /** Runs until the process is asked to stop; returns the exit code. */
  int run() {
    LoadedSettings loaded = loader.load();
    logging.apply(loaded.settings().log());
    Scratch scratch = Scratch.open(loaded.settings());
    if (loaded.settings().needsStore()) {
      scratch.loadStoreLibrary();
    }
    Vertx vertx = Vertx.vertx(vertxOptions(loaded.settings().node()));
    try {
      LiveSettings live = new LiveSettings(vertx, loader, loaded);
      live.onChange(change -> logging.apply(change.now().log()));
      // Before the listeners: a client may be there, and a signal come, before the start is done.
      Thread signal = new Thread(this::stopBySignal, "shutdown");
      Runtime.getRuntime().addShutdownHook(signal);
      Running broker = await(launch.start(vertx, live), START_SECONDS);
      System.out.println(
          "mqueduct "
              + ProgramVersion.number()
              + " ready in "
              + ManagementFactory.getRuntimeMXBean().getUptime()
              + " ms: "
              + broker.addresses());
      live.watch(SCAN_MILLIS)
          .onFailure(
              e -> LOG.warn("configuration not reloaded: {}", String.valueOf(e.getMessage())));
      int code = drainWhenAsked(broker, live);
      if (!Thread.currentThread().isInterrupted()) {
        await(vertx.close(), DRAIN_GRACE_SECONDS);
      }
      scratch.empty();
      stopped.complete(code);
      return code;
    } catch (RuntimeException e) {
      vertx.close();
      stopped.complete(1);
      throw e;
    }
  }

  /** Asks for a stop in order. */
  void stop() {
    stopAsked.complete(null);
  }

  private int drainWhenAsked(Running broker, LiveSettings live) {
    try {
      stopAsked.get();
      long drainSeconds = live.current().node().drainDelayMillis() / 1000;
      LOG.info("stopping; connections are closed over {} s", drainSeconds);
      await(live.close().eventually(broker::stop), drainSeconds + DRAIN_GRACE_SECONDS);
      LOG.info("stopped");
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    } catch (ExecutionException | CommandFailure | BrokerException e) {
      LOG.error("not stopped in order: {}", String.valueOf(e.getMessage()));
      return 1;
    }
  }

  /**
   * The shutdown hook of SIGTERM and SIGINT: lets the main thread drain, then ends the process with
   * the exit code of that instead of the signal's.
   */
  private void stopBySignal() {
    if (stopped.isDone()) {
      return;
    }
    stop();
    int code;
    try {
      code = stopped.get();
    } catch (InterruptedException | ExecutionException e) {
      code = 1;
    }
    System.out.flush();
    Runtime.getRuntime().halt(code);
  }

  private static <T> T await(Future<T> future, long seconds) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(seconds, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof RuntimeException runtime) {
        throw runtime;
      }
      throw new IllegalStateException(cause);
    } catch (TimeoutException e) {
      throw new CommandFailure("not done within " + seconds + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted");
    }
  }

  /** As many loops as the listeners have; the admin API has a Vert.x of its own. */
  static VertxOptions vertxOptions(NodeSettings node) {
    return new VertxOptions()
        .setEventLoopPoolSize(node.eventLoops())
        .setPreferNativeTransport(true)
        .setFileSystemOptions(
            new FileSystemOptions()
                .setClassPathResolvingEnabled(false)
                .setFileCachingEnabled(false));
  }
}
