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
package io.mqueduct.queue.expression;

import io.mqueduct.queue.expression.Node.Function;
import org.jspecify.annotations.Nullable;

/** The comparisons, as operators and as functions. Stateless. */
final class Comparisons {
  private Comparisons() {}

  /** What becomes of the sign of a comparison. */
  @FunctionalInterface
  private interface Test {
    boolean holds(int sign);
  }

  /** An operator between two terms: numbers are compared as numbers, all else as text. */
  static Function infix(String operator) {
    Test test = test(operator);
    return (evaluation, arguments) -> {
      Object a = arguments.get(0).evaluate(evaluation);
      Object b = arguments.get(1).evaluate(evaluation);
      if (a == null || b == null) {
        return null;
      }
      boolean numbers = a instanceof Number || b instanceof Number;
      return test.holds(numbers ? Values.compareNumbers(a, b) : compareTexts(a, b));
    };
  }

  /** A function of two arguments, {@code num_gt(a, b)} or {@code str_eq(a, b)}. */
  static Function function(String operator, boolean numbers) {
    Test test = test(operator);
    return (evaluation, arguments) -> {
      Object a = arguments.get(0).evaluate(evaluation);
      Object b = arguments.get(1).evaluate(evaluation);
      return a == null || b == null
          ? null
          : (Object) test.holds(numbers ? Values.compareNumbers(a, b) : compareTexts(a, b));
    };
  }

  /** {@code lt}, {@code eq} or {@code gt}. */
  static @Nullable Object order(@Nullable Object a, @Nullable Object b, boolean numbers) {
    if (a == null || b == null) {
      return null;
    }
    int sign = numbers ? Values.compareNumbers(a, b) : compareTexts(a, b);
    return sign < 0 ? "lt" : sign == 0 ? "eq" : "gt";
  }

  private static int compareTexts(Object a, Object b) {
    return Values.text(a).compareTo(Values.text(b));
  }

  private static Test test(String operator) {
    return switch (operator) {
      case "==", "=" -> sign -> sign == 0;
      case "!=" -> sign -> sign != 0;
      case "<" -> sign -> sign < 0;
      case "<=" -> sign -> sign <= 0;
      case ">" -> sign -> sign > 0;
      case ">=" -> sign -> sign >= 0;
      default -> throw new IllegalArgumentException(operator);
    };
  }
}
