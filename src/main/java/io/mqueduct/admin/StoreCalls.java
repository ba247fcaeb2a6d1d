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
package io.mqueduct.admin;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls about what is on the disk. Owned by the admin's loop; the work is done by a worker. */
final class StoreCalls implements Operations.Calls {
  private static final Logger LOG = LoggerFactory.getLogger(StoreCalls.class);

  private final @Nullable StoreBackup backup;
  private final Context context;
  private boolean busy;

  StoreCalls(@Nullable StoreBackup backup, Context context) {
    this.backup = backup;
    this.context = context;
  }

  @Override
  public void tie(Operations operations) {
    operations.on("createBackup", this::create);
  }

  private Future<Reply> create(Call call) {
    StoreBackup to = backup;
    if (to == null) {
      throw ApiError.badRequest("session.persistence is memory: nothing is stored");
    }
    Path target = target(call.body().getString("directory"));
    if (busy) {
      throw new ApiError(409, "BUSY", "another backup is being made");
    }
    busy = true;
    return context
        .executeBlocking(() -> create(to, target), false)
        .onComplete(done -> busy = false);
  }

  private static Path target(String directory) {
    try {
      Path target = Path.of(directory);
      if (target.isAbsolute()) {
        return target.normalize();
      }
    } catch (InvalidPathException e) {
      throw ApiError.badRequest("directory: no path: " + e.getReason());
    }
    throw ApiError.badRequest("directory: \"" + directory + "\" is not an absolute path");
  }

  private static Reply create(StoreBackup backup, Path target) {
    long start = System.nanoTime();
    backup.create(target);
    long[] filesAndBytes = measure(target);
    long millis = (System.nanoTime() - start) / 1_000_000;
    LOG.info(
        "backup directory={} files={} bytes={} ms={}",
        target,
        filesAndBytes[0],
        filesAndBytes[1],
        millis);
    return Reply.json(
        201,
        new JsonObject()
            .put("directory", target.toString())
            .put("files", filesAndBytes[0])
            .put("bytes", filesAndBytes[1])
            .put("took_ms", millis));
  }

  private static long[] measure(Path directory) {
    long[] sum = new long[2];
    try (Stream<Path> files = Files.list(directory)) {
      for (Path each : files.toList()) {
        sum[0]++;
        sum[1] += Files.size(each);
      }
      return sum;
    } catch (IOException e) {
      throw new BrokerException(
          Problem.STORE_FAILED, "the backup in " + directory + " cannot be read: " + e);
    }
  }
}
