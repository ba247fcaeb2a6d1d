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

/** An expected failure: has a {@link Problem} and one line for people, and no stack trace. */
public final class BrokerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Problem problem;

  /** A failure of the given kind; {@code detail} names what, where and what to do. */
  public BrokerException(Problem problem, String detail) {
    super(detail, null, false, false);
    this.problem = problem;
  }

  /** What kind of failure it is. */
  public Problem problem() {
    return problem;
  }
}
