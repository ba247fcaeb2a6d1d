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

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of an expression. Values are {@code String}, {@code byte[]}, {@code Long}, {@code Double},
 * {@code Boolean} and {@code List} of these; null is unbound. Immutable, any thread.
 */
interface Node {
  /** Its value for one message; throws {@link Fault}. */
  @Nullable Object evaluate(Evaluation evaluation);

  /** A string or number. */
  record Literal(Object value) implements Node {
    @Override
    public Object evaluate(Evaluation evaluation) {
      return value;
    }
  }

  /** Several values in brackets. */
  record Items(List<Node> items) implements Node {
    @Override
    public @Nullable Object evaluate(Evaluation evaluation) {
      List<@Nullable Object> values = new ArrayList<>(items.size());
      for (Node item : items) {
        values.add(item.evaluate(evaluation));
      }
      return values;
    }
  }

  /** A function and its arguments. */
  record Call(Function function, List<Node> arguments) implements Node {
    @Override
    public @Nullable Object evaluate(Evaluation evaluation) {
      return function.apply(evaluation, arguments);
    }
  }

  /** What a name followed by parentheses does; arguments are evaluated when it wants them. */
  @FunctionalInterface
  interface Function {
    @Nullable Object apply(Evaluation evaluation, List<Node> arguments);
  }
}
