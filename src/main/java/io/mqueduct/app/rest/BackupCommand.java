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
package io.mqueduct.app.rest;

import io.mqueduct.app.Place;
import io.mqueduct.app.ProgressLine;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mqueduct backup}. */
@Command(
    name = "backup",
    description = {
      "Has a running broker copy its store: sessions, messages, subscriptions, retained messages.",
      "What was acknowledged before is in the copy. The directory is one of the broker's machine,"
          + " does not exist or is empty; on the file system of the store it takes little time and"
          + " space, since tables are shared by hard links: copy it from there to another disk."
    },
    footer = {
      "",
      "Examples:",
      "  export MQUEDUCT_API_KEY=$(cat data/admin.credentials)",
      "  mqueduct backup /data/backups/2026-07-01",
      "  mqueduct check-store /data/backups/2026-07-01"
    })
public final class BackupCommand implements Runnable {
  private static final Duration PATIENCE = Duration.ofHours(6);
  private static final long LOOK_MILLIS = 200;

  @Mixin private RestOptions options = new RestOptions();

  @Parameters(
      paramLabel = "DIR",
      converter = Place.class,
      description = "Where to. A relative one is below the working directory of this command.")
  private Path directory = Path.of("");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    Path target = directory.toAbsolutePath().normalize();
    JsonObject request = new JsonObject().put("directory", target.toString());
    Answer done;
    try (ProgressLine line = ProgressLine.on(spec.commandLine().getErr());
        Watch watch = new Watch(target, line)) {
      watch.start();
      done = options.open().object("POST", "/backups", request, PATIENCE);
    }
    String line =
        String.format(
            Locale.ROOT,
            "%s: %d files, %d bytes",
            done.text("directory"),
            done.number("files"),
            done.number("bytes"));
    PrintWriter out = spec.commandLine().getOut();
    out.println(options.isJson() ? done.json().encodePrettily() : line);
    out.flush();
  }

  /** Looks how much is there, if this is the broker's machine. */
  private static final class Watch implements AutoCloseable {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Path target;
    private final ProgressLine line;

    Watch(Path target, ProgressLine line) {
      this.target = target;
      this.line = line;
    }

    void start() {
      timer.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look() {
      Path unfinished = target.resolveSibling(target.getFileName() + ".tmp");
      line.step("bytes", Math.max(bytes(target), bytes(unfinished)), 0);
    }

    private static long bytes(Path directory) {
      try (Stream<Path> files = Files.list(directory)) {
        return files.mapToLong(each -> each.toFile().length()).sum();
      } catch (IOException e) {
        return 0;
      }
    }

    @Override
    public void close() {
      timer.shutdownNow();
      try {
        timer.awaitTermination(1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
