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

import io.mqueduct.config.Settings;
import io.mqueduct.observe.Figures;
import io.mqueduct.queue.NamedQueues;
import io.mqueduct.routing.Router;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the HTTP side needs of the broker. Immutable.
 *
 * @param version of the program
 * @param settings the configuration in force
 * @param health for the probes
 * @param figures what the broker has counted, now; quick
 * @param router to publish, and for retained messages
 * @param shards shards of the session registry
 * @param ports the port that a listener has, by its id
 * @param sockets how many are open at a listener, by its id
 * @param backup copies what is stored; null if nothing is
 * @param queues null if {@code mq.enable} is false
 * @param override changes the configuration
 */
public record AdminParts(
    String version,
    Supplier<Settings> settings,
    Health health,
    Supplier<Figures> figures,
    Router router,
    int shards,
    ToIntFunction<String> ports,
    ToIntFunction<String> sockets,
    @Nullable StoreBackup backup,
    @Nullable NamedQueues queues,
    SettingsOverride override) {}
