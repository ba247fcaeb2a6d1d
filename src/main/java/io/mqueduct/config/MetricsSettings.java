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

/** Metrics for Prometheus: the section {@code metrics}. */
public record MetricsSettings(
    @Setting(
            key = "enable",
            def = "true",
            hot = true,
            doc = "Whether /api/v5/prometheus/stats is served.")
        boolean enable,
    @Setting(
            key = "require_auth",
            def = "false",
            hot = true,
            doc = "Whether reading the metrics needs an API key.")
        boolean requireAuth,
    @Setting(
            key = "max_queues",
            def = "1000",
            max = 1_000_000,
            hot = true,
            doc = "How many named queues have series of their own; the rest is added up.")
        int maxQueues) {}
