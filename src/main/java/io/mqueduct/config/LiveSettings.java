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

import io.vertx.config.ConfigRetriever;
import io.vertx.config.ConfigRetrieverOptions;
import io.vertx.config.ConfigStoreOptions;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings in force, following the configuration while the broker runs. Owned by one Vert.x
 * context: reloads, and the calls of listeners, happen there one after the other. {@link #current}
 * can be called from any thread.
 *
 * <p>The file, and the files it names, are looked at every few seconds. Keys that are hot take
 * their new value; for others the log says that they need a restart. A file with a mistake changes
 * nothing, and is one line in the log.
 */
public final class LiveSettings {
  private static final Logger LOG = LoggerFactory.getLogger(LiveSettings.class);

  private final Vertx vertx;
  private final Context context;
  private final SettingsLoader loader;
  private final Map<String, String> overrides = new LinkedHashMap<>();
  private final List<Consumer<SettingsChange>> listeners = new CopyOnWriteArrayList<>();
  private volatile LoadedSettings loaded;
  private Future<Void> last = Future.succeededFuture();
  private long scanMillis;
  private boolean hadFile;
  private JsonObject digests = new JsonObject();
  private @Nullable ConfigRetriever retriever;
  private List<String> watched = List.of();

  /**
   * Settings that were loaded, to be followed from now on once {@link #watch} is called.
   *
   * @param vertx whose contexts are used
   * @param loader what loads them again
   * @param loaded what it loaded
   */
  public LiveSettings(Vertx vertx, SettingsLoader loader, LoadedSettings loaded) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.loader = loader;
    this.loaded = loaded;
  }

  /** What is in force. */
  public Settings current() {
    return loaded.settings();
  }

  /** What is in force, with origins. */
  public LoadedSettings loaded() {
    return loaded;
  }

  /** Has the listener called, on this object's context, after each change. */
  public void onChange(Consumer<SettingsChange> listener) {
    listeners.add(listener);
  }

  /** Begins to look for changes every {@code periodMillis}. */
  public Future<Void> watch(long periodMillis) {
    return inTurn(
        () -> {
          scanMillis = periodMillis;
          hadFile = Files.exists(loader.path());
          return retrieve().compose(v -> loadAndApply(Set.of())).mapEmpty();
        });
  }

  /** Looks for changes now. Fails with a {@link ConfigException} if there is a mistake. */
  public Future<SettingsChange> reload() {
    return inTurn(() -> loadAndApply(Set.of()));
  }

  /**
   * Sets keys from now until the process ends, over file, environment and command line. Fails with
   * a {@link ConfigException}, and changes nothing, if a key is unknown, needs a restart, or has a
   * value that is not allowed.
   */
  public Future<SettingsChange> override(Map<String, String> values) {
    return inTurn(
        () -> {
          Map<String, String> wanted = new LinkedHashMap<>(overrides);
          wanted.putAll(values);
          return load(wanted)
              .compose(
                  next -> {
                    Set<String> cold = SettingsMerge.merge(loaded, next).needRestart();
                    for (String key : values.keySet()) {
                      if (cold.stream().anyMatch(c -> (key + ".").startsWith(c + "."))) {
                        return Future.failedFuture(new ConfigException(key + ": needs a restart"));
                      }
                    }
                    overrides.putAll(values);
                    return Future.succeededFuture(apply(next, Set.of()));
                  });
        });
  }

  /** Ends the looking for changes. */
  public Future<Void> close() {
    return inTurn(
        () -> {
          scanMillis = 0;
          return stopRetriever();
        });
  }

  /** Runs an action on the context after all that were asked for before. */
  private <T> Future<T> inTurn(Supplier<Future<T>> action) {
    Promise<T> promise = Promise.promise();
    context.runOnContext(
        v -> {
          Future<T> next = last.transform(before -> action.get());
          last = next.mapEmpty();
          next.onComplete(promise);
        });
    return promise.future();
  }

  private Future<Void> retrieve() {
    watched = watchedFiles();
    ConfigStoreOptions store =
        new ConfigStoreOptions()
            .setType(FileDigestStore.TYPE)
            .setConfig(new JsonObject().put(FileDigestStore.FILES, new JsonArray(watched)));
    ConfigRetriever next =
        ConfigRetriever.create(
            vertx, new ConfigRetrieverOptions().setScanPeriod(scanMillis).addStore(store));
    retriever = next;
    next.listen(
        change -> inTurn(() -> filesChanged(change.getNewConfiguration())).onFailure(this::warn));
    return next.getConfig().compose(this::filesChanged);
  }

  private List<String> watchedFiles() {
    List<String> files = new ArrayList<>(loaded.files());
    files.add(loader.path().toString());
    return files.stream().distinct().sorted().toList();
  }

  private Future<Void> stopRetriever() {
    ConfigRetriever running = retriever;
    retriever = null;
    return running == null ? Future.succeededFuture() : running.close();
  }

  /** Compares with what was seen last; a file that was not watched until now is no change. */
  private Future<Void> filesChanged(JsonObject now) {
    JsonObject before = digests;
    digests = now;
    Set<String> files = new TreeSet<>();
    for (String file : now.fieldNames()) {
      String digest = before.getString(file);
      if (digest != null && !digest.equals(now.getString(file))) {
        files.add(file);
      }
    }
    if (files.isEmpty()) {
      return Future.succeededFuture();
    }
    files.remove(loader.path().toString());
    return loadAndApply(files).mapEmpty();
  }

  private void warn(Throwable failure) {
    LOG.warn("configuration not reloaded, the old one stays: {}", said(failure));
  }

  private static String said(Throwable failure) {
    return failure instanceof ConfigException
        ? String.valueOf(failure.getMessage())
        : failure.toString();
  }

  private Future<LoadedSettings> load(Map<String, String> over) {
    Map<String, String> wanted = new LinkedHashMap<>(over);
    boolean mustExist = hadFile;
    return vertx.executeBlocking(
        () -> {
          if (mustExist && !Files.exists(loader.path())) {
            throw new ConfigException(loader.path() + ": the file is gone");
          }
          return loader.load(wanted);
        });
  }

  private Future<SettingsChange> loadAndApply(Set<String> files) {
    return load(overrides).map(next -> apply(next, files));
  }

  private SettingsChange apply(LoadedSettings next, Set<String> files) {
    Settings before = loaded.settings();
    SettingsMerge.Result result = SettingsMerge.merge(loaded, next);
    loaded = result.merged();
    SettingsChange change =
        new SettingsChange(
            before, loaded.settings(), result.changed(), result.needRestart(), files);
    if (!change.changed().isEmpty()) {
      LOG.info("configuration changed: {}", String.join(", ", result.changed()));
    }
    if (!files.isEmpty()) {
      LOG.info("files changed: {}", String.join(", ", files));
    }
    if (!change.needRestart().isEmpty()) {
      LOG.warn(
          "configuration changed, but needs a restart: {}",
          String.join(", ", result.needRestart()));
    }
    // Before the listeners are told, so that whoever waits for them finds the new files watched.
    if (scanMillis > 0 && !watched.equals(watchedFiles())) {
      inTurn(() -> stopRetriever().compose(v -> retrieve()))
          .onFailure(e -> LOG.warn("configuration files are not watched any more: {}", said(e)));
    }
    if (!change.isEmpty()) {
      listeners.forEach(listener -> tell(listener, change));
    }
    return change;
  }

  private static void tell(Consumer<SettingsChange> listener, SettingsChange change) {
    try {
      listener.accept(change);
    } catch (RuntimeException e) {
      LOG.error("a change of the configuration could not be applied", e);
    }
  }
}
