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
package io.mqueduct.config;

import io.vertx.config.spi.ConfigStore;
import io.vertx.config.spi.ConfigStoreFactory;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * A configuration store of vertx-config whose values are digests of files, so that its periodic
 * scan sees a change of any of them. The content is hashed rather than its time looked at: a
 * ConfigMap or Secret of Kubernetes is swapped by a symbolic link, with times of its own. Hashes on
 * a worker thread.
 */
public final class FileDigestStore implements ConfigStore {
  static final String TYPE = "mqueduct-file-digests";
  static final String FILES = "files";
  private static final String MISSING = "missing";

  private final Vertx vertx;
  private final List<String> files;

  private FileDigestStore(Vertx vertx, List<String> files) {
    this.vertx = vertx;
    this.files = files;
  }

  @Override
  public Future<Buffer> get() {
    return vertx.executeBlocking(() -> digests(files).toBuffer());
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }

  /** File name to digest of its content. */
  static JsonObject digests(List<String> files) {
    JsonObject digests = new JsonObject();
    for (String file : files) {
      digests.put(file, digest(Path.of(file)));
    }
    return digests;
  }

  private static String digest(Path file) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(Files.readAllBytes(file)));
    } catch (IOException e) {
      return MISSING;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes the store known to vertx-config (META-INF/services). */
  public static final class Factory implements ConfigStoreFactory {
    /** For the service loader. */
    public Factory() {}

    @Override
    public String name() {
      return TYPE;
    }

    @Override
    public ConfigStore create(Vertx vertx, JsonObject configuration) {
      JsonArray names = configuration.getJsonArray(FILES, new JsonArray());
      return new FileDigestStore(vertx, names.stream().map(String::valueOf).toList());
    }
  }
}
