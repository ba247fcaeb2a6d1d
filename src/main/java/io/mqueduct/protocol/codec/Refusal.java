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
package io.mqueduct.protocol.codec;

/**
 * Carries a {@link Violation} out of nested reading to {@link PacketDecoder}, which makes a value
 * of it; never leaves the package, has no stack trace.
 */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Violation violation;

  Refusal(Violation violation) {
    super(violation.why(), null, false, false);
    this.violation = violation;
  }

  static Refusal malformed(String why) {
    return new Refusal(Violation.malformed(why));
  }

  static Refusal protocolError(String why) {
    return new Refusal(Violation.protocolError(why));
  }

  Violation violation() {
    return violation;
  }
}
