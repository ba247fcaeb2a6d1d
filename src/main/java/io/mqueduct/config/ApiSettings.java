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

import io.mqueduct.config.Setting.Unit;
import java.util.List;

/** The HTTP API and the dashboard: the section {@code api}. */
public record ApiSettings(
    @Setting(key = "enable", def = "true", doc = "Whether the HTTP server runs.") boolean enable,
    @Setting(
            key = "bind",
            def = "127.0.0.1:18083",
            doc = "Address and port, written as for listeners.")
        BindAddress bind,
    @Setting(
            key = "bootstrap",
            secret = true,
            doc = "API keys to begin with, as a list of KEY:SECRET or KEY:SECRET:ROLE.")
        List<String> bootstrap,
    @Setting(
            key = "bootstrap_file",
            file = true,
            doc = "File with one KEY:SECRET or KEY:SECRET:ROLE a line, beside bootstrap.")
        String bootstrapFile,
    @Setting(
            key = "cors",
            hot = true,
            doc = "Origins of pages that may call the API; \"*\" for any. Empty: none.")
        List<String> cors,
    @Section(key = "tls", doc = "With a certificate the API is served over HTTPS.") TlsSettings tls,
    @Setting(
            key = "rate_limit",
            def = "infinity",
            hot = true,
            doc = "Calls from one address or key, as 100/s. Beyond it: 429.")
        Rate rateLimit,
    @Setting(
            key = "max_body",
            def = "1MB",
            unit = Unit.BYTES,
            min = 1024,
            max = 268_435_456,
            doc = "Greatest request body. Beyond it: 413.")
        long maxBodyBytes,
    @Setting(
            key = "token_ttl",
            def = "1h",
            unit = Unit.DURATION,
            min = 60_000,
            hot = true,
            doc = "How long a login to the dashboard lasts.")
        long tokenTtlMillis) {}
