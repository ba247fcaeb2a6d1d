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
package io.mqueduct.message;

/** What can go wrong for a caller, with the code that each of its worlds knows it by. */
public enum Problem {
  BAD_REQUEST(ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR, 400),
  NOT_FOUND(ReasonCode.TOPIC_FILTER_INVALID, 404),
  ALREADY_EXISTS(ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR, 400),
  NOT_ALLOWED(ReasonCode.NOT_AUTHORIZED, 403),
  QUOTA_EXCEEDED(ReasonCode.QUOTA_EXCEEDED, 507),
  STORE_BUSY(ReasonCode.SERVER_BUSY, 503),
  STORE_FAILED(ReasonCode.IMPLEMENTATION_SPECIFIC_ERROR, 507),
  TAKEN_OVER(ReasonCode.SESSION_TAKEN_OVER, 409),
  SHUTTING_DOWN(ReasonCode.SERVER_SHUTTING_DOWN, 503),
  INTERNAL(ReasonCode.UNSPECIFIED_ERROR, 500);

  private static final Problem[] BY_NUMBER = values();

  private final ReasonCode reasonCode;
  private final int httpStatus;

  Problem(ReasonCode reasonCode, int httpStatus) {
    this.reasonCode = reasonCode;
    this.httpStatus = httpStatus;
  }

  /** The number that stands for it on the event bus of one node. */
  @SuppressWarnings("EnumOrdinal") // never leaves the process
  public int number() {
    return ordinal();
  }

  /** The problem of a {@link #number}; INTERNAL if there is none. */
  public static Problem ofNumber(int number) {
    return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : INTERNAL;
  }

  /** What an MQTT 5.0 client is told. */
  public ReasonCode reasonCode() {
    return reasonCode;
  }

  /** What an HTTP caller is told. */
  public int httpStatus() {
    return httpStatus;
  }
}
