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
import java.util.Map;

/**
 * How an HTTP service is asked about a client, with a cache and a circuit breaker: the section
 * {@code authorization.http}, and an authentication provider of {@code type: http}.
 */
public record WebhookSettings(
    @Setting(key = "url", hot = true, doc = "http:// or https:// address. Needed.") String url,
    @Setting(key = "method", def = "post", hot = true, doc = "post or get.") Method method,
    @Setting(
            key = "headers",
            def = "disabled",
            secret = true,
            hot = true,
            doc = "Map of headers to send; ${clientid}, ${username} and so on are replaced.")
        Map<String, String> headers,
    @Setting(
            key = "body",
            def = "disabled",
            hot = true,
            doc =
                "Map sent as JSON (post) or query (get); ${clientid}, ${username}, ${password}, "
                    + "${peerhost}, ${topic}, ${action}, ${qos}, ${retain} are replaced. disabled: "
                    + "all of them that apply.")
        Map<String, String> body,
    @Setting(
            key = "timeout",
            def = "5s",
            unit = Unit.DURATION,
            min = 10,
            max = 120_000,
            hot = true,
            doc = "How long an answer may take; then the provider has no opinion.")
        int timeoutMillis,
    @Setting(
            key = "max_connections",
            def = "8",
            min = 1,
            max = 1024,
            hot = true,
            doc = "Connections to the service.")
        int maxConnections,
    @Setting(
            key = "cache_ttl",
            def = "1m",
            unit = Unit.DURATION,
            hot = true,
            doc = "How long an answer is remembered. 0: not at all.")
        long cacheTtlMillis,
    @Setting(
            key = "cache_size",
            def = "10000",
            max = 10_000_000,
            hot = true,
            doc = "Answers that are remembered.")
        int cacheSize,
    @Setting(
            key = "breaker_failures",
            def = "5",
            min = 1,
            max = 100_000,
            hot = true,
            doc = "Failures in a row after which the service is left alone for breaker_pause.")
        int breakerFailures,
    @Setting(
            key = "breaker_pause",
            def = "10s",
            unit = Unit.DURATION,
            min = 10,
            hot = true,
            doc = "How long it is left alone.")
        long breakerPauseMillis,
    @Setting(
            key = "cacertfile",
            file = true,
            hot = true,
            doc = "PEM file with the authorities that the service is checked against.")
        String caCertFile)
    implements AuthenticationSettings.Provider {

  @Override
  public String type() {
    return "http";
  }

  /** HTTP methods. */
  public enum Method {
    /** With a JSON body. */
    POST,
    /** With a query. */
    GET
  }
}
