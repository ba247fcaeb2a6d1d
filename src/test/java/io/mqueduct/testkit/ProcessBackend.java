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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The broker in a process of its own, so that it can be killed. Its ports stay the same over a
 * restart, and its data directory lasts as long as this object. Used by the test's thread.
 */
final class ProcessBackend implements Backend {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

  private static final int LAST_CHARS = 20_000;

  private final Path directory;
  private final Map<String, Integer> ports = new HashMap<>();
  private @Nullable Process process;
  private int starts;

  ProcessBackend() {
    try {
      directory = Files.createTempDirectory("mqueduct-test");
      Files.createFile(directory.resolve("empty.yaml"));
      for (String listener : new String[] {"tcp:default", "ws:default", "api:default"}) {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
          ports.put(listener, free.getLocalPort());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void start(Map<String, String> settings) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("io.mqueduct.app.Main", "serve"));
    command.addAll(List.of("-c", directory.resolve("empty.yaml").toString()));
    Map<String, String> all = new HashMap<>();
    all.put("node.data_dir", directory.resolve("data").toString());
    all.put("node.drain_delay", "0s");
    // A machine that is short of processor time may load classes for longer at the first CONNECT.
    all.put("limits.connect_timeout", "1m");
    all.put("listeners.tcp.default.bind", "127.0.0.1:" + port("tcp", "default"));
    all.put("listeners.ws.default.bind", "127.0.0.1:" + port("ws", "default"));
    all.put("api.bind", "127.0.0.1:" + port("api", "default"));
    all.putAll(settings);
    all.forEach((key, value) -> command.addAll(List.of("--set", key + "=" + value)));
    starts++;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    awaitReady();
  }

  private void awaitReady() {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!isReady()) {
      if (System.nanoTime() > deadline) {
        dumpThreads();
        throw new IllegalStateException("the broker did not start:\n" + saidLast());
      }
    }
  }

  /**
   * Its listeners are open before the start is done, but a signal before that is no stop in order.
   */
  private boolean isReady() {
    if (said().split(" ready in ", -1).length > starts) { // the log goes on over restarts
      return true;
    }
    pause();
    return false;
  }

  private void pause() {
    try {
      if (running().waitFor(50, TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("the broker ended:\n" + saidLast());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Path logFile() {
    return directory.resolve("broker.log");
  }

  @Override
  public String log() {
    return said();
  }

  private String said() {
    try {
      return Files.readString(logFile());
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** What may tell why it does not start or stop. */
  private String saidLast() {
    String all = said();
    return all.substring(Math.max(0, all.length() - LAST_CHARS));
  }

  /** Has it write where its threads are, into its log. */
  private void dumpThreads() {
    try {
      new ProcessBuilder("kill", "-QUIT", Long.toString(running().pid())).start().waitFor();
      running().waitFor(1, TimeUnit.SECONDS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Process running() {
    if (process == null) {
      throw new IllegalStateException("never started");
    }
    return process;
  }

  @Override
  public void stop() {
    running().destroy();
    awaitEnd();
  }

  @Override
  public void kill() {
    running().destroyForcibly();
    awaitEnd();
  }

  private void awaitEnd() {
    try {
      if (!running().waitFor(60, TimeUnit.SECONDS)) {
        dumpThreads();
        running().destroyForcibly();
        throw new IllegalStateException("the broker did not stop:\n" + saidLast());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void discard() {
    kill();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int port(String type, String name) {
    Integer port = ports.get(type + ":" + name);
    if (port == null) {
      throw new IllegalArgumentException("a broker in a process has no listener " + type);
    }
    return port;
  }
}
