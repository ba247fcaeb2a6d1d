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

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.BrokerException;
import io.mqueduct.message.Problem;
import io.mqueduct.message.ReasonCode;
import org.junit.jupiter.api.Test;

class ApiErrorTest {
  private static ApiError of(Problem problem) {
    return ApiError.of(new BrokerException(problem, "why"), -1);
  }

  private static void is(ApiError error, int status, String code, boolean passes) {
    assertThat(error.status()).isEqualTo(status);
    assertThat(error.body().getString("code")).isEqualTo(code);
    assertThat(error.passes()).isEqualTo(passes);
  }

  @Test
  void aBusyStoreIsToBeTriedAgainAndAFullOrFailedOneIsNot() {
    is(of(Problem.STORE_BUSY), 503, "SERVICE_UNAVAILABLE", true);
    is(of(Problem.SHUTTING_DOWN), 503, "SERVICE_UNAVAILABLE", true);
    is(of(Problem.STORE_FAILED), 507, "STORE_FAILED", false);
    is(of(Problem.QUOTA_EXCEEDED), 507, "QUOTA_EXCEEDED", false);
    is(ApiError.off("mq.enable"), 503, "SERVICE_UNAVAILABLE", false);
    is(ApiError.ofStatus(429), 429, "TOO_MANY_REQUESTS", true);
  }

  @Test
  void aPublisherIsToldTheSame() {
    is(MessageCalls.refused(ReasonCode.SERVER_BUSY, ""), 503, "SERVICE_UNAVAILABLE", true);
    is(MessageCalls.refused(ReasonCode.QUOTA_EXCEEDED, ""), 507, "QUOTA_EXCEEDED", false);
    is(
        MessageCalls.refused(ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR, ""),
        507,
        "STORE_FAILED",
        false);
  }

  @Test
  void whatIsNotForeseenHasOneCodeAndNoDetail() {
    ApiError internal = of(Problem.INTERNAL);
    is(internal, 500, "INTERNAL_ERROR", false);
    assertThat(internal.getMessage()).doesNotContain("why");
  }

  @Test
  void aMessageIsOneLineOfBoundedLength() {
    assertThat(ApiError.badRequest("a\nb" + "x".repeat(100_000)).getMessage())
        .startsWith("a bx")
        .hasSize(500);
  }
}
